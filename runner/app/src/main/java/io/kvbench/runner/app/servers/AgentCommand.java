package io.kvbench.runner.app.servers;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.server.LivenessPipe;
import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.Listening;
import io.kvbench.host.samples.SampleServer;
import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.SamplingHeader;
import io.kvbench.runner.agent.AgentRules;
import io.kvbench.runner.agent.AgentServers;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.sidecar.Sidecar;
import io.kvbench.runner.sidecar.SidecarRequest;
import io.kvbench.runner.sidecar.TargetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code kvbench agent}, which starts servers on this host for runs on other machines.
 */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutProfile.class,
    sortOptions = false,
    description = {
      "Starts servers, or carries load, for runs on other machines.",
      "",
      "It starts, stops and samples servers on this host (cluster.agents), and passes on their"
          + " logs. It serves one run at a time, and stops the servers when the run ends or its"
          + " controller has not contacted it for --lease.",
      "",
      "Runs can start servers of known systems with their declared settings, and nothing else:"
          + " commands, paths and files are the agent's own. They identify themselves with a"
          + " controller's certificate ('kvbench certs').",
      "",
      "With --controller it carries load instead: a part of the clients of one run."
    })
public final class AgentCommand extends ContextCommand {
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(5);
  private static final List<String> FOR_SERVERS =
      List.of(
          "--listen",
          "--cert",
          "--key",
          "--cacert",
          "--plaintext",
          "--directory",
          "--allow",
          "--allow-flags",
          "--lease");
  private static final Duration EVERY = Duration.ofSeconds(1);

  @Spec private CommandSpec spec = CommandSpec.create();

  @ArgGroup(validate = false)
  private AgentListening listening = new AgentListening();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "Start servers here: where their data, configuration and logs are, on the disk to"
              + " measure.")
  private @Nullable Path directory;

  @Option(
      names = "--controller",
      paramLabel = "HOST:PORT",
      description =
          "Carry load for the run that waits for agents there (agents=external:N), and exit when it"
              + " ends. --certs has this host's agent.crt and agent.key.")
  private @Nullable String controller;

  @Option(
      names = "--index",
      paramLabel = "N",
      description =
          "With --controller: the part of the run to carry, counted from 0, as in an Indexed Job of"
              + " Kubernetes (default: the first that is free).")
  private @Nullable Integer index;

  @Option(
      names = "--with-parent",
      hidden = true,
      description = "Exit at the end of standard input, and ignore Ctrl-C.")
  private boolean withParent;

  @Option(
      names = "--allow",
      split = ",",
      paramLabel = "SYSTEM",
      description = "Start servers of these systems only, separated by commas (default: all).")
  private Set<String> allowed = new HashSet<>();

  @Option(
      names = "--allow-flags",
      description =
          "Accept settings with flags of the user's own, such as cluster.SYSTEM.flags. With such"
              + " flags, servers can read and write files and run programs.")
  private boolean flags;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      defaultValue = "15s",
      description =
          "Stop the servers if the controller has not contacted the agent for this long, at least"
              + " 5s (default: ${DEFAULT-VALUE}).")
  private String lease = "15s";

  private final NanoClock clock = NanoClock.system();

  public AgentCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    if (withParent) {
      LivenessPipe.watch();
    }
    Problems problems = new Problems();
    if (controller != null) {
      FOR_SERVERS.stream()
          .filter(spec.commandLine().getParseResult()::hasMatchedOption)
          .forEach(option -> problems.add(option, "has no effect with --controller."));
      return new LoadRole(planning, terminal, stop)
          .call(
              controller,
              listening.certificates(),
              index == null ? OptionalInt.empty() : OptionalInt.of(index),
              problems);
    }
    if (index != null) {
      problems.add("--index", "has no effect without --controller.");
    }
    Optional<Listening> place = listening.checked(problems);
    Path files = directory == null ? Path.of("") : directory;
    if (directory == null) {
      problems.add(
          "--directory",
          "missing: an agent needs it to start servers, or --controller to carry load.");
    } else if (!Files.isDirectory(files) || !Files.isWritable(files)) {
      problems.add("--directory", "'" + files + "' is not a writable directory.");
    }
    List<String> known = planning.bindings().names();
    allowed.stream()
        .filter(system -> !known.contains(system))
        .forEach(
            system ->
                problems.add(
                    "--allow",
                    "unknown system '"
                        + system
                        + "'; there are "
                        + String.join(", ", known)
                        + "."));
    Duration patience = lease(problems);
    if (!problems.isEmpty() || place.isEmpty()) {
      return terminal.refuse(problems);
    }
    return serve(place.get(), new AgentRules(files.toAbsolutePath(), allowed, flags, patience));
  }

  private Duration lease(Problems problems) {
    try {
      Duration patience = Durations.parse(lease);
      if (patience.compareTo(SHORTEST_LEASE) >= 0) {
        return patience;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    problems.add("--lease", "invalid value " + lease + "; expected at least 5s, as in 15s or 1m.");
    return AgentRules.LEASE;
  }

  private int serve(Listening place, AgentRules rules) {
    try {
      Sidecar sidecar = new Sidecar(new SidecarRequest(List.of(), List.of(), EVERY), clock);
      AgentServers servers =
          new AgentServers(
              planning.bindings(),
              planning.clusters(),
              rules,
              sidecar,
              clock,
              terminal.out()::println);
      CountDownLatch ended = new CountDownLatch(1);
      try (SampleServer server =
          SampleServer.open(place, () -> header(sidecar, servers), servers, clock)) {
        stop.listen(
            () -> {
              ended.countDown();
              end(sidecar, server);
            });
        Thread unused =
            Thread.ofPlatform().daemon().name("leases").start(() -> expire(servers, ended));
        terminal.out().println("listening on " + server.address());
        if (server.awaitReader()) {
          sidecar.run(server::publish);
        }
      } finally {
        servers.close();
      }
      return ExitCode.FINE;
    } catch (TargetException e) {
      throw new IllegalStateException("there is no target", e);
    } catch (IOException e) {
      return terminal.fail(place.address() + ": " + e.getMessage(), ExitCode.ENVIRONMENT);
    }
  }

  private static void end(Sidecar sidecar, SampleServer server) {
    sidecar.stop();
    server.close();
  }

  private static void expire(AgentServers servers, CountDownLatch ended) {
    try {
      while (!ended.await(1, TimeUnit.SECONDS)) {
        servers.expire();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The targets are those of the servers at the time when a reader asks. */
  private static String header(Sidecar sidecar, AgentServers servers) {
    SamplingHeader header = sidecar.header();
    return HostSampleLines.line(
        new SamplingHeader(
            header.schema(),
            header.host(),
            header.operatingSystem(),
            header.startedAt(),
            header.everyMillis(),
            servers.names()));
  }
}
