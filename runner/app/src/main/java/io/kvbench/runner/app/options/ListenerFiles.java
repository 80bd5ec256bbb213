package io.kvbench.runner.app.options;

import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.ListenOptions;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the files of a listener: its token, certificate and key. */
public final class ListenerFiles {
  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Require the token in the first line of a file that only its owner and group may read.")
  private @Nullable Path token;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "Use TLS, with the certificate in a PEM file.")
  private @Nullable Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Unencrypted private key of --cert in a PEM file.")
  private @Nullable Path key;

  public boolean hasToken() {
    return token != null;
  }

  public boolean hasCertificate() {
    return certificate != null;
  }

  public boolean hasKey() {
    return key != null;
  }

  public Optional<BearerToken> token(Problems problems) {
    return ListenOptions.token("--token-file", token, problems);
  }

  /**
   * Returns the TLS of the listener.
   *
   * @param authority that of clients; null to require no certificate of them
   */
  public Optional<SSLContext> tls(@Nullable Path authority, Problems problems) {
    return ListenOptions.tls("--", certificate, key, authority, problems);
  }
}
