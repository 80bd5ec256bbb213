package io.kvbench.reports.tool;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.table.Quantities;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * HdrHistogram's interval log, version 1.3, of what any number of runs were about: the response
 * times of operations answered OK, without loads and warmups. All types of operations together are
 * one line for each interval, untagged where there is one run, so that tools show it without being
 * told what to take. Of a run with several types, lines with the type as their tag follow. With
 * several runs a tag begins with the run's label, and with changing numbers of clients the step
 * comes before the type, as in {@code etcd-3.6.5.run-2.READ}.
 */
public final class MergedHistogramLog {
  private static final String UNSAFE = "[^A-Za-z0-9._-]+";

  private final StringBuilder log = new StringBuilder();
  private final Instant base;
  private final boolean several;

  private MergedHistogramLog(Instant base, boolean several) {
    this.base = base;
    this.several = several;
  }

  /**
   * Returns the file, each line ended by {@code \n}; runs are in the order in which they began.
   *
   * @throws ResultFormatException if a {@code histograms.hlog} is not whole
   */
  public static String of(List<StoredRun> runs) throws ResultFormatException {
    List<StoredRun> ordered =
        runs.stream().sorted(Comparator.comparing(run -> run.result().startedAt())).toList();
    List<String> labels = Labels.of(ordered);
    MergedHistogramLog log =
        new MergedHistogramLog(ordered.getFirst().result().startedAt(), ordered.size() > 1);
    log.header();
    for (int run = 0; run < ordered.size(); run++) {
      log.run(labels.get(run).replaceAll(UNSAFE, "-"), ordered.get(run));
    }
    return log.log.toString();
  }

  private void header() {
    String epoch = seconds(Duration.between(Instant.EPOCH, base));
    log.append("#[Histogram log format version 1.3]\n")
        .append("#[kvbench: response times in nanoseconds of operations answered OK]\n")
        .append("#[BaseTime: ")
        .append(epoch)
        .append(" (seconds since epoch)]\n")
        .append("#[StartTime: ")
        .append(epoch)
        .append(" (seconds since epoch), ")
        .append(base)
        .append("]\n")
        .append("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",")
        .append("\"Interval_Compressed_Histogram\"\n");
  }

  private void run(String label, StoredRun run) throws ResultFormatException {
    RunResult result = run.result();
    List<PhaseResult> phases = PhaseResult.measured(result.phases());
    List<String> names = phases.stream().map(phase -> phase.name().toString()).toList();
    boolean mixed =
        phases.stream()
                .flatMap(phase -> phase.operations().keySet().stream())
                .filter(type -> !type.isComposite())
                .distinct()
                .count()
            > 1;
    Lines lines = new Lines(several ? label : "", mixed);
    run.forEachTypedResponse(
        (interval, type, times) -> {
          if (!type.isComposite() && names.contains(interval.phase())) {
            lines.add(interval, type, times);
          }
        });
    lines.flush();
  }

  /** Gathers the types of an interval until the next one begins. */
  private final class Lines {
    private final String label;
    private final boolean mixed;
    private final Map<OperationType, TimeHistogram> types = new EnumMap<>(OperationType.class);
    private @Nullable StoredInterval open;

    Lines(String label, boolean mixed) {
      this.label = label;
      this.mixed = mixed;
    }

    void add(StoredInterval interval, OperationType type, TimeHistogram times) {
      if (open != null && open.index() != interval.index()) {
        flush();
      }
      open = interval;
      types.merge(type, times, TimeHistogram::plus);
    }

    void flush() {
      StoredInterval interval = open;
      if (interval != null) {
        String step =
            interval.step().isPresent() ? interval.phase() + "-" + interval.step().getAsInt() : "";
        line(
            tag(label, step),
            interval,
            types.values().stream().reduce(TimeHistogram.empty(), TimeHistogram::plus));
        if (mixed) {
          types.forEach((type, times) -> line(tag(label, step, type.name()), interval, times));
        }
      }
      open = null;
      types.clear();
    }
  }

  private static String tag(String... parts) {
    String tag = Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("."));
    return tag.isEmpty() ? "" : "Tag=" + tag + ",";
  }

  private void line(String tag, StoredInterval interval, TimeHistogram times) {
    log.append(tag)
        .append(seconds(Duration.between(base, interval.startedAt())))
        .append(',')
        .append(seconds(Duration.ofNanos(interval.wallNanos())))
        .append(',')
        .append(Quantities.fixed(times.maxNanos() / 1e6, 3))
        .append(',')
        .append(times.encoded())
        .append('\n');
  }

  private static String seconds(Duration duration) {
    return Quantities.fixed(duration.toMillis() / 1e3, 3);
  }
}
