package io.kvbench.runner.junit;

import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.content.RunSummary;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.RunResult;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The context of a failed assertion: the run, the beginning of its report, and the location of the
 * rest.
 */
record Failure(RunResult result, ResultLocation place) {

  /** Returns the message about an expectation that was not met. */
  String message(String expectation) {
    return "%n%s%n%n%s%n%s%n%s"
        .formatted(
            expectation,
            subject(),
            TextDocument.of(RunSummary.verdict(result), TextStyle.PLAIN).stripTrailing(),
            place.sentence());
  }

  private String subject() {
    return "%s on %s: %s"
        .formatted(result.origin().workload(), result.system().name() + servers(), figures());
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
    return "%s, %s/s%s"
        .formatted(
            counts,
            Quantities.rate(rate.getAsDouble())
                + (measured.composites().isEmpty() ? "" : " " + measured.composites()),
            response(measured));
  }

  /** A percentile of too few operations is left out. */
  private static String response(Measured measured) {
    String known =
        Stream.of(Percentile.P50, Percentile.P99)
            .filter(percentile -> percentile.isKnown(measured.response().count()))
            .map(
                percentile ->
                    percentile.title()
                        + " "
                        + Quantities.duration(percentile.nanos(measured.response())))
            .collect(Collectors.joining(", "));
    return known.isEmpty() ? "" : ", response " + known;
  }
}
