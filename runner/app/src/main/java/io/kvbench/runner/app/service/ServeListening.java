package io.kvbench.runner.app.service;

import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.ListenOptions;
import io.kvbench.host.listen.Listening;
import io.kvbench.runner.app.options.ListenerFiles;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the service's listener: its address, tokens and certificates. */
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
  private String host = HostAddress.LOOPBACK;

  @Mixin private ListenerFiles files = new ListenerFiles();

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description =
          "Require a controller's certificate ('kvbench certs') of an authority in a PEM file.")
  private @Nullable Path authority;

  /** Returns where to listen; the problems say why that is not possible. */
  Optional<Listening> checked(Problems problems) {
    Optional<HostAddress> address = address(problems);
    Optional<BearerToken> token = files.token(problems);
    Optional<SSLContext> tls = files.tls(authority, problems);
    if (address.isPresent() && !address.get().isLoopback()) {
      ListenOptions.refuseOffLoopback(
          "--host " + host,
          problems,
          !files.hasCertificate() ? "encrypt with --cert and --key" : "",
          !files.hasToken() && authority == null
              ? "restrict access with --token-file or --cacert"
              : "");
    }
    return problems.isEmpty()
        ? address.map(place -> new Listening(place, token, tls, authority != null))
        : Optional.empty();
  }

  private Optional<HostAddress> address(Problems problems) {
    if (port < 0 || port > HIGHEST_PORT) {
      problems.add("--port", "must be from 0 to " + HIGHEST_PORT + ".");
      return Optional.empty();
    }
    boolean six = host.contains(":") && !host.startsWith("[");
    String place = (six ? "[" + host + "]" : host) + ":" + port;
    return ListenOptions.address("--host", place, problems);
  }
}
