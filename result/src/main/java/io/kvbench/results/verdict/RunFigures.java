package io.kvbench.results.verdict;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SendingWindow;
import io.kvbench.results.format.TimeResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The figures of several phases as if they had been one: counts and histograms are added up.
 *
 * @param scope of which part of the phases
 */
record RunFigures(List<PhaseResult> phases, FaultScope scope) {
  /** Returns the rate of operations answered OK, of one type or of all but composites. */
  double okPerSecond(Optional<OperationType> type) {
    if (scope != FaultScope.ALL
        && phases.stream().anyMatch(phase -> phase.incidents().faultWindows().isPresent())) {
      return perSecond(sum(type, OperationResult::okCount));
    }
    SendingWindow window = new SendingWindow(phases);
    return type.map(window::okPerSecond).orElseGet(window::okPerSecond);
  }

  /** Returns the rate of a count over the whole time of the parts. */
  double perSecond(long count) {
    long nanos = parts().mapToLong(PhasePart::wallNanos).sum();
    return nanos == 0 ? 0 : count * 1e9 / nanos;
  }

  private Stream<PhasePart> parts() {
    return phases.stream().flatMap(phase -> scope.of(phase).stream());
  }

  /** Adds a count up over one type of operation, or over all but composites. */
  long sum(Optional<OperationType> type, ToLongFunction<OperationResult> count) {
    return operations(type).mapToLong(count).sum();
  }

  /** Adds times up over one type of operation, or over all but composites. */
  TimeHistogram times(Optional<OperationType> type, Function<OperationResult, TimeResult> times) {
    return added(operations(type).map(times));
  }

  TimeHistogram lag() {
    return added(parts().map(PhasePart::lag));
  }

  private static TimeHistogram added(Stream<TimeResult> times) {
    return times.map(TimeResult::times).reduce(TimeHistogram.empty(), TimeHistogram::plus);
  }

  private Stream<OperationResult> operations(Optional<OperationType> type) {
    return parts()
        .flatMap(part -> part.operations().entrySet().stream())
        .filter(
            entry ->
                type.map(entry.getKey()::equals).orElseGet(() -> !entry.getKey().isComposite()))
        .map(Map.Entry::getValue);
  }
}
