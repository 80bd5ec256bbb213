package io.kvbench.reports.compare;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.SendingWindow;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;

/**
 * What a run was about, its steps as one phase. Composites are left out: their parts are in it.
 *
 * @param phases all of the same name; empty where the run did not come so far
 * @param response of the operations answered OK
 */
public record Measured(List<PhaseResult> phases, TimeHistogram response, ClientTime clientTime) {
  public Measured {
    phases = List.copyOf(phases);
  }

  /** Returns what a run was about. */
  public static Measured of(RunResult result) {
    List<PhaseResult> phases = PhaseResult.measured(result.phases());
    return new Measured(
        phases,
        phases.stream()
            .map(PhaseResult::response)
            .reduce(TimeHistogram.empty(), TimeHistogram::plus),
        phases.stream().map(PhaseResult::clientTime).reduce(ClientTime.none(), ClientTime::plus));
  }

  /** Returns how long it took, all steps together. */
  public long wallNanos() {
    return sum(PhaseResult::wallNanos);
  }

  long requests() {
    return sum(PhaseResult::requests);
  }

  /** Returns how many operations ended, however they ended. */
  public long count() {
    return sum(PhaseResult::operationCount);
  }

  /** Returns how many were answered OK. */
  public long okCount() {
    return sum(PhaseResult::okCount);
  }

  /** Returns how many failed. */
  public long errorCount() {
    return sum(PhaseResult::errorCount);
  }

  /** Returns the rate of operations answered OK; empty where it took no time. */
  public OptionalDouble okPerSecond() {
    return ifSent(window().okPerSecond());
  }

  private SendingWindow window() {
    return new SendingWindow(phases);
  }

  private OptionalDouble ifSent(double figure) {
    return window().nanos() == 0 ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }

  OptionalDouble maxPerSecond() {
    return fullSeconds(PhaseResult::maxThroughputPerSecond).max();
  }

  OptionalDouble minPerSecond() {
    return fullSeconds(PhaseResult::minThroughputPerSecond).min();
  }

  /** Those of the phases that had full seconds. */
  private DoubleStream fullSeconds(Function<PhaseResult, OptionalDouble> figure) {
    return phases.stream().map(figure).flatMapToDouble(OptionalDouble::stream);
  }

  /** Operations under way at once, on average. */
  public OptionalDouble concurrency() {
    return ifSent(window().concurrency());
  }

  boolean isOpenLoop() {
    return phases.stream().anyMatch(phase -> phase.offeredPerSecond().isPresent());
  }

  boolean hasSteps() {
    return phases.stream().anyMatch(phase -> phase.step().isPresent());
  }

  /** Returns how many operations of these types were answered so. */
  long count(Set<OperationType> types, Outcome outcome) {
    return phases.stream()
        .flatMap(phase -> phase.operations().entrySet().stream())
        .filter(entry -> types.contains(entry.getKey()))
        .mapToLong(entry -> entry.getValue().outcomes().getOrDefault(outcome, 0L))
        .sum();
  }

  /** Returns the types of operations that there were. */
  Set<OperationType> types() {
    Set<OperationType> types = new TreeSet<>();
    phases.forEach(phase -> types.addAll(phase.operations().keySet()));
    return types;
  }

  /** Returns what was measured for a type of operation, phase by phase. */
  List<OperationResult> of(OperationType type) {
    return phases.stream()
        .flatMap(phase -> Optional.ofNullable(phase.operations().get(type)).stream())
        .toList();
  }

  /** Returns the response times of those of a type that were answered OK. */
  TimeHistogram response(OperationType type) {
    return of(type).stream()
        .map(operation -> operation.response().times())
        .reduce(TimeHistogram.empty(), TimeHistogram::plus);
  }

  /** Returns the rate of those of a type that were answered OK; empty where there were none. */
  OptionalDouble okPerSecond(OperationType type) {
    return of(type).isEmpty() ? OptionalDouble.empty() : ifSent(window().okPerSecond(type));
  }

  /** Returns how many operations failed, by kind. */
  Map<ErrorKind, Long> errors() {
    Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    for (PhaseResult phase : phases) {
      phase.operations().entrySet().stream()
          .filter(entry -> !entry.getKey().isComposite())
          .map(Map.Entry::getValue)
          .map(OperationResult::errors)
          .forEach(kinds -> kinds.forEach((kind, count) -> errors.merge(kind, count, Long::sum)));
    }
    return errors;
  }

  /** Processor time of kvbench per operation, however it ended; empty where nobody watched. */
  OptionalDouble clientCpuNanosPerOperation() {
    boolean watched = phases.stream().allMatch(phase -> phase.condition().isPresent());
    return watched && count() > 0
        ? OptionalDouble.of(
            (double) sum(phase -> phase.condition().orElseThrow().cpuNanos()) / count())
        : OptionalDouble.empty();
  }

  /** The response time that a share of them did not exceed; empty where too few are beyond it. */
  public OptionalDouble percentileNanos(double percentile) {
    return percentileNanos(response, percentile);
  }

  static OptionalDouble percentileNanos(TimeHistogram times, double percentile) {
    return Percentile.isKnown(percentile, times.count())
        ? OptionalDouble.of(times.percentileNanos(percentile))
        : OptionalDouble.empty();
  }

  OptionalDouble ifAnswered(double nanos) {
    return response.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos);
  }

  Optional<PhaseResult> first() {
    return phases.stream().findFirst();
  }

  private long sum(ToLongFunction<PhaseResult> figure) {
    return phases.stream().mapToLong(figure).sum();
  }
}
