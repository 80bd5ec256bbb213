package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.figure.Formula;
import io.kvbench.results.figure.Population;
import io.kvbench.results.figure.Quantities;
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
 * @param threshold in the unit of the formula
 */
record Slo(
    String text,
    String name,
    Optional<OperationType> type,
    FaultScope scope,
    Formula.OfThreshold formula,
    ThresholdOperator comparison,
    double threshold) {

  SloResult judge(List<PhaseResult> phases) {
    MeasuredOperations operations = MeasuredOperations.of(phases, scope, type);
    OptionalDouble observed = formula.of(operations);
    if (observed.isEmpty()) {
      return new SloResult(
          text, name + " has no value: " + absence() + scope.sentence(), false, Optional.empty());
    }
    double value = observed.getAsDouble();
    boolean met = comparison.holds(value, threshold);
    String caveat = caveat(operations).map(why -> "; " + why).orElse("");
    return new SloResult(text, sentence(value, met) + caveat, met, Optional.empty());
  }

  /** Returns the doubt about the judgement; empty where there is no doubt, or no judgement. */
  Optional<String> doubt(List<PhaseResult> phases) {
    return caveat(MeasuredOperations.of(phases, scope, type)).map(why -> name + ": " + why);
  }

  /** Returns why the figure is not known, as a clause, although it has a value. */
  private Optional<String> caveat(MeasuredOperations operations) {
    return formula
        .ofTimes()
        .map(kind -> operations.times(kind).count())
        .filter(count -> count > 0 && !formula.isKnownOf(count))
        .map(Quantities::count)
        .map("only %s samples, too few for this percentile"::formatted);
  }

  /** Returns why there is no figure. */
  private String absence() {
    if (formula.population() == Population.REQUESTS) {
      return "no request was sent on schedule";
    }
    return "no %s %s"
        .formatted(
            type.map(OperationType::name).orElse("operation"),
            formula.ofTimes().isPresent() ? "was answered OK" : "completed");
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
            Quantities.precise(value, formula.unit()),
            met ? "" : "expected ",
            comparison.words(),
            Quantities.precise(threshold, formula.unit()));
  }
}
