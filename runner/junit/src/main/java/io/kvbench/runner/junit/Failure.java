package io.kvbench.runner.junit;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.result.RunResult;
import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.table.Quantities;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import java.util.OptionalDouble;

/**
 * What a broken expectation tells beside itself: which run it was, how its report begins, and where
 * the rest is.
 */
record Failure(RunResult result, ResultLocation place) {

  /** Returns the message about an expectation that was not met. */
  String message(String expectation) {
    return "%n%s%n%n%s%n%s%n%s"
        .formatted(
            expectation,
            subject(),
            TextReport.headline(result, TextStyle.PLAIN).stripTrailing(),
            place.sentence());
  }

  private String subject() {
    return "%s on %s: %s"
        .formatted(result.workload(), result.system().name() + servers(), figures());
  }

  private String servers() {
    RunResult.ClusterResult cluster = result.cluster();
    return cluster.kind().equals("none") ? "" : " (" + cluster.description() + ")";
  }

  private String figures() {
    Measured measured = Measured.of(result);
    String counts =
        "%s of %s OK, %s"
            .formatted(
                Quantities.count(measured.okCount()),
                Quantities.count(measured.count(), "operation"),
                Quantities.count(measured.errorCount(), "error"));
    OptionalDouble rate = measured.okPerSecond();
    if (measured.okCount() == 0 || rate.isEmpty()) {
      return counts;
    }
    TimeHistogram times = measured.response();
    return "%s, %s/s, response p50 %s, p99 %s"
        .formatted(
            counts,
            Quantities.rate(rate.getAsDouble())
                + (measured.composites().isEmpty() ? "" : " " + measured.composites()),
            Quantities.duration(times.percentileNanos(50)),
            Quantities.duration(times.percentileNanos(99)));
  }
}
