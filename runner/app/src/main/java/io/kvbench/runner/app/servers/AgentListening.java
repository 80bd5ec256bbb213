package io.kvbench.runner.app.servers;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.ListenOptions;
import io.kvbench.host.listen.Listening;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of an agent's listener: its address and the certificates it trusts. */
final class AgentListening {
  private static final String HOST = "host";
  private static final String CA = "ca.crt";

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      description =
          "Address to listen on. HOST defaults to loopback, PORT to 9560; 0.0.0.0 is all addresses"
              + " of this host.")
  private String listen = Integer.toString(HostAddress.DEFAULT_PORT);

  @Option(
      names = "--certs",
      paramLabel = "DIR",
      description =
          "Directory of this host's certificate (host.crt, host.key) and of the authority whose"
              + " controllers it obeys (ca.crt), as 'kvbench certs' creates it.")
  private @Nullable Path certs;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "Certificate of this host in a PEM file, instead of --certs.")
  private @Nullable Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Unencrypted private key of --cert in a PEM file.")
  private @Nullable Path key;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description =
          "Certificate of the authority in a PEM file. Any certificate that it has issued for client"
              + " authentication only gives control of this agent.")
  private @Nullable Path authority;

  @Option(
      names = "--plaintext",
      description =
          "Listen on loopback without certificates, where every user of this host can command the"
              + " agent.")
  private boolean plaintext;

  /** Returns the directory of certificates, if one is given. */
  Optional<Path> certificates() {
    return Optional.ofNullable(certs);
  }

  /** Returns where to listen; the problems say why that is not possible. */
  Optional<Listening> checked(Problems problems) {
    Optional<HostAddress> address = ListenOptions.address("--listen", listen, problems);
    if (plaintext) {
      return address.flatMap(place -> readable(place, problems));
    }
    Path directory = certs;
    Path ownFile = certificate;
    Path keyFile = key;
    Path authorityFile = authority;
    if (directory != null && !anySingle()) {
      return secured(
          address, "--certs", PemPair.named(directory, HOST), directory.resolve(CA), problems);
    }
    if (directory == null && ownFile != null && keyFile != null && authorityFile != null) {
      return secured(address, "--cert", new PemPair(ownFile, keyFile), authorityFile, problems);
    }
    problems.add(
        "--certs",
        "an agent needs certificates: set either --certs to the directory that 'kvbench certs'"
            + " created for this host, or all of --cert, --key and --cacert.");
    return Optional.empty();
  }

  private boolean anySingle() {
    return certificate != null || key != null || authority != null;
  }

  private Optional<Listening> readable(HostAddress address, Problems problems) {
    if (certs != null || anySingle()) {
      problems.add("--plaintext", "cannot be combined with certificates; omit one of the two.");
    }
    if (!address.isLoopback()) {
      problems.add(
          "--plaintext",
          "is possible on loopback only, and "
              + address
              + " is reachable from other machines; create certificates with 'kvbench certs'.");
    }
    return problems.isEmpty()
        ? Optional.of(new Listening(address, Optional.empty(), Optional.empty()))
        : Optional.empty();
  }

  private static Optional<Listening> secured(
      Optional<HostAddress> address,
      String option,
      PemPair own,
      Path authority,
      Problems problems) {
    Optional<SSLContext> tls = ListenOptions.tls(option, own, authority, problems);
    return address.flatMap(place -> tls.map(known -> Listening.withCertificates(place, known)));
  }
}
