package io.kvbench.runner.app.servers;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.app.options.OwnCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.distributed.agent.LoadAgent;
import io.kvbench.runner.distributed.coordination.ControllerConnection;
import io.kvbench.runner.distributed.coordination.Identity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** The role of {@code kvbench agent --controller}. */
record LoadRole(CommandLinePlanner planning, Terminal terminal, StopSignal stop) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String CA = "ca.crt";

  /**
   * Serves one run, and returns the exit code.
   *
   * @param index which part of the run to carry, counted from 0; empty where any will do
   * @param problems found until now
   */
  int call(String controller, Optional<Path> certificates, OptionalInt index, Problems problems) {
    Optional<HostAddress> address = address(controller, problems);
    Optional<Identity> identity = identity(certificates, problems);
    if (index.isPresent() && index.getAsInt() < 0) {
      problems.add("--index", "must be 0 or more.");
    }
    if (address.isEmpty() || identity.isEmpty() || !problems.isEmpty()) {
      return terminal.refuse(problems);
    }
    try (ControllerConnection coordination =
        ControllerConnection.connect(address.get().toString(), identity.get(), PATIENCE)) {
      new LoadAgent(
              coordination,
              planning.planning(),
              NanoClock.system(),
              stop,
              OwnCommand.sidecar(),
              line -> {
                terminal.out().println(line);
                terminal.out().flush();
              })
          .serve(index);
      return stop.isGiven() ? ExitCode.INTERRUPTED : ExitCode.FINE;
    } catch (IOException e) {
      return terminal.fail(e.getMessage() + ".", ExitCode.ENVIRONMENT);
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private static Optional<HostAddress> address(String text, Problems problems) {
    try {
      HostAddress address = HostAddress.parse(text);
      if (address.port() > 0 && text.endsWith(":" + address.port())) {
        return Optional.of(address);
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    problems.add(
        "--controller",
        "invalid value %s; expected HOST:PORT, as in controller:%d."
            .formatted(text, LoadAgentSettings.DEFAULT_PORT));
    return Optional.empty();
  }

  private static Optional<Identity> identity(Optional<Path> certificates, Problems problems) {
    if (certificates.isEmpty()) {
      problems.add(
          "--certs",
          "missing: an agent identifies itself with the agent.crt that 'kvbench certs' created for"
              + " this host.");
      return Optional.empty();
    }
    Path directory = certificates.get();
    Identity identity =
        new Identity(PemPair.named(directory, LoadAgent.CERTIFICATE), directory.resolve(CA));
    try {
      Object unused = TlsContexts.mutual(identity.own(), identity.authority());
      return Optional.of(identity);
    } catch (IOException e) {
      problems.add("--certs", e.getMessage() + ".");
      return Optional.empty();
    }
  }
}
