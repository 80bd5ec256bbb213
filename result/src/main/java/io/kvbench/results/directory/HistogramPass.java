package io.kvbench.results.directory;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one pass over {@code histograms.hlog} when a directory is read: it compares histograms with
 * {@code intervals.csv} and feeds readings. The histograms of an interval follow one another in the
 * file, so that it holds those of one interval only.
 */
final class HistogramPass {
  private static final String RESPONSE = ".response";

  private final StoredRun run;
  private final IntervalTimes cells;
  private final Map<String, StoredInterval> byPlace = new HashMap<>();
  private final Map<String, Set<OperationType>> primary = new HashMap<>();
  private final Map<IntervalAnalysis<?>, IntervalAnalysis.Pass<?>> passes = new LinkedHashMap<>();

  /** Response times of operations answered OK, without composites, by interval. */
  private final Map<Integer, Long> counts = new HashMap<>();

  private final Map<OperationType, TimeHistogram> times = new EnumMap<>(OperationType.class);
  private @Nullable StoredInterval current;

  HistogramPass(StoredRun run, CsvTable intervals) throws ResultFormatException {
    this.run = run;
    cells = new IntervalTimes(intervals, run);
    run.intervals()
        .forEach(
            interval -> byPlace.put(interval.place(run.result().origin().startedAt()), interval));
    run.result().phases().stream()
        .collect(Collectors.groupingBy(phase -> phase.name().toString()))
        .forEach((name, alike) -> primary.put(name, PrimaryOperations.of(alike)));
  }

  /**
   * Reads the file.
   *
   * @return the first contradiction to {@code intervals.csv}; empty if there is none
   * @throws ResultFormatException if it is not whole, or not of this run
   */
  Optional<String> read(List<IntervalAnalysis<?>> readings) throws ResultFormatException {
    readings.forEach(reading -> passes.put(reading, reading.begin(run)));
    new HistogramLogReader(run.directory().resolve(ResultDirectory.HISTOGRAMS)).forEach(this::take);
    endInterval();
    return cells.problem();
  }

  private void take(String tag, long startMillis, TimeHistogram histogram) {
    cells.compare(tag, startMillis, histogram);
    if (!tag.endsWith(RESPONSE)) {
      return;
    }
    int begin = tag.indexOf('.') + 1;
    OperationType type =
        StoredInterval.type(
            tag.substring(begin, Math.max(begin, tag.length() - RESPONSE.length())));
    StoredInterval interval =
        byPlace.get(startMillis + " " + tag.substring(0, Math.max(0, begin - 1)));
    if (interval == null) {
      throw new IllegalArgumentException(
          ResultDirectory.INTERVALS + " has no interval at " + startMillis + " ms");
    }
    int last = current == null ? -1 : current.index();
    if (interval.index() < last) {
      throw new IllegalArgumentException("the interval at " + startMillis + " ms is out of order");
    }
    if (interval.index() > last) {
      endInterval();
      current = interval;
    }
    times.merge(type, histogram, TimeHistogram::plus);
  }

  private void endInterval() {
    StoredInterval interval = current;
    if (interval == null) {
      return;
    }
    counts.put(
        interval.index(),
        times.entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite())
            .mapToLong(entry -> entry.getValue().count())
            .sum());
    if (!passes.isEmpty()) {
      Set<OperationType> summed = primary.getOrDefault(interval.phase(), Set.of());
      TimeHistogram sum =
          times.entrySet().stream()
              .filter(entry -> summed.contains(entry.getKey()))
              .map(Map.Entry::getValue)
              .reduce(TimeHistogram.empty(), TimeHistogram::plus);
      Map<OperationType, TimeHistogram> each = Collections.unmodifiableMap(times);
      passes.values().forEach(pass -> pass.interval(interval, each, sum));
    }
    times.clear();
  }

  /** Returns how many response times the file has of a phase, without composites. */
  long okCount(PhaseResult phase) {
    return run.intervals().stream()
        .filter(interval -> interval.isOf(phase))
        .mapToLong(interval -> counts.getOrDefault(interval.index(), 0L))
        .sum();
  }

  StoredRun finish() {
    Map<IntervalAnalysis<?>, Object> results = new HashMap<>();
    passes.forEach((reading, pass) -> results.put(reading, pass.finish()));
    return new StoredRun(
        run.directory(), run.result(), run.plan(), run.intervals(), run.hosts(), results);
  }
}
