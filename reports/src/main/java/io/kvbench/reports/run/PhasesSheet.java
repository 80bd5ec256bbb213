package io.kvbench.reports.run;

import static java.util.Comparator.comparingDouble;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import io.kvbench.results.format.PrimaryOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;

/** The phases, or the steps of one, a row for each. */
public final class PhasesSheet {
  private static final String MOST = "◂";
  private static final List<Figure<PhaseResult>> COLUMNS =
      List.of(
          Figure.of("phase", phase -> Cell.words(nameOf(phase))),
          Figure.detail("time", phase -> Cell.of(phase.span().wallNanos() / 1e9, Unit.SECONDS)),
          Figure.of("clients", phase -> count(phase.mostClients())),
          Figure.of(
              "conns",
              phase ->
                  phase.load().connections() == 0
                      ? new Cell.Absent()
                      : count(phase.mostConnections())),
          Figure.of("requests", phase -> count(phase.rates().requests())),
          Figure.detail("operations", phase -> count(phase.operationCount())),
          Figure.detail("OK", phase -> count(phase.okCount())),
          Figure.of("OK/s", phase -> Cell.of(phase.rates().throughputPerSecond(), Unit.MEAN)),
          Figure.detail(
              "best second", phase -> Cell.of(phase.rates().maxThroughputPerSecond(), Unit.MEAN)),
          Figure.detail(
              "worst second", phase -> Cell.of(phase.rates().minThroughputPerSecond(), Unit.MEAN)),
          Figure.of("in flight", phase -> Cell.of(phase.rates().meanConcurrency(), Unit.MEAN)),
          Figure.of("p50", phase -> time(phase, Percentile.P50)),
          Figure.of("p99", phase -> time(phase, Percentile.P99)),
          Figure.of("p99.9", phase -> time(phase, Percentile.P999)),
          Figure.of("errors", phase -> count(phase.errorCount())),
          Figure.detail("drain", phase -> drain(phase, drain -> drain.nanos() / 1e9, Unit.SECONDS)),
          Figure.detail("drained", phase -> drain(phase, Drain::operations, Unit.COUNT)));

  private static final int AFTER_CONNECTIONS = 4;

  private PhasesSheet() {}

  /** Returns the table; steps have a mark at the one with the most throughput. */
  public static Sheet of(String title, List<PhaseResult> phases) {
    Optional<PhaseResult> best = best(phases);
    List<Figure<PhaseResult>> columns = new ArrayList<>(COLUMNS);
    boolean ofSeveral =
        phases.stream()
            .anyMatch(
                phase ->
                    PrimaryOperations.of(List.of(phase)).stream()
                        .anyMatch(OperationType::isComposite));
    boolean own =
        phases.stream().anyMatch(phase -> phase.connectionUse().ownConnections().isPresent());
    if (own) {
      columns.add(
          AFTER_CONNECTIONS,
          Figure.of("own", phase -> Cell.of(phase.connectionUse().ownConnections(), Unit.COUNT)));
    }
    if (best.isPresent()) {
      columns.add(
          Figure.of("most", phase -> new Cell.Words(best.equals(Optional.of(phase)) ? MOST : "")));
    }
    return Sheet.of(
        title,
        "conns: connections"
            + (own ? ", own: more for locks, leases or watchers" : "")
            + "; p50 to p99.9: response times of OK"
            + (ofSeveral ? ", of whole requests where these have several operations" : "")
            + (best.isPresent() ? "; " + MOST + " highest throughput" : ""),
        columns,
        phases);
  }

  /** Returns the mixes that ran side by side in a phase, a row for each; no rows for one mix. */
  public static Sheet mixes(PhaseResult phase) {
    List<Figure<MixResult>> columns =
        List.of(
            Figure.of("mix", mix -> Cell.words(mix.mix())),
            Figure.of("clients", mix -> count(mix.phase().mostClients())),
            Figure.of(
                "offered/s", mix -> Cell.of(mix.phase().rates().offeredPerSecond(), Unit.MEAN)),
            Figure.of("achieved/s", mix -> Cell.of(mix.phase().achievedPerSecond(), Unit.MEAN)),
            Figure.of("OK/s", mix -> Cell.of(mix.phase().rates().throughputPerSecond(), Unit.MEAN)),
            Figure.of("p50", mix -> time(mix.phase(), Percentile.P50)),
            Figure.of("p99", mix -> time(mix.phase(), Percentile.P99)),
            Figure.of("p99.9", mix -> time(mix.phase(), Percentile.P999)),
            Figure.of("errors", mix -> count(mix.phase().errorCount())),
            Figure.of("load", mix -> Cell.words(mix.phase().load().loadModel())));
    return Sheet.of(
        "Mixes",
        "side by side; offered and achieved: requests; p50 to p99.9: response times of OK",
        columns,
        phase.mixes().orElse(List.of()));
  }

  /** Returns the first of the steps with the most throughput; empty where none has any. */
  public static Optional<PhaseResult> best(List<PhaseResult> phases) {
    return phases.stream()
        .filter(phase -> phase.step().isPresent() && phase.rates().throughputPerSecond() > 0)
        .reduce(
            BinaryOperator.maxBy(comparingDouble(phase -> phase.rates().throughputPerSecond())));
  }

  /** Returns what to call a phase: {@code run}, or {@code step 2}. */
  public static String nameOf(PhaseResult phase) {
    String kind = phase.name() == PhaseName.PROBE ? "probe " : "step ";
    return phase.step().map(step -> kind + step.index()).orElse(phase.name().toString());
  }

  private static Cell count(long count) {
    return Cell.of(count, Unit.COUNT);
  }

  private static Cell drain(PhaseResult phase, ToDoubleFunction<Drain> figure, Unit unit) {
    return Cell.of(phase.span().drain().stream().mapToDouble(figure).findFirst(), unit);
  }

  private static Cell time(PhaseResult phase, Percentile percentile) {
    return Cell.of(
        Statistic.of(percentile).known(phase.response()).stream()
            .map(nanos -> Math.round(nanos / 1e3))
            .findFirst(),
        Unit.MICROS);
  }
}
