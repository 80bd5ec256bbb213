package io.kvbench.reports.csv;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.workload.LoadProfile;
import io.kvbench.reports.compare.Labels;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SendingWindow;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Runs as rows of scenarios, with the columns of an older benchmark of etcd in containers: one row
 * for each run and operation, without composites. Clients and connections are the maxima of the
 * run. Times are response times in seconds. Absent cells are {@code -}.
 */
public final class ScenariosCsv {
  private static final String NONE = "-";
  private static final int DECIMALS = 4;
  private static final List<String> COLUMNS =
      List.of(
          ("TestType,ClusterSize,RequestCount,ClientCount,ConnectionCount,KeySize,ValueSize,"
                  + "Consistency,Total,Slowest,Fastest,Average,Stddev,Requests/sec,10%,25%,50%,75%,"
                  + "90%,95%")
              .split(","));

  /** A supplier of the cells of a row. */
  @FunctionalInterface
  private interface Rows {
    List<String> row(PhaseResult phase, OperationType type, OperationResult operation);
  }

  private ScenariosCsv() {}

  /**
   * Returns the file, each line ended by {@code \n}. Times are those of operations answered OK, and
   * {@code Requests/sec} counts those while requests were sent. A last column has the name of the
   * run.
   */
  public static String of(List<StoredRun> runs) {
    return of(runs, Labels.of(runs));
  }

  /** Returns the same file of runs that have names already. */
  public static String of(List<StoredRun> runs, List<String> labels) {
    List<String> columns = new ArrayList<>(COLUMNS);
    columns.add("System");
    CsvFile csv = new CsvFile(columns);
    for (int index = 0; index < runs.size(); index++) {
      StoredRun run = runs.get(index);
      String label = CsvText.of(labels.get(index));
      add(
          csv,
          run,
          (phase, type, operation) -> {
            List<String> cells = settings(name(type), run, phase, type, operation);
            SendingWindow window = phase.window();
            times(
                cells,
                operation.response().times(),
                window.nanos() == 0 ? NONE : rate(window.okPerSecond(type)));
            cells.add(label);
            return cells;
          });
    }
    return csv.text();
  }

  /**
   * Returns the file exactly as the older tool writes it. As there, a read that finds nothing is
   * answered, and {@code Requests/sec} counts answers per second of {@code Total}.
   *
   * @param testType {@code read} or {@code write}, regardless of the run's operations
   */
  public static String ofAnswered(StoredRun run, String testType) {
    CsvFile csv = new CsvFile(COLUMNS);
    add(
        csv,
        run,
        (phase, type, operation) -> {
          List<String> cells = settings(testType, run, phase, type, operation);
          TimeHistogram answered = operation.response().times();
          OperationResult.Times missing = operation.otherTimes().get(Outcome.NOT_FOUND.name());
          if (missing != null) {
            answered = answered.plus(missing.response().times());
          }
          long nanos = phase.span().wallNanos();
          times(cells, answered, nanos == 0 ? NONE : rate(answered.count() * 1e9 / nanos));
          return cells;
        });
    return csv.text();
  }

  private static void add(CsvFile csv, StoredRun run, Rows rows) {
    for (PhaseResult phase : PhaseResult.measured(run.result().phases())) {
      for (Map.Entry<OperationType, OperationResult> entry :
          new TreeMap<>(phase.operations()).entrySet()) {
        if (!entry.getKey().isComposite()) {
          csv.line(rows.row(phase, entry.getKey(), entry.getValue()));
        }
      }
    }
  }

  private static List<String> settings(
      String testType,
      StoredRun run,
      PhaseResult phase,
      OperationType type,
      OperationResult operation) {
    boolean read = type.reads();
    List<String> cells = new ArrayList<>();
    cells.add(testType);
    cells.add(Integer.toString(run.result().cluster().nodes()));
    cells.add(Long.toString(operation.count()));
    cells.add(Integer.toString(phase.mostClients()));
    cells.add(phase.load().connections() == 0 ? NONE : Integer.toString(phase.mostConnections()));
    cells.add(read ? NONE : bytes(run.plan(), LoadProfile::keyBytes));
    cells.add(read ? NONE : bytes(run.plan(), LoadProfile::valueBytes));
    cells.add(read ? consistency(run.plan()) : NONE);
    cells.add(seconds(phase.span().wallNanos()));
    return cells;
  }

  private static void times(List<String> cells, TimeHistogram times, String rate) {
    cells.add(seconds(Statistic.MAX.known(times)));
    cells.add(seconds(Statistic.MIN.known(times)));
    cells.add(seconds(Statistic.MEAN.known(times)));
    cells.add(times.count() > 0 ? seconds(times.stddevNanos()) : NONE);
    cells.add(rate);
    EnumSet.range(Percentile.P10, Percentile.P95)
        .forEach(percentile -> cells.add(seconds(Statistic.of(percentile).known(times))));
  }

  private static String seconds(OptionalDouble nanos) {
    return nanos.isPresent() ? seconds(nanos.getAsDouble()) : NONE;
  }

  private static String rate(double perSecond) {
    return Quantities.fixed(perSecond, DECIMALS);
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
