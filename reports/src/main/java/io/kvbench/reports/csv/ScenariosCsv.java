package io.kvbench.reports.csv;

import io.kvbench.core.directory.PlanDocument;
import io.kvbench.core.directory.StoredRun;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.SendingWindow;
import io.kvbench.core.workload.LoadProfile;
import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.table.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Runs as rows of scenarios, with the columns of the older tool for etcd in containers: one row for
 * each run and operation, composites left out. Times are response times of operations answered OK,
 * in seconds; {@code Requests/sec} counts those. What a row does not have is {@code -}.
 */
public final class ScenariosCsv {
  private static final String NONE = "-";
  private static final int DECIMALS = 4;
  private static final String HEADER =
      "TestType,ClusterSize,RequestCount,ClientCount,ConnectionCount,KeySize,ValueSize,Consistency,"
          + "Total,Slowest,Fastest,Average,Stddev,Requests/sec,10%,25%,50%,75%,90%,95%,System";
  private static final List<Integer> PERCENTILES = List.of(10, 25, 50, 75, 90, 95);

  private ScenariosCsv() {}

  /** Returns the file, each line ended by {@code \n}. */
  public static String of(List<StoredRun> runs) {
    CsvFile csv = new CsvFile(List.of(HEADER.split(",")));
    List<String> labels = Labels.of(runs.stream().map(StoredRun::result).toList());
    for (int index = 0; index < runs.size(); index++) {
      StoredRun run = runs.get(index);
      for (PhaseResult phase : PhaseResult.measured(run.result().phases())) {
        for (Map.Entry<OperationType, OperationResult> entry :
            new TreeMap<>(phase.operations()).entrySet()) {
          if (!entry.getKey().isComposite()) {
            csv.line(row(run, phase, entry.getKey(), entry.getValue(), labels.get(index)));
          }
        }
      }
    }
    return csv.text();
  }

  private static List<String> row(
      StoredRun run,
      PhaseResult phase,
      OperationType type,
      OperationResult operation,
      String label) {
    boolean read = type == OperationType.READ || type == OperationType.SCAN;
    RunResult result = run.result();
    List<String> cells = new ArrayList<>();
    cells.add(name(type));
    cells.add(Integer.toString(result.cluster().nodes()));
    cells.add(Long.toString(operation.count()));
    cells.add(Integer.toString(phase.clients()));
    cells.add(phase.connections() == 0 ? NONE : Integer.toString(phase.connections()));
    cells.add(read ? NONE : bytes(run.plan(), LoadProfile::keyBytes));
    cells.add(read ? NONE : bytes(run.plan(), LoadProfile::valueBytes));
    cells.add(read ? consistency(run.plan()) : NONE);
    cells.add(seconds(phase.wallNanos()));
    times(cells, phase, type, operation);
    cells.add(CsvText.of(label));
    return cells;
  }

  private static void times(
      List<String> cells, PhaseResult phase, OperationType type, OperationResult operation) {
    TimeHistogram times = operation.response().times();
    boolean any = times.count() > 0;
    cells.add(any ? seconds(times.maxNanos()) : NONE);
    cells.add(any ? seconds(times.minNanos()) : NONE);
    cells.add(any ? seconds(times.meanNanos()) : NONE);
    cells.add(any ? seconds(times.stddevNanos()) : NONE);
    SendingWindow window = phase.window();
    cells.add(window.nanos() == 0 ? NONE : Quantities.fixed(window.okPerSecond(type), DECIMALS));
    PERCENTILES.forEach(
        percentile ->
            cells.add(
                Percentile.isKnown(percentile, times.count())
                    ? seconds(times.percentileNanos(percentile))
                    : NONE));
  }

  private static String name(OperationType type) {
    return type == OperationType.INSERT
        ? "write"
        : type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String consistency(PlanDocument plan) {
    return plan.load()
        .map(
            load ->
                switch (load.consistency()) {
                  case LINEARIZABLE -> "l";
                  case STALE -> "s";
                  case DEFAULT -> "default";
                })
        .orElse(NONE);
  }

  private static String bytes(PlanDocument plan, Function<LoadProfile, OptionalInt> size) {
    OptionalInt bytes = plan.load().map(size).orElseGet(OptionalInt::empty);
    return bytes.isPresent() ? Integer.toString(bytes.getAsInt()) : NONE;
  }

  private static String seconds(double nanos) {
    return Quantities.fixed(nanos / 1e9, DECIMALS);
  }
}
