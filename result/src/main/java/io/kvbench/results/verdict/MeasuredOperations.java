package io.kvbench.results.verdict;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SendingWindow;
import io.kvbench.results.format.TimeResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The operations of one type, or of all but composites, of some phases or of a second: counts and
 * histograms are added up. Percentiles have a value however few times there are.
 *
 * @param okRate of those answered OK, per second
 */
record MeasuredOperations(
    List<OperationResult> operations, Supplier<TimeHistogram> lag, double okRate)
    implements Measurement {
  private static final double NANOS = 1e9;

  /** Returns those of several phases as if they had been one. */
  static MeasuredOperations of(
      List<PhaseResult> phases, FaultScope scope, Optional<OperationType> type) {
    List<PhasePart> parts = phases.stream().flatMap(phase -> scope.of(phase).stream()).toList();
    List<OperationResult> operations =
        parts.stream().flatMap(part -> of(part.operations(), type)).toList();
    double rate;
    if (scope != FaultScope.ALL
        && phases.stream().anyMatch(phase -> phase.incidents().faultWindows().isPresent())) {
      long nanos = parts.stream().mapToLong(PhasePart::wallNanos).sum();
      long ok = operations.stream().mapToLong(OperationResult::okCount).sum();
      rate = nanos == 0 ? 0 : ok * NANOS / nanos;
    } else {
      SendingWindow window = new SendingWindow(phases);
      rate = type.map(window::okPerSecond).orElseGet(window::okPerSecond);
    }
    return new MeasuredOperations(
        operations, () -> added(parts.stream().map(PhasePart::lag)), rate);
  }

  /** Returns those of an interval of a running benchmark. */
  static MeasuredOperations of(Interval interval, Optional<OperationType> type) {
    List<OperationResult> operations = of(OperationResult.of(interval.recorded()), type).toList();
    long ok = operations.stream().mapToLong(OperationResult::okCount).sum();
    return new MeasuredOperations(
        operations, interval.recorded()::lag, ok * NANOS / Math.max(1, interval.wallNanos()));
  }

  private static Stream<OperationResult> of(
      Map<OperationType, OperationResult> operations, Optional<OperationType> type) {
    return operations.entrySet().stream()
        .filter(
            entry ->
                type.map(entry.getKey()::equals).orElseGet(() -> !entry.getKey().isComposite()))
        .map(Map.Entry::getValue);
  }

  /** Returns how many ended, however they ended. */
  private long count() {
    return sum(OperationResult::count);
  }

  private long sum(ToLongFunction<OperationResult> count) {
    return operations.stream().mapToLong(count).sum();
  }

  TimeHistogram times(TimeKind kind) {
    return switch (kind) {
      case RESPONSE -> added(operations.stream().map(OperationResult::response));
      case SERVICE -> added(operations.stream().map(OperationResult::service));
      case LAG -> lag.get();
    };
  }

  private static TimeHistogram added(Stream<TimeResult> times) {
    return times.map(TimeResult::times).reduce(TimeHistogram.empty(), TimeHistogram::plus);
  }

  @Override
  public OptionalDouble nanos(TimeKind kind, Statistic statistic) {
    TimeHistogram times = times(kind);
    return times.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(statistic.nanos(times));
  }

  @Override
  public OptionalDouble okPerSecond() {
    return ifAny(okRate);
  }

  @Override
  public OptionalDouble errors(Optional<ErrorKind> kind) {
    return ifAny(failed(kind));
  }

  @Override
  public OptionalDouble errorShare(Optional<ErrorKind> kind) {
    return ifAny((double) failed(kind) / Math.max(1, count()));
  }

  private long failed(Optional<ErrorKind> kind) {
    return kind.map(one -> sum(each -> each.errors().getOrDefault(one, 0L)))
        .orElseGet(() -> sum(OperationResult::errorCount));
  }

  private OptionalDouble ifAny(double figure) {
    return count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }
}
