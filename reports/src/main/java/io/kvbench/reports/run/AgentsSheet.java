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
import java.util.function.ToLongFunction;

/** The figures of each agent in the last phase that it measured. */
public final class AgentsSheet {
  private static final List<Figure<Row>> COLUMNS =
      List.of(
          Figure.of("agent", row -> Cell.words(row.agent.name())),
          Figure.of("host", row -> Cell.words(row.agent.host())),
          Figure.of("status", row -> Cell.words(row.agent.status().toString())),
          Figure.of("clients", row -> Cell.of(row.number(AgentPhase::clients), Unit.COUNT)),
          Figure.of(
              "ok/s",
              row -> Cell.of(row.decimal(AgentPhase::throughputPerSecond), Unit.PER_SECOND)),
          Figure.of(
              "p50",
              row -> Cell.of(row.percentile(AgentPhase::response, Percentile.P50), Unit.MICROS)),
          Figure.of(
              "p99",
              row -> Cell.of(row.percentile(AgentPhase::response, Percentile.P99), Unit.MICROS)),
          Figure.of(
              "p99.9",
              row -> Cell.of(row.percentile(AgentPhase::response, Percentile.P999), Unit.MICROS)),
          Figure.of("max", row -> Cell.of(row.max(), Unit.MICROS)),
          Figure.of("CPUs", row -> Cell.of(row.cpu(), Unit.MEAN)),
          Figure.of(
              "lag p99",
              row ->
                  Cell.of(
                      row.percentile(phase -> Optional.of(phase.lag()), Percentile.P99),
                      Unit.MICROS)),
          Figure.of("hiccup p99", row -> Cell.of(row.hiccups(), Unit.MICROS)),
          Figure.of(
              "lost connections",
              row -> Cell.of(row.number(AgentPhase::connectionErrors), Unit.COUNT)),
          Figure.of("skew", row -> Cell.of(row.number(AgentPhase::skewMicros), Unit.MICROS)),
          Figure.detail(
              "clock offset",
              row -> Cell.of(OptionalLong.of(row.agent.offsetMicros()), Unit.MICROS)),
          Figure.detail(
              "offset error",
              row -> Cell.of(OptionalLong.of(row.agent.offsetErrorMicros()), Unit.MICROS)));

  /** An agent, with a phase unless it measured none. */
  private record Row(AgentResult agent, Optional<AgentPhase> phase) {
    OptionalLong number(ToLongFunction<AgentPhase> figure) {
      return phase
          .map(each -> OptionalLong.of(figure.applyAsLong(each)))
          .orElse(OptionalLong.empty());
    }

    OptionalDouble decimal(Function<AgentPhase, Double> figure) {
      return phase
          .map(each -> OptionalDouble.of(figure.apply(each)))
          .orElse(OptionalDouble.empty());
    }

    /** Returns a percentile; empty where there are too few times for it. */
    OptionalLong percentile(
        Function<AgentPhase, Optional<TimeResult>> times, Percentile percentile) {
      return phase
          .flatMap(times)
          .filter(percentile::isKnown)
          .map(known -> OptionalLong.of(percentile.micros(known)))
          .orElse(OptionalLong.empty());
    }

    OptionalLong max() {
      return phase
          .flatMap(AgentPhase::response)
          .map(times -> OptionalLong.of(times.maxMicros()))
          .orElse(OptionalLong.empty());
    }

    OptionalDouble cpu() {
      return phase.map(AgentPhase::cpu).orElse(OptionalDouble.empty());
    }

    OptionalLong hiccups() {
      return phase.map(AgentPhase::hiccupP99Micros).orElse(OptionalLong.empty());
    }
  }

  private AgentsSheet() {}

  /** Returns a row for each agent. */
  public static Sheet of(List<AgentResult> agents) {
    List<Row> rows =
        agents.stream()
            .map(agent -> new Row(agent, agent.phases().stream().reduce((one, next) -> next)))
            .toList();
    String phase =
        rows.stream()
            .flatMap(row -> row.phase.stream())
            .map(AgentPhase::phase)
            .findFirst()
            .map(title -> title + "; ")
            .orElse("");
    return Sheet.of(
        "Agents",
        phase + "skew: how much later than the first agent its clients began",
        COLUMNS,
        rows);
  }
}
