package io.kvbench.bindings.etcd;

import io.grpc.netty.GrpcSslContexts;
import io.kvbench.bindings.support.Causes;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Whether TLS is spoken, and with which certificates. Files are read and checked here. */
final class Tls {
  private Tls() {}

  /** Returns what is needed to speak TLS, or nothing where it is not to be spoken. */
  static Optional<SslContext> of(Settings settings, List<String> endpoints)
      throws BindingException {
    if (!isWanted(settings, endpoints)) {
      return Optional.empty();
    }
    if (settings.find(EtcdSettings.SERVER_NAME).filter(String::isBlank).isPresent()) {
      throw new BindingException(
          "etcd.servername is empty; write the name that the certificates have, or leave it out.");
    }
    try {
      SslContextBuilder builder = SslContextBuilder.forClient();
      Optional<String> trusted = settings.find(EtcdSettings.CA_CERT);
      if (trusted.isPresent()) {
        builder.trustManager(certificates(EtcdSettings.CA_CERT, trusted.get()));
      }
      identify(settings, builder);
      return Optional.of(GrpcSslContexts.configure(builder, SslProvider.JDK).build());
    } catch (SSLException | IllegalArgumentException e) {
      throw new BindingException(
          "TLS to etcd cannot be set up: "
              + Causes.innermost(e)
              + "; look at etcd.cacert, etcd.cert and etcd.key.",
          e);
    }
  }

  private static boolean isWanted(Settings settings, List<String> endpoints)
      throws BindingException {
    boolean https = anyBegins(endpoints, "https://");
    boolean http = anyBegins(endpoints, "http://");
    boolean files =
        Stream.of(
                EtcdSettings.CA_CERT, EtcdSettings.CERT, EtcdSettings.KEY, EtcdSettings.SERVER_NAME)
            .anyMatch(settings::isGiven);
    boolean wanted = settings.find(EtcdSettings.TLS).orElse(https || files);
    if (wanted && http) {
      throw new BindingException(
          "TLS is asked for, and an endpoint begins with http://; write https://, or leave out"
              + " etcd.tls, etcd.cacert, etcd.cert, etcd.key and etcd.servername.");
    }
    if (!wanted && (https || files)) {
      throw new BindingException(
          "etcd.tls=false does not go with endpoints that begin with https://, nor with"
              + " etcd.cacert, etcd.cert, etcd.key and etcd.servername; keep one of the two.");
    }
    return wanted;
  }

  private static boolean anyBegins(List<String> endpoints, String scheme) {
    return endpoints.stream()
        .anyMatch(each -> each.strip().regionMatches(true, 0, scheme, 0, scheme.length()));
  }

  private static void identify(Settings settings, SslContextBuilder builder)
      throws BindingException {
    Optional<String> certificate = settings.find(EtcdSettings.CERT);
    Optional<String> key = settings.find(EtcdSettings.KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new BindingException("etcd.cert and etcd.key belong together; give both or none.");
    }
    if (certificate.isPresent() && key.isPresent()) {
      X509Certificate[] chain = certificates(EtcdSettings.CERT, certificate.get());
      checkDates(chain[0], certificate.get());
      try {
        PrivateKey privateKey = PemKey.parse(read(EtcdSettings.KEY, key.get()));
        if (!PemKey.belongTogether(privateKey, chain[0].getPublicKey())) {
          throw new BindingException(
              "etcd.key "
                  + key.get()
                  + " is not the key of the certificate in etcd.cert "
                  + certificate.get()
                  + "; give the two that were made together.");
        }
        builder.keyManager(privateKey, chain);
      } catch (GeneralSecurityException e) {
        throw new BindingException(
            "etcd.key " + key.get() + " cannot be used: " + e.getMessage() + ".", e);
      }
    }
  }

  private static void checkDates(X509Certificate certificate, String file) throws BindingException {
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException e) {
      throw new BindingException(
          "the certificate in etcd.cert " + file + " has expired; get a new one.", e);
    } catch (CertificateNotYetValidException e) {
      throw new BindingException(
          "the certificate in etcd.cert " + file + " is not valid yet; look at the clock.", e);
    }
  }

  private static X509Certificate[] certificates(Setting<String> setting, String file)
      throws BindingException {
    List<X509Certificate> certificates = new ArrayList<>();
    try (InputStream in = InputFile.open(InputFile.path(file))) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        certificates.add((X509Certificate) each);
      }
    } catch (IOException e) {
      throw unreadable(setting, file, e);
    } catch (CertificateException e) {
      throw new BindingException(
          setting.name() + " " + file + " holds no certificate that can be read: it takes PEM.", e);
    }
    if (certificates.isEmpty()) {
      throw new BindingException(
          setting.name() + " " + file + " holds no certificate: it takes PEM.");
    }
    return certificates.toArray(X509Certificate[]::new);
  }

  private static String read(Setting<String> setting, String file) throws BindingException {
    try {
      return InputFile.text(InputFile.path(file));
    } catch (IOException e) {
      throw unreadable(setting, file, e);
    }
  }

  private static BindingException unreadable(Setting<String> setting, String file, IOException e) {
    return new BindingException(
        setting.name() + " " + file + " cannot be read: " + FileReason.of(e) + ".", e);
  }
}
