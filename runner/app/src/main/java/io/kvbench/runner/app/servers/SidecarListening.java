package io.kvbench.runner.app.servers;

import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.ListenOptions;
import io.kvbench.host.listen.Listening;
import io.kvbench.runner.app.options.ListenerFiles;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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

  @Mixin private ListenerFiles files = new ListenerFiles();

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
    Optional<BearerToken> token = files.token(problems);
    Optional<SSLContext> tls = files.tls(null, problems);
    if (plaintext && files.hasCertificate()) {
      problems.add("--plaintext", "--cert and --plaintext are mutually exclusive.");
    }
    if (address.isPresent() && !address.get().isLoopback()) {
      ListenOptions.refuseOffLoopback(
          "--listen " + text,
          problems,
          !files.hasToken() ? "restrict access with --token-file" : "",
          !files.hasCertificate() && !plaintext
              ? "set --cert and --key to encrypt the token, or --plaintext on a trusted network"
              : "");
    }
    return problems.isEmpty()
        ? address.map(place -> new Listening(place, token, tls))
        : Optional.empty();
  }

  private void refuseAlone(Problems problems) {
    refuseAlone("--token-file", files.hasToken(), problems);
    refuseAlone("--cert", files.hasCertificate(), problems);
    refuseAlone("--key", files.hasKey(), problems);
    refuseAlone("--plaintext", plaintext, problems);
  }

  private static void refuseAlone(String option, boolean isGiven, Problems problems) {
    if (isGiven) {
      problems.add(option, "has no effect without --listen.");
    }
  }
}
