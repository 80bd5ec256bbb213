package io.kvbench.reports.tool;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The measured phases of a run in perfdash's format, with the fields that etcd's benchmark tool
 * writes: for each type of operation but composites, three percentiles of the response times of
 * operations answered OK, in milliseconds to four decimals. Percentiles of too few times are
 * omitted.
 */
public final class Perfdash {
  private static final int DECIMALS = 4;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final List<Percentile> PERCENTILES =
      List.of(Percentile.P50, Percentile.P90, Percentile.P99);

  private Perfdash() {}

  public static String of(StoredRun run) {
    Map<OperationType, TimeHistogram> times = new TreeMap<>();
    for (PhaseResult phase : PhaseResult.measured(run.result().phases())) {
      for (Map.Entry<OperationType, OperationResult> entry : phase.operations().entrySet()) {
        if (!entry.getKey().isComposite()) {
          times.merge(entry.getKey(), entry.getValue().response().times(), TimeHistogram::plus);
        }
      }
    }
    String items =
        times.entrySet().stream()
            .filter(entry -> Percentile.P50.isKnown(entry.getValue().count()))
            .map(entry -> item(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(",\n"));
    return "{\n  \"version\": \"v1\",\n  \"dataItems\": [\n" + items + "\n  ]\n}\n";
  }

  /** No text from elsewhere gets into it: names of operations need no escaping. */
  private static String item(OperationType type, TimeHistogram times) {
    return """
      {
        "data": {
          %s
        },
        "labels": {
          "Operation": "%s"
        },
        "unit": "ms"
      }"""
        .formatted(
            PERCENTILES.stream()
                .flatMap(percentile -> line(percentile, times).stream())
                .collect(Collectors.joining(",\n      ")),
            type)
        .indent(4)
        .stripTrailing();
  }

  private static Optional<String> line(Percentile percentile, TimeHistogram times) {
    return Statistic.of(percentile).known(times).stream()
        .mapToObj(nanos -> Quantities.plain(nanos / NANOS_PER_MILLI, DECIMALS))
        .map(millis -> "\"Perc" + percentile.title().substring(1) + "\": " + millis)
        .findFirst();
  }
}
