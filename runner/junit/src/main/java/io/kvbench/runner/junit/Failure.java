package io.kvbench.runner.junit;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.SendingWindow;
import io.kvbench.reports.table.Quantities;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import java.util.List;
import java.util.Map;

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
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    long count = measured.stream().mapToLong(PhaseResult::operationCount).sum();
    long ok = measured.stream().mapToLong(PhaseResult::okCount).sum();
    long failed = measured.stream().mapToLong(PhaseResult::errorCount).sum();
    SendingWindow window = new SendingWindow(measured);
    String counts =
        "%s of %s OK, %s"
            .formatted(
                Quantities.count(ok),
                Quantities.count(count, "operation"),
                Quantities.count(failed, "error"));
    if (ok == 0 || window.nanos() == 0) {
      return counts;
    }
    TimeHistogram times = response(measured);
    return "%s, %s/s, response p50 %s, p99 %s"
        .formatted(
            counts,
            Quantities.rate(window.okPerSecond()),
            Quantities.duration(times.percentileNanos(50)),
            Quantities.duration(times.percentileNanos(99)));
  }

  /** Composites are made of operations that are counted already. */
  private static TimeHistogram response(List<PhaseResult> measured) {
    return measured.stream()
        .flatMap(phase -> phase.operations().entrySet().stream())
        .filter(each -> !isComposite(each))
        .map(each -> each.getValue().response().times())
        .reduce(TimeHistogram.empty(), TimeHistogram::plus);
  }

  private static boolean isComposite(Map.Entry<OperationType, OperationResult> operation) {
    return operation.getKey().isComposite();
  }
}
