package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.PlanDocument.PhaseDocument;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A suite of the real kvbench.jar, started as often as need be, in one directory. */
record SuiteProcess(Path directory, Path file, String results, List<String> more) {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  static SuiteProcess of(Path directory, String text, String results, String... more)
      throws IOException {
    Path file = Files.writeString(directory.resolve("mine"), text);
    return new SuiteProcess(directory, file, results, List.of(more));
  }

  KvbenchProcess start() throws IOException {
    return KvbenchProcess.start(directory, arguments());
  }

  /** Starts it where few runs are left: those start slower, without shared classes. */
  KvbenchThread startInThread() {
    return KvbenchThread.start(directory, arguments());
  }

  private String[] arguments() {
    List<String> arguments =
        new ArrayList<>(List.of("suite", file.toString(), "--results", results));
    arguments.addAll(more);
    return arguments.toArray(String[]::new);
  }

  Path path() {
    return directory.resolve(results).resolve("mine");
  }

  SuiteDocument read() throws ResultFormatException {
    return SuiteDirectory.read(path());
  }

  /** Runs it to its end, and returns its document. */
  SuiteDocument run() throws Exception {
    try (KvbenchProcess kvbench = start()) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.resultDirectory()).isEqualTo(directory.resolve(results + "/mine"));
    }
    return read();
  }

  /** Kills it in the middle of a run, once so many are done; nothing of it runs on. */
  void killAfter(int done) throws Exception {
    Collection<ProcessHandle> descendants;
    try (KvbenchProcess kvbench = start()) {
      awaitRunning(kvbench, done);
      descendants = kvbench.handle().descendants().toList();
      kvbench.signal("KILL");
      kvbench.exitCode();
    }
    for (ProcessHandle each : descendants) {
      each.onExit().get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Waits for a run with a first interval. */
  void awaitRunning(KvbenchProcess kvbench, int done) throws InterruptedException {
    kvbench.await(() -> isRunning(done), done + " runs and the beginning of another");
  }

  private boolean isRunning(int done) {
    try {
      SuiteDocument suite = read();
      Optional<Cell> running =
          suite.cells().stream().filter(cell -> cell.status() == Status.RUNNING).findFirst();
      return suite.count(Status.DONE) >= done
          && running.isPresent()
          && hasIntervals(path().resolve("cells").resolve(running.get().name()));
    } catch (ResultFormatException | IOException e) {
      return false;
    }
  }

  private static boolean hasIntervals(Path cell) throws IOException {
    try (var files = Files.walk(cell)) {
      return files
          .filter(each -> each.endsWith(ResultDirectory.INTERVALS))
          .anyMatch(each -> each.toFile().length() > 500);
    }
  }

  /** Checks that two suites had the same runs of the same plans. */
  static void assertSame(SuiteProcess one, SuiteProcess other) throws Exception {
    SuiteDocument first = one.read();
    SuiteDocument second = other.read();
    assertThat(first.definition()).isEqualTo(second.definition());
    assertThat(first.cells()).extracting(Cell::status).containsOnly(Status.DONE);
    assertThat(second.cells()).extracting(Cell::status).containsOnly(Status.DONE);
    assertThat(first.cells()).extracting(Cell::name).isEqualTo(names(second));
    assertThat(plans(one, first)).isEqualTo(plans(other, second));
    assertThat(compared(one)).hasSize(first.cells().size()).isEqualTo(compared(other));
  }

  private static List<String> names(SuiteDocument suite) {
    return suite.cells().stream().map(Cell::name).toList();
  }

  /** Returns the plans of the runs, by cell, without the origins of values. */
  private static Map<String, Object> plans(SuiteProcess suite, SuiteDocument document)
      throws ResultFormatException {
    Map<String, Object> plans = new TreeMap<>();
    for (Cell cell : document.cells()) {
      PlanDocument plan =
          ResultDirectory.readPlan(suite.path().resolve(cell.resultDirectory().orElseThrow()));
      Map<String, String> settings = new TreeMap<>();
      plan.settings().forEach((name, setting) -> settings.put(name, setting.value()));
      List<PhaseDocument> phases = plan.phases();
      plans.put(
          cell.name(), List.of(plan.workload(), plan.system(), plan.seed(), settings, phases));
    }
    return plans;
  }

  /** The runs that the comparison has, by their titles: all of them were too short. */
  static List<String> compared(SuiteProcess suite) throws IOException {
    return Files.readString(suite.path().resolve("comparison.txt"))
        .lines()
        .takeWhile(line -> !line.startsWith("Differences"))
        .filter(line -> line.matches("  - .* #\\d+ \\(.*"))
        .map(line -> line.replaceFirst(" \\(.*", ""))
        .collect(Collectors.toList());
  }
}
