package io.kvbench.reports.history;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.compare.Benchmark;
import io.kvbench.reports.compare.RunLabels;
import io.kvbench.reports.history.BenchmarkHistory.LeftOut;
import io.kvbench.results.directory.BaselineDocument;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict.Validity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The history of all runs below some directories, by benchmark.
 *
 * @param benchmarks in the order of their first runs
 * @param leftOut the results that do not count, each with the reason
 */
public record History(List<BenchmarkHistory> benchmarks, List<LeftOut> leftOut) {
  /** The depth of a suite's results below a directory of suites. */
  private static final int DEPTH = 4;

  /**
   * Reads the results in some directories and below. What has no {@code result.json} is passed
   * over: it may be a run that is not finished.
   *
   * @param problems takes a sentence for everything that is wrong
   * @return empty if anything was wrong
   */
  public static Optional<History> read(List<Path> directories, Consumer<String> problems) {
    List<String> found = new ArrayList<>();
    Map<Path, HistoryRun> runs = new LinkedHashMap<>();
    for (Path directory : directories) {
      List<Path> results = results(directory, found::add);
      for (Path result : results) {
        Path once = result.toAbsolutePath().normalize();
        read(result, found::add).ifPresent(run -> runs.put(once, run));
      }
    }
    found.forEach(problems);
    return found.isEmpty() ? Optional.of(of(List.copyOf(runs.values()))) : Optional.empty();
  }

  private static List<Path> results(Path directory, Consumer<String> problems) {
    if (!Files.isDirectory(directory)) {
      problems.accept(
          Files.exists(directory)
              ? directory + " is a file: specify a directory with results."
              : "there is no directory " + directory + ": check the path.");
      return List.of();
    }
    try (Stream<Path> below = Files.walk(directory, DEPTH + 1)) {
      List<Path> results =
          below
              .filter(file -> file.endsWith(ResultDirectory.RESULT))
              .map(file -> Optional.ofNullable(file.getParent()).orElse(Path.of("")))
              .sorted()
              .toList();
      if (results.isEmpty()) {
        problems.accept(
            "there is no " + ResultDirectory.RESULT + " in " + directory + " or below: check it.");
      }
      return results;
    } catch (IOException | UncheckedIOException e) {
      Throwable why = e instanceof UncheckedIOException ? e.getCause() : e;
      IOException cause = why instanceof IOException io ? io : new IOException(e);
      problems.accept(directory + " cannot be read: " + FileReason.of(cause) + ".");
      return List.of();
    }
  }

  private static Optional<HistoryRun> read(Path directory, Consumer<String> problems) {
    try {
      RunResult result = ResultDirectory.readResult(directory);
      PlanDocument plan = ResultDirectory.readPlan(directory);
      return Optional.of(HistoryRun.of(directory, result, plan));
    } catch (ResultFormatException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  static History of(List<HistoryRun> runs) {
    List<HistoryRun> flawed = new ArrayList<>();
    Map<Benchmark, List<HistoryRun>> byBenchmark = new LinkedHashMap<>();
    runs.stream()
        .sorted(Comparator.comparing(HistoryRun::startedAt))
        .forEach(
            run -> {
              if (flaw(run.result()).isPresent()) {
                flawed.add(run);
              } else {
                byBenchmark.computeIfAbsent(run.benchmark(), none -> new ArrayList<>()).add(run);
              }
            });
    flawed.stream()
        .filter(run -> !isSearch(run.result()))
        .map(HistoryRun::benchmark)
        .filter(benchmark -> byBenchmark.keySet().stream().noneMatch(benchmark::hasPlanOf))
        .toList()
        .forEach(benchmark -> byBenchmark.put(benchmark, List.of()));
    return new History(
        byBenchmark.entrySet().stream()
            .map(
                entry ->
                    BenchmarkHistory.of(
                        entry.getKey(),
                        entry.getValue(),
                        since(entry.getKey(), entry.getValue(), flawed)))
            .toList(),
        flawed.stream().map(History::leftOut).toList());
  }

  private static List<LeftOut> since(
      Benchmark benchmark, List<HistoryRun> runs, List<HistoryRun> flawed) {
    return flawed.stream()
        .filter(run -> !isSearch(run.result()) && benchmark.hasPlanOf(run.benchmark()))
        .filter(run -> runs.isEmpty() || run.startedAt().isAfter(runs.getLast().startedAt()))
        .map(History::leftOut)
        .toList();
  }

  private static LeftOut leftOut(HistoryRun run) {
    return new LeftOut(run.directory(), flaw(run.result()).orElseThrow());
  }

  /** Returns why the figures of a run are not those of its benchmark; empty where they are. */
  static Optional<String> flaw(RunResult result) {
    if (result.status() != RunStatus.COMPLETE) {
      return Optional.of(result.status().name());
    }
    if (isSearch(result)) {
      return Optional.of("a search");
    }
    return result.verdict().validity() == Validity.INVALID
        ? Optional.of(Validity.INVALID.name())
        : Optional.empty();
  }

  /** Returns the names of the benchmarks, with the settings that they differ in. */
  public List<String> names() {
    return RunLabels.of(
        benchmarks.stream().map(each -> each.benchmark().name()).toList(),
        benchmarks.stream().map(each -> settings(each.benchmark())).toList());
  }

  private static Map<String, String> settings(Benchmark benchmark) {
    Map<String, String> settings = new LinkedHashMap<>(benchmark.settings());
    settings.replaceAll((name, value) -> name + "=" + value);
    return settings;
  }

  private static boolean isSearch(RunResult result) {
    return result.phases().stream().anyMatch(phase -> phase.name() == PhaseName.PROBE);
  }

  /** Returns the baseline that accepts everything up to now. */
  public BaselineDocument baseline() {
    return BaselineDocument.of(
        benchmarks.stream()
            .filter(benchmark -> !benchmark.runs().isEmpty())
            .map(BenchmarkHistory::baseline)
            .toList());
  }

  /**
   * Returns the last run of a benchmark that a baseline accepts; the minimum instant where it has
   * no such benchmark.
   */
  public static Instant accepted(BaselineDocument baseline, Benchmark benchmark) {
    return baseline.benchmarks().stream()
        .filter(known -> known.parts().equals(benchmark.parts()))
        .map(BaselineDocument.BenchmarkDocument::lastRun)
        .max(Comparator.naturalOrder())
        .orElse(Instant.MIN);
  }
}
