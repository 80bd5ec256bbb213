package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.host.HostSample;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Problems;
import io.kvbench.reports.files.HostSampleLines;
import io.kvbench.runner.sidecar.Sidecar;
import io.kvbench.runner.sidecar.SidecarRequest;
import io.kvbench.runner.sidecar.TargetException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code kvbench sidecar}: samples a host and processes on it for the program that started it. That
 * program holds its standard input open, so that no sidecar outlives whom it works for.
 */
@Command(
    name = "sidecar",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints what this host and processes on it do, as lines of JSON: counters as they stand, once"
          + " a second. A run starts one by itself (hosts.every).",
      "",
      "It ends when its standard input is closed. A line 'watch NAME PID' there puts another process"
          + " in the place of one that is watched, or watches one more; 'directory DIR' adds a"
          + " directory."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  kvbench sidecar --port 2379 --directory /var/lib/etcd",
      "      the process that listens on etcd's port, and the space of its data",
      "  kvbench sidecar --name QuorumPeerMain --every 100ms --count 600 > samples.jsonl",
      "      the JVM of ZooKeeper for a minute, ten times a second, into a file",
      "  kvbench sidecar --pid node1=4711 --pid node2=4712 --client 4700",
      "      two servers under names of their own, and a client without its children"
    })
final class SidecarCommand implements Callable<Integer> {
  private static final String WATCH = "watch ";
  private static final String DIRECTORY = "directory ";

  @ArgGroup(validate = false)
  private SidecarTargets targets = new SidecarTargets();

  @Option(
      names = {"--directory"},
      paramLabel = "DIR",
      description = "Tell the space of a directory, such as the server's data. May be repeated.")
  private List<Path> directories = new ArrayList<>();

  @Option(
      names = {"--every"},
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "The time between samples, at least 100ms (default: ${DEFAULT-VALUE}).")
  private String every = "1s";

  @Option(
      names = {"--count"},
      paramLabel = "N",
      description = "End after this many samples.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = {"--until-closed"},
      description =
          "Go on after Ctrl-C for some seconds, until standard input is closed: for a program that"
              + " has work to finish then.")
  private boolean untilClosed;

  private final Terminal terminal;
  private final StopSignal stop;
  private long printed;

  SidecarCommand(Terminal terminal, StopSignal stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    SidecarRequest request =
        new SidecarRequest(
            targets.checked(problems), directories, SidecarTargets.period(every, problems));
    directories.stream()
        .filter(directory -> !Files.isDirectory(directory))
        .forEach(directory -> problems.add("--directory", directory + " is no directory."));
    if (count < 1) {
      problems.add("--count", "takes a number of at least 1.");
    }
    return problems.isEmpty() ? sample(request) : CommandLineApp.refuse(terminal, problems);
  }

  private int sample(SidecarRequest request) {
    try {
      Sidecar sidecar = new Sidecar(request, NanoClock.system());
      if (!untilClosed) {
        stop.listen(sidecar::stop);
      }
      Thread.ofPlatform().daemon().name("standard-input").start(() -> obey(sidecar));
      terminal.out().println(HostSampleLines.line(sidecar.header()));
      sidecar.run(this::print);
      return ExitCode.FINE;
    } catch (TargetException e) {
      terminal.err().println("kvbench: " + e.getMessage());
      return ExitCode.ENVIRONMENT;
    }
  }

  /** Returns whether somebody is still there to read. */
  private boolean print(HostSample sample) {
    terminal.out().println(HostSampleLines.line(sample));
    printed++;
    return !terminal.out().checkError() && printed < count;
  }

  private static void obey(Sidecar sidecar) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(WATCH)) {
          watch(line.substring(WATCH.length()), sidecar);
        } else if (line.startsWith(DIRECTORY)) {
          sidecar.watch(Path.of(line.substring(DIRECTORY.length())));
        }
      }
    } catch (IOException e) {
      // As good as closed.
    } finally {
      sidecar.stop();
    }
  }

  private static void watch(String change, Sidecar sidecar) {
    int space = change.lastIndexOf(' ');
    String pids = change.substring(space + 1);
    if (space > 0 && pids.matches("\\d{1,10}(,\\d{1,10})*")) {
      sidecar.watch(
          change.substring(0, space), Stream.of(pids.split(",", -1)).map(Long::parseLong).toList());
    }
  }
}
