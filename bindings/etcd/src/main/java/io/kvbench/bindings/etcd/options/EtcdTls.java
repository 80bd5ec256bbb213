package io.kvbench.bindings.etcd.options;

import io.grpc.netty.GrpcSslContexts;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.tls.PemFile;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Settings;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** The TLS configuration: whether to use it, and the certificates, which are checked here. */
public final class EtcdTls {
  private EtcdTls() {}

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
    Optional<List<X509Certificate>> trusted = PemFile.certificates(EtcdSettings.CA_CERT, settings);
    Optional<PemFile.Identity> own =
        PemFile.identity(EtcdSettings.CERT, EtcdSettings.KEY, settings);
    try {
      SslContextBuilder builder = SslContextBuilder.forClient();
      trusted.ifPresent(builder::trustManager);
      own.ifPresent(identity -> builder.keyManager(identity.key(), identity.chain()));
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
}
