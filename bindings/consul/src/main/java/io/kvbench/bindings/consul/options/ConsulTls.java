package io.kvbench.bindings.consul.options;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.tls.PemFile;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS configuration.
 *
 * @param context the context of both kinds of connections
 * @param trust its trust manager, which consul-client requires in addition
 */
public record ConsulTls(SSLContext context, X509TrustManager trust) {
  /** Reads the files that the settings name; empty for plain HTTP. */
  public static Optional<ConsulTls> of(Settings settings) throws BindingException {
    if (!settings.get(ConsulSettings.TLS)) {
      return Optional.empty();
    }
    Optional<List<X509Certificate>> trusted =
        PemFile.certificates(ConsulSettings.CA_CERT, settings);
    Optional<PemFile.Identity> own =
        PemFile.identity(ConsulSettings.CERT, ConsulSettings.KEY, settings);
    try {
      X509TrustManager trust =
          trusted.isPresent()
              ? TlsContexts.trustManager(trusted.get())
              : TlsContexts.javaTrustManager();
      @Nullable KeyManager keys =
          own.isPresent() ? TlsContexts.keyManager(own.get().key(), own.get().chain()) : null;
      return Optional.of(new ConsulTls(TlsContexts.context(keys, trust), trust));
    } catch (IOException | GeneralSecurityException e) {
      throw new BindingException(
          "TLS to Consul cannot be set up: "
              + Causes.innermost(e)
              + "; check consul.cacert, consul.cert and consul.key.",
          e);
    }
  }

  /** Finds settings without effect or with an unintended one, and invalid files. */
  public static void check(Settings settings) throws BindingException {
    List<Setting<String>> files =
        List.of(ConsulSettings.CA_CERT, ConsulSettings.CERT, ConsulSettings.KEY);
    for (Setting<String> file : files) {
      if (settings.isGiven(file) && !settings.get(ConsulSettings.TLS)) {
        throw new BindingException(
            settings.whereIs(file) + ": " + file.name() + " needs consul.tls=true.");
      }
    }
    Optional<ConsulTls> unused = of(settings);
  }

  /** Returns the client's end of a connection; the server's certificate must name the host. */
  public SSLEngine engine(Endpoint endpoint) {
    SSLEngine engine = context.createSSLEngine(endpoint.host(), endpoint.port());
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }
}
