package io.kvbench.reports.compare;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.SendingWindow;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The measured phases of a run, with the steps taken as one phase. Counts are of single operations,
 * including those that are parts of composites; rates and times are of the primary operations.
 *
 * @param phases all of the same name; empty where the run did not come so far
 * @param primary the types that the run is compared by
 * @param response of the primary operations answered OK
 */
public record Measured(
    List<PhaseResult> phases,
    Set<OperationType> primary,
    TimeHistogram response,
    ClientTime clientTime)
    implements Measurement {
  public Measured {
    phases = List.copyOf(phases);
    primary = Set.copyOf(primary);
  }

  public static Measured of(RunResult result) {
    List<PhaseResult> phases = PhaseResult.measured(result.phases());
    Set<OperationType> primary = PrimaryOperations.of(phases);
    return new Measured(
        phases,
        primary,
        primary.stream()
            .flatMap(type -> of(phases, type))
            .map(operation -> operation.response().times())
            .reduce(TimeHistogram.empty(), TimeHistogram::plus),
        phases.stream()
            .map(phase -> phase.client().clientTime())
            .reduce(ClientTime.none(), ClientTime::plus));
  }

  /** Returns how long it took, all steps together. */
  public long wallNanos() {
    return sum(phase -> phase.span().wallNanos());
  }

  long requests() {
    return sum(phase -> phase.rates().requests());
  }

  /** Returns how many operations ended, however they ended. */
  public long count() {
    return sum(PhaseResult::operationCount);
  }

  public long okCount() {
    return sum(PhaseResult::okCount);
  }

  public long errorCount() {
    return sum(PhaseResult::errorCount);
  }

  /** Returns the names of the composites that it is compared by; empty where there are none. */
  public String composites() {
    return primary.stream()
        .filter(OperationType::isComposite)
        .map(Enum::name)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Returns how many of the primary operations ended, however they ended. */
  public long primaryCount() {
    return sumOfPrimary(OperationResult::count);
  }

  public long primaryOkCount() {
    return sumOfPrimary(OperationResult::okCount);
  }

  private long sumOfPrimary(ToLongFunction<OperationResult> figure) {
    return primary.stream().flatMap(type -> of(phases, type)).mapToLong(figure).sum();
  }

  /** Returns the rate of primary operations answered OK; empty where it took no time. */
  @Override
  public OptionalDouble okPerSecond() {
    return ifSent(window -> primary.stream().mapToDouble(window::okPerSecond).sum());
  }

  /**
   * Returns the clients' time that the times of the primary operations cover. A transaction that is
   * retried until it succeeds covers its conflicts.
   */
  public long coveredNanos() {
    long retried =
        primary.contains(OperationType.STM)
            ? clientTime.otherOutcomeNanos().getOrDefault(Outcome.CONFLICT, 0L)
            : 0;
    return clientTime.okNanos() + retried;
  }

  /** Returns what was noticed of locks, leases and watchers; empty where there were none. */
  public Optional<CoordinationCounts> coordination() {
    return phases.stream()
        .flatMap(phase -> phase.coordination().stream())
        .reduce(CoordinationCounts::plus);
  }

  /** Empty where sending took no time. */
  private OptionalDouble ifSent(ToDoubleFunction<SendingWindow> figure) {
    SendingWindow window = new SendingWindow(phases);
    return window.nanos() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(figure.applyAsDouble(window));
  }

  /** Operations in flight, on average. */
  public OptionalDouble concurrency() {
    return ifSent(SendingWindow::concurrency);
  }

  boolean isOpenLoop() {
    return phases.stream().anyMatch(phase -> phase.rates().offeredPerSecond().isPresent());
  }

  long count(Set<OperationType> types, Outcome outcome) {
    return phases.stream()
        .flatMap(phase -> phase.operations().entrySet().stream())
        .filter(entry -> types.contains(entry.getKey()))
        .mapToLong(entry -> entry.getValue().outcomes().getOrDefault(outcome, 0L))
        .sum();
  }

  Set<OperationType> types() {
    Set<OperationType> types = new TreeSet<>();
    phases.forEach(phase -> types.addAll(phase.operations().keySet()));
    return types;
  }

  /** Returns what was measured for a type of operation, phase by phase. */
  List<OperationResult> of(OperationType type) {
    return of(phases, type).toList();
  }

  private static Stream<OperationResult> of(List<PhaseResult> phases, OperationType type) {
    return phases.stream()
        .flatMap(phase -> Optional.ofNullable(phase.operations().get(type)).stream());
  }

  /** Returns the response times of those of a type that were answered OK. */
  TimeHistogram response(OperationType type) {
    return of(type).stream()
        .map(operation -> operation.response().times())
        .reduce(TimeHistogram.empty(), TimeHistogram::plus);
  }

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

  @Override
  public OptionalDouble clientCpuNanosPerOperation() {
    boolean watched = phases.stream().allMatch(phase -> phase.client().condition().isPresent());
    return watched && primaryCount() > 0
        ? OptionalDouble.of(
            (double) sum(phase -> phase.client().condition().orElseThrow().cpuNanos())
                / primaryCount())
        : OptionalDouble.empty();
  }

  @Override
  public OptionalDouble nanos(TimeKind times, Statistic statistic) {
    return times == TimeKind.RESPONSE ? statistic.known(response) : OptionalDouble.empty();
  }

  Measurement only(OperationType type) {
    return new Measurement() {
      @Override
      public OptionalDouble okPerSecond() {
        // Of some types the rate says nothing.
        return of(type).isEmpty() || !type.hasRate()
            ? OptionalDouble.empty()
            : ifSent(window -> window.okPerSecond(type));
      }

      @Override
      public OptionalDouble nanos(TimeKind times, Statistic statistic) {
        return times == TimeKind.RESPONSE
            ? statistic.known(response(type))
            : OptionalDouble.empty();
      }
    };
  }

  Optional<PhaseResult> first() {
    return phases.stream().findFirst();
  }

  private long sum(ToLongFunction<PhaseResult> figure) {
    return phases.stream().mapToLong(figure).sum();
  }
}
