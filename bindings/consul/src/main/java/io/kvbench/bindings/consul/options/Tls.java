package io.kvbench.bindings.consul.options;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.tls.PemFile;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
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
public record Tls(SSLContext context, X509TrustManager trust) {
  /** Reads the files that the settings name; empty for plain HTTP. */
  public static Optional<Tls> of(Settings settings) throws BindingException {
    if (!settings.get(ConsulSettings.TLS)) {
      return Optional.empty();
    }
    try {
      X509TrustManager trust = trust(settings.find(ConsulSettings.CA_CERT));
      return Optional.of(new Tls(TlsContexts.context(keys(settings), trust), trust));
    } catch (NoSuchFileException e) {
      throw new BindingException(
          "there is no file " + e.getFile() + "; check consul.cacert, consul.cert and consul.key.",
          e);
    } catch (IOException | GeneralSecurityException e) {
      throw new BindingException(
          "TLS to Consul cannot be set up: "
              + (e instanceof IOException unread ? FileReason.of(unread) : Causes.innermost(e))
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
    if (settings.isGiven(ConsulSettings.CERT) != settings.isGiven(ConsulSettings.KEY)) {
      throw new BindingException("consul.cert and consul.key must be used together.");
    }
    Optional<Tls> unused = of(settings);
  }

  private static X509TrustManager trust(Optional<String> file)
      throws IOException, GeneralSecurityException {
    return file.isPresent()
        ? TlsContexts.trustManager(certificates(PemFile.read(ConsulSettings.CA_CERT, file.get())))
        : TlsContexts.javaTrustManager();
  }

  private static @Nullable KeyManager keys(Settings settings)
      throws IOException, GeneralSecurityException, BindingException {
    Optional<String> certificates = settings.find(ConsulSettings.CERT);
    Optional<String> key = settings.find(ConsulSettings.KEY);
    if (certificates.isEmpty() || key.isEmpty()) {
      return null;
    }
    PemFile chainFile = PemFile.read(ConsulSettings.CERT, certificates.get());
    List<X509Certificate> chain = certificates(chainFile);
    chainFile.checkDates(chain.getFirst());
    PemFile keyFile = PemFile.read(ConsulSettings.KEY, key.get());
    PrivateKey privateKey =
        keyFile
            .privateKey(chain.getFirst().getPublicKey())
            .orElseThrow(
                () -> new GeneralSecurityException("no private key is in " + keyFile.file()));
    keyFile.checkKey(privateKey, chainFile, chain.getFirst());
    return TlsContexts.keyManager(privateKey, chain);
  }

  private static List<X509Certificate> certificates(PemFile file) throws GeneralSecurityException {
    List<X509Certificate> certificates = file.certificates();
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("no certificate is in " + file.file());
    }
    return certificates;
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
