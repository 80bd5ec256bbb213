package io.kvbench.reports.csv;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.workload.LoadProfile;
import io.kvbench.reports.compare.RunLabels;
import io.kvbench.results.directory.Csv;
import io.kvbench.results.directory.Csv.Field;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
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

  /** An operation of a phase. */
  private record Scenario(
      StoredRun run,
      String label,
      PhaseResult phase,
      OperationType type,
      OperationResult operation) {

    /** As in the older tool, a read that finds nothing is answered. */
    TimeHistogram answered() {
      OperationResult.Times missing = operation.otherTimes().get(Outcome.NOT_FOUND.name());
      TimeHistogram times = operation.response().times();
      return missing == null ? times : times.plus(missing.response().times());
    }

    String ofWrites(Function<LoadProfile, OptionalInt> size) {
      OptionalInt bytes =
          type.reads()
              ? OptionalInt.empty()
              : run.plan().load().map(size).orElse(OptionalInt.empty());
      return bytes.isPresent() ? Integer.toString(bytes.getAsInt()) : NONE;
    }

    String consistency() {
      return run.plan()
          .load()
          .filter(load -> type.reads())
          .map(
              load ->
                  switch (load.consistency()) {
                    case LINEARIZABLE -> "l";
                    case STALE -> "s";
                    case DEFAULT -> "default";
                  })
          .orElse(NONE);
    }
  }

  private ScenariosCsv() {}

  /**
   * Returns the file, each line ended by {@code \n}. Times are those of operations answered OK, and
   * {@code Requests/sec} counts those while requests were sent. A last column has the name of the
   * run.
   */
  public static String of(List<StoredRun> runs) {
    return of(runs, RunLabels.of(runs));
  }

  /** Returns the same file of runs that have names already. */
  public static String of(List<StoredRun> runs, List<String> labels) {
    List<Field<Scenario>> columns =
        columns(
            each ->
                each.type == OperationType.INSERT
                    ? "write"
                    : each.type.name().toLowerCase(Locale.ROOT).replace('_', '-'),
            each -> each.operation.response().times(),
            each ->
                each.phase.window().nanos() == 0
                    ? NONE
                    : Quantities.fixed(each.phase.window().okPerSecond(each.type), DECIMALS));
    columns.add(new Field<>("System", each -> CsvText.of(each.label)));
    return Csv.of(columns, scenarios(runs, labels));
  }

  /**
   * Returns the file exactly as the older tool writes it. As there, {@code Requests/sec} counts
   * answers per second of {@code Total}.
   *
   * @param testType {@code read} or {@code write}, regardless of the run's operations
   */
  public static String ofAnswered(StoredRun run, String testType) {
    return Csv.of(
        columns(
            each -> testType,
            Scenario::answered,
            each -> {
              long nanos = each.phase.span().wallNanos();
              return nanos == 0
                  ? NONE
                  : Quantities.fixed(each.answered().count() * 1e9 / nanos, DECIMALS);
            }),
        scenarios(List.of(run), List.of("")));
  }

  private static List<Scenario> scenarios(List<StoredRun> runs, List<String> labels) {
    List<Scenario> scenarios = new ArrayList<>();
    for (int index = 0; index < runs.size(); index++) {
      StoredRun run = runs.get(index);
      String label = labels.get(index);
      for (PhaseResult phase : PhaseResult.measured(run.result().phases())) {
        new TreeMap<>(phase.operations())
            .forEach(
                (type, operation) -> {
                  if (!type.isComposite()) {
                    scenarios.add(new Scenario(run, label, phase, type, operation));
                  }
                });
      }
    }
    return scenarios;
  }

  private static List<Field<Scenario>> columns(
      Function<Scenario, String> testType,
      Function<Scenario, TimeHistogram> times,
      Function<Scenario, String> rate) {
    List<Field<Scenario>> columns = new ArrayList<>();
    columns.add(new Field<>("TestType", testType));
    columns.add(
        new Field<>("ClusterSize", each -> String.valueOf(each.run.result().cluster().nodes())));
    columns.add(new Field<>("RequestCount", each -> Long.toString(each.operation.count())));
    columns.add(new Field<>("ClientCount", each -> String.valueOf(each.phase.mostClients())));
    columns.add(
        new Field<>(
            "ConnectionCount",
            each ->
                each.phase.load().connections() == 0
                    ? NONE
                    : Integer.toString(each.phase.mostConnections())));
    columns.add(new Field<>("KeySize", each -> each.ofWrites(LoadProfile::keyBytes)));
    columns.add(new Field<>("ValueSize", each -> each.ofWrites(LoadProfile::valueBytes)));
    columns.add(new Field<>("Consistency", Scenario::consistency));
    columns.add(new Field<>("Total", each -> seconds(each.phase.span().wallNanos())));
    columns.add(time("Slowest", times, Statistic.MAX::known));
    columns.add(time("Fastest", times, Statistic.MIN::known));
    columns.add(time("Average", times, Statistic.MEAN::known));
    columns.add(
        time(
            "Stddev",
            times,
            all ->
                all.count() > 0 ? OptionalDouble.of(all.stddevNanos()) : OptionalDouble.empty()));
    columns.add(new Field<>("Requests/sec", rate));
    for (Percentile percentile : EnumSet.range(Percentile.P10, Percentile.P95)) {
      String name = percentile.title().substring(1) + "%";
      columns.add(time(name, times, Statistic.of(percentile)::known));
    }
    return columns;
  }

  private static Field<Scenario> time(
      String name,
      Function<Scenario, TimeHistogram> times,
      Function<TimeHistogram, OptionalDouble> nanos) {
    return new Field<>(
        name,
        each -> {
          OptionalDouble known = nanos.apply(times.apply(each));
          return known.isPresent() ? seconds(known.getAsDouble()) : NONE;
        });
  }

  private static String seconds(double nanos) {
    return Quantities.fixed(nanos / 1e9, DECIMALS);
  }
}
