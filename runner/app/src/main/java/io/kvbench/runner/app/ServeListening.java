package io.kvbench.runner.app;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.Tls;
import io.kvbench.core.setting.Problems;
import io.kvbench.results.host.BearerToken;
import io.kvbench.results.host.SidecarAddress;
import io.kvbench.runner.sidecar.listen.Listening;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the service listens and for whom. */
final class ServeListening {
  private static final int HIGHEST_PORT = 65_535;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port to listen on, 0 for any free one (default: 8080).")
  private int port = 8080;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "Address to listen on (default: 127.0.0.1). Any but loopback requires --cert and --key,"
              + " and --token-file or --cacert.")
  private String host = SidecarAddress.LOOPBACK;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Require the token in the first line of a file that only its owner and group may read.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "Use TLS, with the certificate in a PEM file.")
  private @Nullable Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Unencrypted private key of --cert in a PEM file (PKCS #8).")
  private @Nullable Path key;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description =
          "Require a controller's certificate ('kvbench certs') of an authority in a PEM file.")
  private @Nullable Path authority;

  /** Returns where to listen; the problems say why that is not possible. */
  Optional<Listening> checked(Problems problems) {
    Optional<SidecarAddress> address = address(problems);
    Optional<BearerToken> token = token(problems);
    Optional<SSLContext> tls = tls("--", certificate, key, authority, problems);
    if (address.isPresent() && !address.get().isLoopback()) {
      checkOffLoopback(problems);
    }
    return problems.isEmpty()
        ? address.map(place -> new Listening(place, token, tls, authority != null))
        : Optional.empty();
  }

  private Optional<SidecarAddress> address(Problems problems) {
    if (port < 0 || port > HIGHEST_PORT) {
      problems.add("--port", "must be from 0 to " + HIGHEST_PORT + ".");
      return Optional.empty();
    }
    boolean six = host.contains(":") && !host.startsWith("[");
    String place = (six ? "[" + host + "]" : host) + ":" + port;
    return SidecarListening.address("--host", place, problems);
  }

  /** One message for everything that is missing, since one thought leads to all of it. */
  private void checkOffLoopback(Problems problems) {
    boolean open = tokenFile == null && authority == null;
    boolean readable = certificate == null;
    if (open || readable) {
      problems.add(
          "--host " + host,
          "is reachable from other machines"
              + (readable ? "; encrypt with --cert and --key" : "")
              + (open ? "; restrict access with --token-file or --cacert" : "")
              + "; or listen on loopback and connect through ssh -L.");
    }
  }

  private Optional<BearerToken> token(Problems problems) {
    return tokenFile == null ? Optional.empty() : SidecarListening.token(tokenFile, problems);
  }

  /**
   * Returns the TLS that the files of options ask for; the problems say why that is not possible.
   *
   * @param prefix what the names of the options begin with, such as {@code --}
   * @param authority of the clients' certificates; null if they need none
   */
  static Optional<SSLContext> tls(
      String prefix,
      @Nullable Path certificate,
      @Nullable Path key,
      @Nullable Path authority,
      Problems problems) {
    if (certificate == null && key == null && authority == null) {
      return Optional.empty();
    }
    if (certificate == null || key == null) {
      problems.add(
          prefix + "cert",
          "%1$scert and %1$skey must be used together, and %1$scacert needs them."
              .formatted(prefix));
      return Optional.empty();
    }
    PemPair own = new PemPair(certificate, key);
    try {
      return Optional.of(authority == null ? Tls.identified(own) : Tls.mutual(own, authority));
    } catch (IOException e) {
      problems.add(prefix + "cert", e.getMessage() + ".");
      return Optional.empty();
    }
  }
}
