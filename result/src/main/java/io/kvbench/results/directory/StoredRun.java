package io.kvbench.results.directory;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A result directory, read completely and checked: its files have formats that this kvbench
 * supports and belong together.
 *
 * @param directory where it was read from
 * @param hosts the {@code host-<node>.csv} of servers and of kvbench; none if there was no sampling
 * @param readings what each reading resulted in
 */
public record StoredRun(
    Path directory,
    RunResult result,
    PlanDocument plan,
    List<StoredInterval> intervals,
    List<HostTable> hosts,
    Map<IntervalAnalysis<?>, Object> readings) {
  private static final double FULL = 0.9;

  public StoredRun {
    intervals = List.copyOf(intervals);
    hosts = List.copyOf(hosts);
    readings = Map.copyOf(readings);
  }

  /**
   * Reads a directory: every file once.
   *
   * @param problems takes a sentence for everything that is wrong: which file, what, and what to do
   * @param readings what to compute from the histograms
   * @return empty if anything was wrong
   */
  public static Optional<StoredRun> read(
      Path directory, Consumer<String> problems, IntervalAnalysis<?>... readings) {
    if (!Files.exists(directory.resolve(ResultDirectory.RESULT))) {
      problems.accept(noResult(directory));
      return Optional.empty();
    }
    List<String> ofResult = new ArrayList<>();
    List<String> ofOthers = new ArrayList<>();
    ForkJoinTask<Optional<RunResult>> reading =
        ForkJoinPool.commonPool()
            .submit(
                () ->
                    new Attempts(ofResult::add).make(() -> ResultDirectory.readResult(directory)));
    Attempts attempts = new Attempts(ofOthers::add);
    Optional<PlanDocument> plan = attempts.make(() -> ResultDirectory.readPlan(directory));
    Optional<CsvTable> table =
        attempts.make(() -> CsvTable.read(directory.resolve(ResultDirectory.INTERVALS)));
    Optional<List<StoredInterval>> intervals =
        table.flatMap(rows -> attempts.make(() -> StoredInterval.read(rows)));
    Optional<List<HostTable>> hosts = attempts.make(() -> HostTable.readAll(directory));
    Optional<RunResult> result = reading.join();
    ofResult.forEach(problems);
    ofOthers.forEach(problems);
    if (result.isEmpty() || plan.isEmpty() || intervals.isEmpty() || hosts.isEmpty()) {
      return Optional.empty();
    }
    StoredRun run =
        new StoredRun(directory, result.get(), plan.get(), intervals.get(), hosts.get(), Map.of());
    return new Attempts(problems)
        .make(() -> new HistogramPass(run, table.orElseThrow()))
        .flatMap(
            pass -> {
              List<String> apart = new StoredParts(run, pass).problems(List.of(readings));
              apart.forEach(problems);
              return apart.isEmpty() ? Optional.of(pass.finish()) : Optional.empty();
            });
  }

  /**
   * Returns the result of a reading.
   *
   * @throws IllegalStateException if the run was read without it
   */
  @SuppressWarnings("unchecked") // Each reading is mapped to its own result.
  public <T> T get(IntervalAnalysis<T> reading) {
    Object result = readings.get(reading);
    if (result == null) {
      throw new IllegalStateException(directory + " was read without " + reading);
    }
    return (T) result;
  }

  /**
   * Reads directories in parallel, all of them before it gives up.
   *
   * @param problems takes a sentence for everything that is wrong in any of them
   * @return the runs in the order of the directories; empty if anything was wrong
   */
  public static Optional<List<StoredRun>> readAll(
      List<Path> directories, Consumer<String> problems, IntervalAnalysis<?>... readings) {
    record Attempted(List<String> problems, Optional<StoredRun> run) {}

    List<StoredRun> runs = new ArrayList<>();
    directories.parallelStream()
        .map(
            directory -> {
              List<String> own = new ArrayList<>();
              return new Attempted(own, read(directory, own::add, readings));
            })
        .toList()
        .forEach(
            each -> {
              each.problems.forEach(problems);
              each.run.ifPresent(runs::add);
            });
    return runs.size() == directories.size() ? Optional.of(List.copyOf(runs)) : Optional.empty();
  }

  /**
   * Returns whether an interval is of the drain of its phase, or mostly so: its rate is then not
   * one at which operations were sent.
   */
  public boolean isDrain(StoredInterval interval) {
    return isDrain(
        interval.startedAt(),
        interval.wallNanos(),
        result.phases().stream().filter(interval::isOf));
  }

  /** Returns what the process of a file used; empty where that is not known. */
  public Optional<ProcessUse> use(HostTable host) {
    return result.hosts().map(HostsResult::spans).orElse(List.of()).stream()
        .flatMap(HostsResult.Span::processes)
        .filter(use -> host.isOf(use.name()))
        .findFirst();
  }

  /** Returns the files of the hosts, that of kvbench first: servers may be down for a while. */
  public List<HostTable> hostsClientFirst() {
    return hosts.stream().sorted(Comparator.comparing(host -> !host.isClient())).toList();
  }

  /**
   * Returns the rate of arrivals that was meant for an interval: the mean of its phase, in files of
   * earlier versions; empty in a closed loop.
   */
  public OptionalDouble offeredPerSecond(StoredInterval interval) {
    return interval.offeredPerSecond().isPresent()
        ? interval.offeredPerSecond()
        : result.phases().stream()
            .filter(interval::isOf)
            .map(phase -> phase.rates().offeredPerSecond())
            .findFirst()
            .orElseGet(OptionalDouble::empty);
  }

  /**
   * Returns the intervals of some phases that are full seconds of sending, as the engine defines
   * them: nine tenths of a second, and nine tenths of that before the end of sending.
   */
  public Stream<StoredInterval> fullSeconds(List<PhaseResult> phases) {
    return phases.stream()
        .flatMap(
            phase -> {
              Instant end = phase.span().startedAt().plusNanos(phase.window().nanos());
              return intervals.stream()
                  .filter(interval -> interval.isOf(phase))
                  .filter(interval -> IntervalRate.isFull(interval.wallNanos()))
                  .filter(
                      interval ->
                          Duration.between(interval.startedAt(), end).toNanos()
                              >= FULL * interval.wallNanos());
            });
  }

  /**
   * Reads {@code mixes.csv}: the intervals of mixes that ran side by side, in the order in which
   * they ended.
   *
   * @return nothing where there was one mix, and of older results
   * @throws ResultFormatException if it is damaged
   */
  public List<MixInterval> mixIntervals() throws ResultFormatException {
    return MixInterval.read(directory.resolve(ResultDirectory.MIXES));
  }

  /** Returns the same of an interval of a mix, which may end before the others. */
  public boolean isDrain(MixInterval interval) {
    return isDrain(
        interval.startedAt(),
        interval.wallNanos(),
        result.phases().stream()
            .filter(phase -> phase.name().toString().equals(interval.phase()))
            .flatMap(phase -> phase.mixes().orElse(List.of()).stream())
            .filter(mix -> mix.mix().equals(interval.mix()))
            .map(MixResult::phase));
  }

  private static boolean isDrain(Instant startedAt, long wallNanos, Stream<PhaseResult> phases) {
    Instant middle = startedAt.plusNanos(wallNanos / 2);
    return phases.anyMatch(
        phase -> middle.isAfter(phase.span().startedAt().plusNanos(phase.window().nanos())));
  }

  private static String noResult(Path directory) {
    if (!Files.exists(directory)) {
      return "there is no directory " + directory + ": check the path.";
    }
    if (!Files.isDirectory(directory)) {
      return directory + " is a file: specify the result directory of a run.";
    }
    return directory
        + " has no "
        + ResultDirectory.RESULT
        + ": "
        + (Files.exists(directory.resolve(ResultDirectory.PLAN))
            ? "the run has not ended, or it was killed before it could write it. Wait for it, or"
                + " repeat it."
            : holdsResults(directory)
                ? "it is not the directory of one run, but contains directories of runs."
                    + " Specify those."
                : "it is not the result directory of a run. Specify one.");
  }

  private static boolean holdsResults(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.anyMatch(entry -> Files.exists(entry.resolve(ResultDirectory.RESULT)));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * A sequence of reads that continues after an unreadable file, so that all problems are reported.
   */
  private record Attempts(Consumer<String> problems) {
    interface Attempt<T> {
      T make() throws ResultFormatException;
    }

    <T> Optional<T> make(Attempt<T> attempt) {
      try {
        return Optional.of(attempt.make());
      } catch (ResultFormatException e) {
        problems.accept(String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }
  }
}
