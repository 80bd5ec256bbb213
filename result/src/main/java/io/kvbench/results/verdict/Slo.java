package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SloResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A threshold of the user's own.
 *
 * @param text as it was given
 * @param name the figure's name in it
 * @param type empty for all operations
 * @param scope whether fault windows count
 * @param threshold in the metric's unit
 */
record Slo(
    String text,
    String name,
    Optional<OperationType> type,
    FaultScope scope,
    Metric metric,
    Comparison comparison,
    double threshold) {

  SloResult judge(List<PhaseResult> phases) {
    RunFigures figures = new RunFigures(phases, scope);
    OptionalDouble observed = metric.of(figures, type);
    if (observed.isEmpty()) {
      String operations = type.map(OperationType::name).orElse("operation");
      return new SloResult(
          text, name + " has no value: " + metric.absence(operations) + scope.sentence(), false);
    }
    double value = observed.getAsDouble();
    boolean met = comparison.holds(value, threshold);
    String caveat = metric.caveat(figures, type).map(why -> "; " + why).orElse("");
    return new SloResult(text, sentence(value, met) + caveat, met);
  }

  /** Returns why the judgement is not to be trusted; empty where it is, or where there is none. */
  Optional<String> doubt(List<PhaseResult> phases) {
    RunFigures figures = new RunFigures(phases, scope);
    return metric.of(figures, type).isEmpty()
        ? Optional.empty()
        : metric.caveat(figures, type).map(why -> name + ": " + why);
  }

  private boolean isPlural() {
    String figure = scope == FaultScope.ALL ? name : name.substring(0, name.lastIndexOf('.'));
    return figure.endsWith("errors");
  }

  private String sentence(double value, boolean met) {
    return "%s %s %s, %s%s %s"
        .formatted(
            name,
            isPlural() ? "are" : "is",
            metric.show(value),
            met ? "" : "expected ",
            comparison.words(),
            metric.show(threshold));
  }
}
