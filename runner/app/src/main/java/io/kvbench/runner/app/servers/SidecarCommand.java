package io.kvbench.runner.app.servers;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.listen.Listening;
import io.kvbench.host.samples.SampleServer;
import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.HostSample;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.sidecar.Sidecar;
import io.kvbench.runner.sidecar.SidecarRequest;
import io.kvbench.runner.sidecar.TargetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code kvbench sidecar}, which samples a host and processes on it for its parent
 * process. The parent holds the standard input open, so that no sidecar outlives it.
 */
@Command(
    name = "sidecar",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutBindings.class,
    sortOptions = false,
    description = {
      "Samples this host and processes on it as JSON lines.",
      "Raw counters, once a second. A run starts its own sidecar (hosts.every), and reads sidecars"
          + " that --listen on other hosts (hosts).",
      "",
      "It stops when its standard input is closed, or after --count samples. On standard input, a"
          + " line 'watch NAME PID' replaces or adds a watched process, and 'directory DIR' adds a"
          + " directory. With --listen, standard input is not read."
    })
public final class SidecarCommand extends ContextCommand {
  private static final long NO_END = Long.MAX_VALUE;

  @Mixin private SidecarTargets targets = new SidecarTargets();

  @Mixin private SidecarListening listening = new SidecarListening();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Report the size of a directory, such as the server's data. May be repeated.")
  private List<Path> directories = new ArrayList<>();

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "Sampling interval, at least 100ms (default: ${DEFAULT-VALUE}).")
  private String every = "1s";

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Stop after N samples, and not when standard input is closed.")
  private long count = NO_END;

  @Option(
      names = "--until-closed",
      description =
          "Keep sampling for some seconds after Ctrl-C, until standard input is closed, while the"
              + " calling program finishes its work.")
  private boolean untilClosed;

  private long printed;

  public SidecarCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    SidecarRequest request =
        new SidecarRequest(
            targets.checked(problems), directories, SidecarTargets.period(every, problems));
    directories.stream()
        .filter(directory -> directory.toString().isEmpty() || !Files.isDirectory(directory))
        .forEach(
            directory -> problems.add("--directory", "'" + directory + "' is not a directory."));
    if (count < 1) {
      problems.add("--count", "must be 1 or more.");
    }
    if (listening.isAsked() && count != NO_END) {
      problems.add("--count", "cannot be combined with --listen.");
    }
    if (listening.isAsked() && untilClosed) {
      problems.add(
          "--until-closed",
          "cannot be combined with --listen, which does not read standard input.");
    }
    if (untilClosed && count != NO_END) {
      problems.add("--until-closed", "cannot be combined with --count.");
    }
    Optional<Listening> place = listening.checked(problems);
    return problems.isEmpty() ? sample(request, place) : terminal.refuse(problems);
  }

  private int sample(SidecarRequest request, Optional<Listening> place) {
    try {
      Sidecar sidecar = new Sidecar(request, NanoClock.system());
      return place.isPresent() ? serve(sidecar, place.get()) : print(sidecar);
    } catch (TargetException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    }
  }

  private int print(Sidecar sidecar) {
    if (!untilClosed) {
      stop.listen(sidecar::stop);
    }
    Thread.ofPlatform()
        .daemon()
        .name("standard-input")
        .start(new SidecarOrders(sidecar, closed(sidecar), terminal.err())::obey);
    terminal.out().println(HostSampleLines.line(sidecar.header()));
    sidecar.run(this::print);
    return ExitCode.FINE;
  }

  /** With --count the parent need not keep the standard input open. */
  private Runnable closed(Sidecar sidecar) {
    return count == NO_END ? sidecar::stop : () -> {};
  }

  private int serve(Sidecar sidecar, Listening place) {
    NanoClock clock = NanoClock.system();
    String header = HostSampleLines.line(sidecar.header());
    try (SampleServer server = SampleServer.open(place, header, clock)) {
      stop.listen(() -> end(sidecar, server));
      terminal.out().println("listening on " + server.address());
      if (!terminal.out().checkError() && server.awaitReader()) {
        sidecar.run(server::publish);
      }
      return ExitCode.FINE;
    } catch (IOException e) {
      return terminal.fail(place.address() + ": " + e.getMessage(), ExitCode.ENVIRONMENT);
    }
  }

  private static void end(Sidecar sidecar, SampleServer server) {
    sidecar.stop();
    server.close();
  }

  /** Returns whether the output still has a reader. */
  private boolean print(HostSample sample) {
    terminal.out().println(HostSampleLines.line(sample));
    printed++;
    return !terminal.out().checkError() && printed < count;
  }
}
