package io.kvbench.reports.tool;

import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.compare.RunLabels;
import io.kvbench.results.directory.HistogramLog;
import io.kvbench.results.directory.IntervalAnalysis;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * HdrHistogram's interval log, version 1.3, of the measured phases of any number of runs: the
 * response times of operations answered OK, without loads and warm-ups. All types of operations
 * together are one line for each interval, untagged where there is one run, so that tools show it
 * without options. Of a run with several types, lines with the type as their tag follow. With
 * several runs a tag begins with the run's label, and with changing numbers of clients the step
 * comes before the type, as in {@code etcd-3.6.5.run-2.READ}.
 */
public final class MergedHistogramLog {
  /** Encodes the histograms of a run while its directory is read. */
  public static final IntervalAnalysis<List<Line>> READING = Lines::new;

  private static final String UNSAFE = "[^A-Za-z0-9._-]+";

  private MergedHistogramLog() {}

  /**
   * The response times of an interval.
   *
   * @param tag the step and the type, as far as the run has several
   */
  public record Line(
      String tag, Instant startedAt, long wallNanos, long maxNanos, String histogram) {
    private static Line of(String tag, StoredInterval interval, TimeHistogram times) {
      return new Line(
          tag,
          interval.startedAt(),
          interval.wallNanos(),
          times.maxNanos(),
          HistogramCodec.encode(times));
    }
  }

  /**
   * Returns the file of runs that were read with {@link #READING}, each line ended by {@code \n};
   * runs are in the order in which they began.
   */
  public static String of(List<StoredRun> runs) {
    List<StoredRun> ordered =
        runs.stream()
            .sorted(Comparator.comparing(run -> run.result().origin().startedAt()))
            .toList();
    List<String> labels = RunLabels.of(ordered);
    Instant base = ordered.getFirst().result().origin().startedAt();
    List<String> log =
        new ArrayList<>(
            HistogramLog.header("response times in nanoseconds of operations answered OK", base));
    for (int run = 0; run < ordered.size(); run++) {
      String label = ordered.size() > 1 ? labels.get(run).replaceAll(UNSAFE, "-") : "";
      for (Line line : ordered.get(run).get(READING)) {
        log.add(
            HistogramLog.line(
                join(label, line.tag),
                Duration.between(base, line.startedAt),
                line.wallNanos,
                Quantities.fixed(line.maxNanos / 1e6, 3),
                line.histogram));
      }
    }
    return String.join("\n", log) + "\n";
  }

  private static final class Lines implements IntervalAnalysis.Pass<List<Line>> {
    private final Set<String> phases;
    private final boolean mixed;
    private final List<Line> lines = new ArrayList<>();

    Lines(StoredRun run) {
      List<PhaseResult> measured = PhaseResult.measured(run.result().phases());
      phases = measured.stream().map(phase -> phase.name().toString()).collect(Collectors.toSet());
      mixed =
          measured.stream()
                  .flatMap(phase -> phase.operations().keySet().stream())
                  .filter(type -> !type.isComposite())
                  .distinct()
                  .count()
              > 1;
    }

    @Override
    public void interval(
        StoredInterval interval, Map<OperationType, TimeHistogram> times, TimeHistogram primary) {
      Map<OperationType, TimeHistogram> single = new EnumMap<>(OperationType.class);
      single.putAll(times);
      single.keySet().removeIf(OperationType::isComposite);
      if (!phases.contains(interval.phase()) || single.isEmpty()) {
        return;
      }
      String step =
          interval.step().isPresent() ? interval.phase() + "-" + interval.step().getAsInt() : "";
      TimeHistogram sum =
          single.values().stream().reduce(TimeHistogram.empty(), TimeHistogram::plus);
      lines.add(Line.of(step, interval, sum));
      if (mixed) {
        single.forEach((type, each) -> lines.add(Line.of(join(step, type.name()), interval, each)));
      }
    }

    @Override
    public List<Line> finish() {
      return lines;
    }
  }

  private static String join(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("."));
  }
}
