package io.kvbench.runner.app;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.Tls;
import io.kvbench.core.setting.Problems;
import io.kvbench.results.host.BearerToken;
import io.kvbench.results.host.SidecarAddress;
import io.kvbench.runner.sidecar.listen.Listening;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where to listen and for whom. */
final class SidecarListening {
  @Option(
      names = "--listen",
      arity = "0..1",
      fallbackValue = "" + SidecarAddress.DEFAULT_PORT,
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
      description = "Unencrypted private key of --cert in a PEM file (PKCS #8).")
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
    Optional<SidecarAddress> address = address("--listen", text, problems);
    Optional<BearerToken> token = tokenFile == null ? Optional.empty() : token(tokenFile, problems);
    Optional<SSLContext> tls = tls(problems);
    if (address.isEmpty()) {
      return Optional.empty();
    }
    if (!address.get().isLoopback()) {
      checkOffLoopback(text, problems);
    }
    return problems.isEmpty()
        ? Optional.of(new Listening(address.get(), token, tls))
        : Optional.empty();
  }

  private void refuseAlone(Problems problems) {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--token-file", tokenFile != null);
    given.put("--cert", certificate != null);
    given.put("--key", key != null);
    given.put("--plaintext", plaintext);
    given.forEach(
        (option, isGiven) -> {
          if (isGiven) {
            problems.add(option, "has no effect without --listen.");
          }
        });
  }

  /** Returns where to listen by the value of an option. */
  static Optional<SidecarAddress> address(String option, String text, Problems problems) {
    try {
      SidecarAddress address =
          text.matches("\\d+")
              ? new SidecarAddress(SidecarAddress.LOOPBACK, Integer.parseInt(text))
              : SidecarAddress.parse(text);
      InetAddress unused = InetAddress.getByName(address.host());
      return Optional.of(address);
    } catch (IllegalArgumentException e) {
      problems.add(option, "invalid value " + text + "; expected PORT or HOST:PORT.");
    } catch (UnknownHostException e) {
      problems.add(option, text + " has a host that cannot be resolved.");
    }
    return Optional.empty();
  }

  /** One message for everything that is missing, since one thought leads to all of it. */
  private void checkOffLoopback(String text, Problems problems) {
    boolean open = tokenFile == null;
    boolean readable = certificate == null && !plaintext;
    if (open || readable) {
      problems.add(
          "--listen " + text,
          "is reachable from other machines"
              + (open ? "; restrict access with --token-file" : "")
              + (readable
                  ? "; set --cert and --key to encrypt the token, or --plaintext on a trusted"
                      + " network"
                  : "")
              + "; or listen on loopback and connect through ssh -L.");
    }
  }

  static Optional<BearerToken> token(Path file, Problems problems) {
    try {
      return Optional.of(BearerToken.read(file));
    } catch (IOException e) {
      problems.add("--token-file", file + " " + e.getMessage() + ".");
      return Optional.empty();
    }
  }

  private Optional<SSLContext> tls(Problems problems) {
    Path certificateFile = certificate;
    Path keyFile = key;
    if (certificateFile == null && keyFile == null) {
      return Optional.empty();
    }
    if (certificateFile == null || keyFile == null) {
      problems.add(
          certificateFile == null ? "--key" : "--cert", "--cert and --key must be used together.");
      return Optional.empty();
    }
    if (plaintext) {
      problems.add("--plaintext", "--cert and --plaintext are mutually exclusive.");
    }
    try {
      return Optional.of(Tls.identified(new PemPair(certificateFile, keyFile)));
    } catch (IOException e) {
      problems.add("--cert", e.getMessage() + ".");
      return Optional.empty();
    }
  }
}
