package io.kvbench.core.result;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * What one phase measured.
 *
 * @param step which part of a run with changing numbers of clients; empty in any other phase
 * @param connections as planned; 0 where nobody knows, as of a binding that the caller has opened
 * @param wallNanos from the start of the first client to the end of the last
 * @param requests completed arrivals; differs from the sum over operations where a request has
 *     several
 * @param offeredPerSecond the mean rate of arrivals asked for, up to the end of the last one's gap
 *     where the phase ended early; empty in a closed loop
 * @param throughputPerSecond operations answered OK, divided by the wall time
 * @param maxThroughputPerSecond the best of the full one-second intervals; empty where there was
 *     none
 * @param minThroughputPerSecond the worst of them
 * @param meanConcurrency operations under way at once, on average: the time in operations divided
 *     by the wall time
 * @param operations by type; composites are listed too, but their parts are counted under their own
 *     types
 * @param lag how late operations were sent: sent less intended start
 * @param errorMessages the messages behind the errors, most frequent first
 * @param condition how the kvbench process and its host were doing; empty where nobody watched
 * @param faults what was done to the servers on purpose, in order; empty where nothing was planned
 * @param events what happened, in order; empty where nobody looked
 */
public record PhaseResult(
    PhaseName name,
    Optional<ClientStep> step,
    Instant startedAt,
    long wallNanos,
    int clients,
    int connections,
    String loadModel,
    long requests,
    OptionalDouble offeredPerSecond,
    double throughputPerSecond,
    OptionalDouble maxThroughputPerSecond,
    OptionalDouble minThroughputPerSecond,
    double meanConcurrency,
    Map<OperationType, OperationResult> operations,
    TimeResult lag,
    List<ErrorMessage> errorMessages,
    ClientTime clientTime,
    Optional<ClientCondition> condition,
    Optional<List<FaultResult>> faults,
    Optional<List<EventResult>> events) {

  public PhaseResult {
    operations = Map.copyOf(operations);
    errorMessages = List.copyOf(errorMessages);
    faults = faults.map(List::copyOf);
    events = events.map(List::copyOf);
  }

  /** Returns the figures of a phase. */
  public static PhaseResult of(
      PhasePlan plan,
      int connections,
      PhaseMeasurement measured,
      Optional<ClientCondition> condition) {
    long wall = measured.wallNanos();
    return new PhaseResult(
        plan.name(),
        plan.step(),
        measured.startedAt(),
        wall,
        plan.clients(),
        connections,
        plan.loadModel().toString(),
        measured.requests(),
        plan.offeredPerSecond(measured.requests()),
        measured.okPerSecond(),
        measured.maxOkPerSecond(),
        measured.minOkPerSecond(),
        wall == 0 ? 0 : (double) measured.clientTime().busyNanos() / wall,
        OperationResult.of(measured.recorded()),
        TimeResult.of(measured.recorded().lag()),
        measured.errorMessages().stream()
            .map(line -> new ErrorMessage(line.type(), line.kind(), line.message(), line.count()))
            .toList(),
        measured.clientTime(),
        condition,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns this phase with what was done to the servers and what happened. */
  public PhaseResult with(List<FaultResult> done, List<EventResult> happened) {
    return new PhaseResult(
        name,
        step,
        startedAt,
        wallNanos,
        clients,
        connections,
        loadModel,
        requests,
        offeredPerSecond,
        throughputPerSecond,
        maxThroughputPerSecond,
        minThroughputPerSecond,
        meanConcurrency,
        operations,
        lag,
        errorMessages,
        clientTime,
        condition,
        Optional.of(done),
        Optional.of(happened));
  }

  /**
   * Returns the phases that a run was about: those called so, else the load, else what there is.
   */
  public static List<PhaseResult> measured(List<PhaseResult> phases) {
    for (PhaseName name : List.of(PhaseName.RUN, PhaseName.LOAD)) {
      List<PhaseResult> named = phases.stream().filter(phase -> phase.name() == name).toList();
      if (!named.isEmpty()) {
        return named;
      }
    }
    return List.copyOf(phases);
  }

  /**
   * Returns how many requests came to an end other than being given up, sent or not: what became of
   * those that were offered.
   */
  public long achievedRequests() {
    return Math.max(0, requests - errorCount(ErrorKind.ABANDONED) - errorCount(ErrorKind.UNSENT));
  }

  /** Returns the rate of these requests. */
  public double achievedPerSecond() {
    return wallNanos == 0 ? 0 : achievedRequests() * 1e9 / wallNanos;
  }

  private long errorCount(ErrorKind kind) {
    return sum(operation -> operation.errors().getOrDefault(kind, 0L));
  }

  /** Returns how many operations ended, composites left out. */
  public long operationCount() {
    return sum(OperationResult::count);
  }

  /** Returns how many operations were answered OK, composites left out. */
  public long okCount() {
    return sum(OperationResult::okCount);
  }

  /** Returns how many operations failed, composites left out. */
  public long errorCount() {
    return sum(OperationResult::errorCount);
  }

  private long sum(ToLongFunction<OperationResult> count) {
    return operations.entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .mapToLong(entry -> count.applyAsLong(entry.getValue()))
        .sum();
  }

  /** A message of the server or the client library and how often it was seen. */
  public record ErrorMessage(OperationType operation, ErrorKind kind, String message, long count) {}
}
