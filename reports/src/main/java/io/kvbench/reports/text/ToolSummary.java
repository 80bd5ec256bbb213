package io.kvbench.reports.text;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.ValuesRead;
import java.util.EnumSet;
import java.util.TreeMap;

/**
 * A result in the format of boom and of etcd's benchmark tool, one summary for each operation of
 * the measured phases. Times are response times in seconds of operations answered OK; the number of
 * answers of each status is above them, errors below. A percentile of too few times has no line.
 * The same in every locale.
 */
public final class ToolSummary {
  private static final double NANOS = 1e9;
  private static final int DECIMALS = 4;
  private static final int BARS = 10;
  private static final int WIDTH = 40;

  private final StringBuilder text = new StringBuilder();

  private ToolSummary() {}

  public static String of(RunResult result) {
    ToolSummary summary = new ToolSummary();
    for (PhaseResult phase : PhaseResult.measured(result.phases())) {
      new TreeMap<>(phase.operations())
          .forEach((type, operation) -> summary.operation(result, phase, type, operation));
    }
    return summary.text.toString();
  }

  private void operation(
      RunResult result, PhaseResult phase, OperationType type, OperationResult operation) {
    if (!text.isEmpty()) {
      text.append('\n');
    }
    line(type + phase.step().map(step -> ", step " + step.index()).orElse("") + "\n");
    TimeHistogram times = operation.response().times();
    line("Summary:");
    line("  Total:\t" + seconds(phase.span().wallNanos()) + " secs.");
    line("  Slowest:\t" + seconds(times.maxNanos()) + " secs.");
    line("  Fastest:\t" + seconds(times.minNanos()) + " secs.");
    line("  Average:\t" + seconds(times.meanNanos()) + " secs.");
    line("  Stddev:\t" + seconds(times.stddevNanos()) + " secs.");
    if (type.hasRate()) {
      line("  Requests/sec:\t" + Quantities.fixed(phase.window().okPerSecond(type), DECIMALS));
    }
    if (type == OperationType.READ) {
      result.store().valuesRead().ifPresent(values -> received(values, operation.okCount()));
    }
    statuses(operation);
    if (times.count() > 0) {
      histogram(times);
      distribution(times);
    }
    errors(phase, type, operation);
  }

  /**
   * The values alone: what the protocol adds to them is not known. Of values of several sizes there
   * is the mean of the whole run, of which a phase or a step need not have as many.
   */
  private void received(ValuesRead values, long reads) {
    String about = values.minBytes() == values.maxBytes() ? "" : "about ";
    line("  Total Data Received:\t" + about + values.meanBytes() * reads + " bytes.");
    line("  Response Size per Request:\t" + about + values.meanBytes() + " bytes.");
  }

  private void statuses(OperationResult operation) {
    if (operation.outcomes().values().stream().anyMatch(count -> count > 0)) {
      line("\nStatus code distribution:");
      new TreeMap<>(operation.outcomes())
          .forEach(
              (outcome, count) -> {
                if (count > 0) {
                  line("  [" + outcome + "]\t" + count + " responses");
                }
              });
    }
  }

  /** Bounds at equal distances from the fastest to the slowest, as those tools have them. */
  private void histogram(TimeHistogram times) {
    line("\nResponse time histogram:");
    double step = (times.maxNanos() - times.minNanos()) / (double) BARS;
    long[] counts = new long[BARS + 1];
    long[] fastest = {Long.MAX_VALUE};
    times.forEachBucket(
        (highest, count) -> {
          fastest[0] = Math.min(fastest[0], highest);
          double place = step == 0 ? 0 : Math.ceil((highest - fastest[0]) / step);
          counts[(int) Math.clamp(place, 0, BARS)] += count;
        });
    long most = 1;
    for (long count : counts) {
      most = Math.max(most, count);
    }
    for (int bar = 0; bar <= BARS; bar++) {
      line(
          "  %s [%s]\t|%s"
              .formatted(
                  seconds(times.minNanos() + bar * step),
                  counts[bar],
                  "∎".repeat((int) (counts[bar] * WIDTH / most))));
    }
  }

  private void distribution(TimeHistogram times) {
    line("\nLatency distribution:");
    for (Percentile percentile : EnumSet.range(Percentile.P10, Percentile.P999)) {
      String name = percentile.title().substring(1);
      Statistic.of(percentile)
          .known(times)
          .ifPresent(nanos -> line("  " + name + "% in " + seconds(nanos) + " secs."));
    }
  }

  private void errors(PhaseResult phase, OperationType type, OperationResult operation) {
    if (operation.errorCount() == 0) {
      return;
    }
    line("\nError distribution:");
    phase.errorMessages().stream()
        .filter(message -> message.operation() == type)
        .forEach(
            message ->
                line(
                    "  [%s]\t%s: %s"
                        .formatted(
                            message.count(), message.kind(), PlainText.of(message.message()))));
  }

  private static String seconds(double nanos) {
    return Quantities.fixed(nanos / NANOS, DECIMALS);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
