package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Probe;
import java.util.List;
import java.util.Locale;

/** The probes of a search, a row for each. */
public final class ProbesSheet {
  private ProbesSheet() {}

  public static Sheet of(FindResult found) {
    List<Figure<Probe>> columns =
        List.of(
            Figure.of("probe", probe -> Cell.of(probe.number(), Unit.COUNT)),
            Figure.of("clients", probe -> Cell.of(probe.clients(), Unit.COUNT)),
            Figure.of("offered/s", probe -> Cell.of(probe.offeredPerSecond(), Unit.MEAN)),
            Figure.of("achieved/s", probe -> Cell.of(probe.achievedPerSecond(), Unit.MEAN)),
            Figure.of("errors", probe -> Cell.of(probe.errors(), Unit.COUNT)),
            Figure.of("p50", probe -> Cell.of(probe.p50Micros(), Unit.MICROS)),
            Figure.of("p99", probe -> Cell.of(probe.p99Micros(), Unit.MICROS)),
            Figure.of("p99.9", probe -> Cell.of(probe.p999Micros(), Unit.MICROS)),
            Figure.of("outcome", probe -> Cell.words(outcome(probe))));
    return Sheet.of(
        "Probes",
        "p50 to p99.9: response times of OK; without the settling time",
        columns,
        found.probes());
  }

  /** Returns the outcome of a probe in words, such as {@code client limited}. */
  public static String outcome(Probe probe) {
    return probe.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
