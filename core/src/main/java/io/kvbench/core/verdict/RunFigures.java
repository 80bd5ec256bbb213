package io.kvbench.core.verdict;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.TimeResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The figures of several phases as if they had been one: counts and histograms are added up. */
record RunFigures(List<PhaseResult> phases) {
  double wallSeconds() {
    return phases.stream().mapToLong(PhaseResult::wallNanos).sum() / 1e9;
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
    return added(phases.stream().map(PhaseResult::lag));
  }

  private static TimeHistogram added(Stream<TimeResult> times) {
    return times.map(TimeResult::times).reduce(TimeHistogram.empty(), TimeHistogram::plus);
  }

  private Stream<OperationResult> operations(Optional<OperationType> type) {
    return phases.stream()
        .flatMap(phase -> phase.operations().entrySet().stream())
        .filter(
            entry ->
                type.map(entry.getKey()::equals).orElseGet(() -> !entry.getKey().isComposite()))
        .map(Map.Entry::getValue);
  }
}
