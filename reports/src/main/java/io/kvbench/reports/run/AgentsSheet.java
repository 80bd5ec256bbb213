package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.AgentResult.AgentPhase;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.TimeResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** The figures of each agent in the last phase that it measured. */
public final class AgentsSheet {
  private static final List<Figure<AgentResult>> COLUMNS =
      List.of(
          Figure.of("agent", agent -> Cell.words(agent.name())),
          Figure.of("host", agent -> Cell.words(agent.host())),
          Figure.of("status", agent -> Cell.words(agent.status().toString())),
          number("clients", Unit.COUNT, phase -> OptionalLong.of(phase.clients())),
          decimal("ok/s", Unit.PER_SECOND, each -> OptionalDouble.of(each.throughputPerSecond())),
          number("p50", Unit.MICROS, phase -> micros(phase.response(), Percentile.P50)),
          number("p99", Unit.MICROS, phase -> micros(phase.response(), Percentile.P99)),
          number("p99.9", Unit.MICROS, phase -> micros(phase.response(), Percentile.P999)),
          number(
              "max",
              Unit.MICROS,
              phase -> phase.response().stream().mapToLong(TimeResult::maxMicros).findFirst()),
          decimal("CPUs", Unit.MEAN, AgentPhase::cpu),
          number("lag p99", Unit.MICROS, each -> micros(Optional.of(each.lag()), Percentile.P99)),
          number("hiccup p99", Unit.MICROS, AgentPhase::hiccupP99Micros),
          number(
              "lost connections", Unit.COUNT, phase -> OptionalLong.of(phase.connectionErrors())),
          number("skew", Unit.MICROS, phase -> OptionalLong.of(phase.skewMicros())),
          Figure.detail("clock offset", agent -> Cell.of(agent.offsetMicros(), Unit.MICROS)),
          Figure.detail("offset error", agent -> Cell.of(agent.offsetErrorMicros(), Unit.MICROS)));

  private AgentsSheet() {}

  private static Figure<AgentResult> number(
      String name, Unit unit, Function<AgentPhase, OptionalLong> figure) {
    return Figure.of(
        name, agent -> Cell.of(last(agent).map(figure).orElseGet(OptionalLong::empty), unit));
  }

  private static Figure<AgentResult> decimal(
      String name, Unit unit, Function<AgentPhase, OptionalDouble> figure) {
    return Figure.of(
        name, agent -> Cell.of(last(agent).map(figure).orElseGet(OptionalDouble::empty), unit));
  }

  /** Returns a percentile; empty where there are too few times for it. */
  private static OptionalLong micros(Optional<TimeResult> times, Percentile percentile) {
    return times.stream().filter(percentile::isKnown).mapToLong(percentile::micros).findFirst();
  }

  /** Empty of an agent that measured none. */
  private static Optional<AgentPhase> last(AgentResult agent) {
    return agent.phases().stream().reduce((one, next) -> next);
  }

  public static Sheet of(List<AgentResult> agents) {
    String phase =
        agents.stream()
            .flatMap(agent -> last(agent).stream())
            .map(each -> each.phase() + "; ")
            .findFirst()
            .orElse("");
    return Sheet.of(
        "Agents",
        phase + "skew: how much later than the first agent its clients began",
        COLUMNS,
        agents);
  }
}
