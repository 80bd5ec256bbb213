package io.kvbench.results.directory;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.MixResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import io.kvbench.results.format.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A result directory, read whole and checked: its files are of the formats that this kvbench knows
 * and belong together.
 *
 * @param directory where it was read from
 * @param intervals in their order
 * @param hosts the {@code host-<node>.csv} of servers and of kvbench; none if there was no sampling
 */
public record StoredRun(
    Path directory,
    RunResult result,
    PlanDocument plan,
    List<StoredInterval> intervals,
    List<HostTable> hosts) {
  private static final String RESPONSE = ".response";
  private static final double FULL = 0.9;

  public StoredRun {
    intervals = List.copyOf(intervals);
    hosts = List.copyOf(hosts);
  }

  /**
   * Reads a directory.
   *
   * @param problems takes a sentence for everything that is wrong: which file, what, and what to do
   * @return empty if anything was wrong
   */
  public static Optional<StoredRun> read(Path directory, Consumer<String> problems) {
    if (!Files.exists(directory.resolve(ResultDirectory.RESULT))) {
      problems.accept(noResult(directory));
      return Optional.empty();
    }
    Attempts attempts = new Attempts(problems);
    Optional<RunResult> result = attempts.make(() -> ResultDirectory.readResult(directory));
    Optional<PlanDocument> plan = attempts.make(() -> ResultDirectory.readPlan(directory));
    Optional<List<StoredInterval>> intervals =
        attempts.make(() -> IntervalsReader.read(directory.resolve(ResultDirectory.INTERVALS)));
    Optional<List<HostTable>> hosts = attempts.make(() -> HostCsvReader.readAll(directory));
    if (result.isEmpty() || plan.isEmpty() || intervals.isEmpty() || hosts.isEmpty()) {
      return Optional.empty();
    }
    StoredRun run =
        new StoredRun(directory, result.get(), plan.get(), intervals.get(), hosts.get());
    List<String> apart = new StoredParts(run).problems();
    apart.forEach(problems);
    return apart.isEmpty() ? Optional.of(run) : Optional.empty();
  }

  /**
   * Reads directories, all of them before it gives up.
   *
   * @param problems takes a sentence for everything that is wrong in any of them
   * @return the runs in the order of the directories; empty if anything was wrong
   */
  public static Optional<List<StoredRun>> readAll(
      List<Path> directories, Consumer<String> problems) {
    List<StoredRun> runs = new ArrayList<>();
    directories.forEach(directory -> read(directory, problems).ifPresent(runs::add));
    return runs.size() == directories.size() ? Optional.of(List.copyOf(runs)) : Optional.empty();
  }

  /**
   * Returns whether an interval is of the drain of its phase, or mostly so: its rate is then not
   * one at which operations were sent.
   */
  public boolean isDrain(StoredInterval interval) {
    Instant middle = interval.startedAt().plusNanos(interval.wallNanos() / 2);
    return result.phases().stream()
        .filter(interval::isOf)
        .anyMatch(phase -> middle.isAfter(phase.startedAt().plusNanos(phase.window().nanos())));
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
            .map(PhaseResult::offeredPerSecond)
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
              Instant end = phase.startedAt().plusNanos(phase.window().nanos());
              return intervals.stream()
                  .filter(
                      interval -> {
                        long sending = Duration.between(interval.startedAt(), end).toNanos();
                        return interval.isOf(phase)
                            && IntervalRate.isFull(interval.wallNanos())
                            && sending >= FULL * interval.wallNanos();
                      });
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
    Instant middle = interval.startedAt().plusNanos(interval.wallNanos() / 2);
    return result.phases().stream()
        .filter(phase -> phase.name().toString().equals(interval.phase()))
        .flatMap(phase -> phase.mixes().orElse(List.of()).stream())
        .filter(mix -> mix.mix().equals(interval.mix()))
        .map(MixResult::phase)
        .anyMatch(phase -> middle.isAfter(phase.startedAt().plusNanos(phase.window().nanos())));
  }

  /** Takes the response times of the operations answered OK, interval by interval. */
  @FunctionalInterface
  public interface ResponseVisitor {
    /** Takes those of one type of operation. */
    void responses(StoredInterval interval, TimeHistogram times);
  }

  /** Takes the same with the type of the operations. */
  @FunctionalInterface
  public interface TypedResponseVisitor {
    /** Takes those of one type of operation, which may be a composite. */
    void responses(StoredInterval interval, OperationType type, TimeHistogram times);
  }

  /**
   * Reads {@code histograms.hlog}, whose histograms together would fit in no memory; composites are
   * left out.
   *
   * @throws ResultFormatException if it is not whole, or not of this run
   */
  public void forEachResponse(ResponseVisitor visitor) throws ResultFormatException {
    forEachTypedResponse(
        (interval, type, times) -> {
          if (!type.isComposite()) {
            visitor.responses(interval, times);
          }
        });
  }

  /**
   * Reads the same file, the {@linkplain PrimaryOperations primary operations} of each phase only.
   *
   * @throws ResultFormatException if it is not whole, or not of this run
   */
  public void forEachPrimaryResponse(ResponseVisitor visitor) throws ResultFormatException {
    Map<String, List<PhaseResult>> phases =
        result.phases().stream().collect(Collectors.groupingBy(phase -> phase.name().toString()));
    Map<String, Set<OperationType>> primary = new HashMap<>();
    phases.forEach((name, alike) -> primary.put(name, PrimaryOperations.of(alike)));
    forEachTypedResponse(
        (interval, type, times) -> {
          if (primary.getOrDefault(interval.phase(), Set.of()).contains(type)) {
            visitor.responses(interval, times);
          }
        });
  }

  /**
   * Reads the same file, and tells the types of operations.
   *
   * @throws ResultFormatException if it is not whole, or not of this run
   */
  public void forEachTypedResponse(TypedResponseVisitor visitor) throws ResultFormatException {
    forEachHistogram(visitor, (tag, startMillis, times) -> {});
  }

  /**
   * Reads the same file.
   *
   * @param all takes every histogram, before the visitor
   */
  void forEachHistogram(TypedResponseVisitor visitor, HistogramLogReader.Visitor all)
      throws ResultFormatException {
    Path file = directory.resolve(ResultDirectory.HISTOGRAMS);
    Map<String, StoredInterval> byStart = new HashMap<>();
    for (StoredInterval interval : intervals) {
      long millis = Duration.between(result.startedAt(), interval.startedAt()).toMillis();
      byStart.put(millis + " " + tagOf(interval), interval);
    }
    new HistogramLogReader(file)
        .forEach(
            (tag, startMillis, times) -> {
              all.histogram(tag, startMillis, times);
              String phase = tag.substring(0, Math.max(0, tag.indexOf('.')));
              StoredInterval interval = byStart.get(startMillis + " " + phase);
              if (tag.endsWith(RESPONSE)) {
                OperationType type = StoredInterval.type(nameOf(tag));
                if (interval == null) {
                  throw new IllegalArgumentException(
                      ResultDirectory.INTERVALS + " has no interval at " + startMillis + " ms");
                }
                visitor.responses(interval, type, times);
              }
            });
  }

  private static String tagOf(StoredInterval interval) {
    return interval.phase() + (interval.step().isPresent() ? "-" + interval.step().getAsInt() : "");
  }

  private static String nameOf(String tag) {
    int begin = tag.indexOf('.') + 1;
    return tag.substring(begin, Math.max(begin, tag.length() - RESPONSE.length()));
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

  /** Goes on after a file that cannot be read, to find out about the others too. */
  private record Attempts(Consumer<String> problems) {
    interface Reading<T> {
      T read() throws ResultFormatException;
    }

    <T> Optional<T> make(Reading<T> reading) {
      try {
        return Optional.of(reading.read());
      } catch (ResultFormatException e) {
        problems.accept(String.valueOf(e.getMessage()));
        return Optional.empty();
      }
    }
  }
}
