package io.kvbench.bindings.etcd.options;

import io.grpc.netty.GrpcSslContexts;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.tls.PemFile;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** The TLS configuration: whether to use it, and the certificates, which are checked here. */
public final class Tls {
  private Tls() {}

  /** Returns the TLS context; empty if TLS is not used. */
  public static Optional<SslContext> of(Settings settings, List<String> endpoints)
      throws BindingException {
    if (!isWanted(settings, endpoints)) {
      return Optional.empty();
    }
    if (settings.find(EtcdSettings.SERVER_NAME).filter(String::isBlank).isPresent()) {
      throw new BindingException(
          "etcd.servername is empty; write the name that the certificates have, or omit it.");
    }
    try {
      SslContextBuilder builder = SslContextBuilder.forClient();
      Optional<String> trusted = settings.find(EtcdSettings.CA_CERT);
      if (trusted.isPresent()) {
        builder.trustManager(certificates(read(EtcdSettings.CA_CERT, trusted.get())));
      }
      identify(settings, builder);
      return Optional.of(GrpcSslContexts.configure(builder, SslProvider.JDK).build());
    } catch (SSLException | IllegalArgumentException e) {
      throw new BindingException(
          "TLS to etcd cannot be set up: "
              + Causes.innermost(e)
              + "; check etcd.cacert, etcd.cert and etcd.key.",
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
          "TLS is enabled, but an endpoint begins with http://; use https://, or omit etcd.tls,"
              + " etcd.cacert, etcd.cert, etcd.key and etcd.servername.");
    }
    if (!wanted && (https || files)) {
      throw new BindingException(
          "etcd.tls=false cannot be combined with endpoints that begin with https://, nor with"
              + " etcd.cacert, etcd.cert, etcd.key and etcd.servername; use one of the two.");
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
      throw new BindingException("etcd.cert and etcd.key must be used together.");
    }
    if (certificate.isPresent() && key.isPresent()) {
      PemFile chainFile = read(EtcdSettings.CERT, certificate.get());
      X509Certificate[] chain = certificates(chainFile);
      chainFile.checkDates(chain[0]);
      PemFile keyFile = read(EtcdSettings.KEY, key.get());
      try {
        PrivateKey privateKey =
            keyFile
                .privateKey(chain[0].getPublicKey())
                .orElseThrow(() -> new GeneralSecurityException("there is no private key in it"));
        keyFile.checkKey(privateKey, chainFile, chain[0]);
        builder.keyManager(privateKey, chain);
      } catch (GeneralSecurityException e) {
        throw new BindingException(
            "etcd.key " + key.get() + " cannot be used: " + e.getMessage() + ".", e);
      }
    }
  }

  private static X509Certificate[] certificates(PemFile file) throws BindingException {
    String which = file.setting() + " " + file.file();
    try {
      List<X509Certificate> certificates = file.certificates();
      if (certificates.isEmpty()) {
        throw new BindingException(which + " contains no PEM certificate.");
      }
      return certificates.toArray(X509Certificate[]::new);
    } catch (CertificateException e) {
      throw new BindingException(which + " contains no readable PEM certificate.", e);
    }
  }

  private static PemFile read(Setting<String> setting, String file) throws BindingException {
    try {
      return PemFile.read(setting, file);
    } catch (IOException e) {
      throw new BindingException(
          setting.name() + " " + file + " cannot be read: " + FileReason.of(e) + ".", e);
    }
  }
}
