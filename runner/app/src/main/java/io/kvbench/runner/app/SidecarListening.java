package io.kvbench.runner.app;

import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.ListenOptions;
import io.kvbench.host.listen.Listening;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the sidecar's listener: its address, tokens and certificates. */
final class SidecarListening {
  @Option(
      names = "--listen",
      arity = "0..1",
      fallbackValue = "" + HostAddress.DEFAULT_PORT,
      paramLabel = "[HOST:]PORT",
      description =
          "Serve the samples over HTTP instead of printing them, until Ctrl-C. HOST defaults to"
              + " loopback, PORT to 9560. Any other HOST requires --token-file, and --cert or"
              + " --plaintext.")
  private @Nullable String listen;

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
      description = "Unencrypted private key of --cert in a PEM file.")
  private @Nullable Path key;

  @Option(
      names = "--plaintext",
      description =
          "Listen beyond loopback without TLS, where anyone on the network can read token and"
              + " samples.")
  private boolean plaintext;

  /** Returns whether to listen at all. */
  boolean isAsked() {
    return listen != null;
  }

  /** Returns where to listen; the problems say why that is not possible. */
  Optional<Listening> checked(Problems problems) {
    String text = listen;
    if (text == null) {
      refuseAlone(problems);
      return Optional.empty();
    }
    Optional<HostAddress> address = ListenOptions.address("--listen", text, problems);
    Optional<BearerToken> token = ListenOptions.token("--token-file", tokenFile, problems);
    Optional<SSLContext> tls = ListenOptions.tls("--", certificate, key, null, problems);
    if (plaintext && certificate != null) {
      problems.add("--plaintext", "--cert and --plaintext are mutually exclusive.");
    }
    if (address.isPresent() && !address.get().isLoopback()) {
      ListenOptions.refuseOffLoopback(
          "--listen " + text,
          problems,
          tokenFile == null ? "restrict access with --token-file" : "",
          certificate == null && !plaintext
              ? "set --cert and --key to encrypt the token, or --plaintext on a trusted network"
              : "");
    }
    return problems.isEmpty()
        ? address.map(place -> new Listening(place, token, tls))
        : Optional.empty();
  }

  private void refuseAlone(Problems problems) {
    refuseAlone("--token-file", tokenFile != null, problems);
    refuseAlone("--cert", certificate != null, problems);
    refuseAlone("--key", key != null, problems);
    refuseAlone("--plaintext", plaintext, problems);
  }

  private static void refuseAlone(String option, boolean isGiven, Problems problems) {
    if (isGiven) {
      problems.add(option, "has no effect without --listen.");
    }
  }
}
