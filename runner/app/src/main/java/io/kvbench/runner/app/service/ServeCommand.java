package io.kvbench.runner.app.service;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.Listening;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.OwnCommand;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.service.Service;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code kvbench serve}, which offers benchmarks to other programs over HTTP. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Serves benchmarks over HTTP and in a browser.",
      "Programs and people start runs, follow them, and fetch and compare their results. One run at"
          + " a time; others wait in a queue that survives a restart.",
      "",
      "Clients may set properties of the load and of servers, but no file, command or secret of"
          + " this machine. /v1/openapi.json describes the interface. Ctrl-C stops the run, which"
          + " keeps what it has measured."
    })
public final class ServeCommand extends ContextCommand {
  private static final int MOST_WAITING = 1_000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  @Mixin private ServeListening listening = new ServeListening();

  @Option(
      names = {"--results", "--directory"},
      paramLabel = "DIR",
      defaultValue = "service",
      description =
          "Directory of runs, results, the queue and audit.log (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("service");

  @Option(
      names = "--queue",
      paramLabel = "N",
      description = "Max number of runs that wait, from 0 to 1000 (default: ${DEFAULT-VALUE}).")
  private int queue = 16;

  @Option(
      names = "--max-time",
      paramLabel = "TIME",
      defaultValue = "1h",
      description = "Stop a run that takes longer than this (default: ${DEFAULT-VALUE}).")
  private String longest = "1h";

  @Option(
      names = {"-db", "--system"},
      paramLabel = "SYSTEM",
      description = "System of /benchmark/read and /benchmark/write.")
  private @Nullable String system;

  @Option(
      names = {"-P", "--workload"},
      paramLabel = "FILE",
      description =
          "File of properties of all runs, such as credentials of the store, which clients can"
              + " neither set nor see. May be repeated.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description = "Property of all runs; overrides the files. May be repeated.")
  private List<String> properties = new ArrayList<>();

  @Option(
      names = "--allow",
      split = ",",
      paramLabel = "PROPERTY",
      description =
          "Let clients set further properties, separated by commas, such as fault. What they can do"
              + " with them is up to you.")
  private Set<String> allowed = new LinkedHashSet<>();

  public ServeCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    Optional<Listening> place = listening.checked(problems);
    Assignments fixed = planning.assignments(RunOptions.of(files, properties), problems);
    checkCredentials(planning.planning().resolve(fixed, problems), problems);
    checkAllowed(problems);
    String benchmarked = system == null ? defaultSystem() : system;
    if (planning.bindings().find(benchmarked).isEmpty() && system != null) {
      planning.system(system, problems);
    }
    if (queue < 0 || queue > MOST_WAITING) {
      problems.add("--queue", "must be from 0 to " + MOST_WAITING + ".");
    }
    Optional<Duration> limit = limit(problems);
    if (!problems.isEmpty() || place.isEmpty() || limit.isEmpty()) {
      return terminal.refuse(problems);
    }
    return serve(
        new Service.Options(
            place.get(), directory, queue, limit.get(), benchmarked, allowed, fixed));
  }

  /** Properties that are not for clients are credentials where a system's clients have them. */
  private void checkCredentials(Settings fixed, Problems problems) {
    if (fixed.isGiven(RunSettings.ENDPOINTS)) {
      return;
    }
    planning.bindings().all().stream()
        .flatMap(each -> each.system().settings().stream())
        .filter(setting -> !setting.remote() && fixed.isGiven(setting))
        .map(Setting::name)
        .distinct()
        .forEach(
            name ->
                problems.add(
                    "-p " + name,
                    "needs -p endpoints=HOST:PORT,..., since clients could otherwise have"
                        + " credentials sent to servers of their own."));
  }

  private void checkAllowed(Problems problems) {
    for (String name : allowed) {
      Optional<Setting<?>> found =
          planning.settings().stream()
              .<Setting<?>>map(setting -> setting)
              .filter(setting -> setting.name().equals(name))
              .findFirst();
      if (found.isEmpty()) {
        problems.add("--allow " + name, "unknown property; " + CommandLinePlanner.LIST + ".");
      } else if (found.get().secret()) {
        problems.add("--allow " + name, "is a secret, which clients cannot set.");
      }
    }
  }

  private Optional<Duration> limit(Problems problems) {
    try {
      Duration time = Durations.parse(longest);
      if (time.compareTo(SHORTEST) >= 0) {
        return Optional.of(time);
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    problems.add(
        "--max-time", "invalid value " + longest + "; expected at least 1s, as in 90s or 1h.");
    return Optional.empty();
  }

  private int serve(Service.Options options) {
    RunCommands commands = OwnCommand.ofRuns();
    try (Service service =
        Service.open(
            options, planning.bindings(), planning.planning(), commands, NanoClock.system())) {
      CountDownLatch ended = new CountDownLatch(1);
      stop.listen(ended::countDown);
      terminal.out().println("listening on " + service.address());
      terminal.out().flush();
      ended.await();
      return ExitCode.FINE;
    } catch (IOException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  /** The older service, whose two requests these are, was for one system. */
  private static String defaultSystem() {
    try (InputStream in = ServeCommand.class.getResourceAsStream("ServeCommand.system")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
