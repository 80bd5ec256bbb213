package io.kvbench.results.format;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What one phase measured. Rates are those of its window of sending: from the start of the first
 * client to the end of sending, which is the planned end, an interruption, or the sending of the
 * last of a number of requests. What ended later is the drain's.
 *
 * @param step which part of a run with changing numbers of clients, or which probe of a search;
 *     empty in any other phase
 * @param clients how many there were at its beginning; {@code pool} has those that an open loop
 *     started besides
 * @param connections as planned; {@code pool} has those that were opened besides; 0 if unknown, as
 *     for a binding that the caller has opened
 * @param wallNanos from the start of the first client to the end of the last
 * @param drain what ended after the window; it counts in all but the rates. Empty in older results
 *     and where sending took no time, as with no more requests than clients: rates are those of the
 *     wall time then
 * @param requests completed arrivals; differs from the sum over operations where a request has
 *     several
 * @param offeredPerSecond the mean rate of arrivals asked for, up to the end of the last one's gap
 *     where the phase ended early; empty in a closed loop
 * @param throughputPerSecond operations answered OK in the window, divided by its length
 * @param maxThroughputPerSecond the best of the full one-second intervals of the window; empty
 *     where there was none
 * @param minThroughputPerSecond the worst of them
 * @param meanConcurrency operations in flight, on average: the clients' time in operations within
 *     the window, divided by its length
 * @param operations by type; composites are listed too, but their parts are counted under their own
 *     types
 * @param lag how late operations were sent: sent less intended start
 * @param errorMessages the messages behind the errors, most frequent first
 * @param condition the state of the kvbench process and its host; empty if not observed
 * @param faults the injected faults, in order; empty if none was planned
 * @param events events, in order; empty if not observed
 * @param faultWindows the phase inside and outside of the windows around faults; empty where there
 *     was no fault, and in results of earlier versions
 * @param scans what scans and ranges asked for and got; empty where there were none, or the binding
 *     does not count their records
 * @param coordination what was noticed of locks and leases; empty where the mix has none
 * @param busiestConnection the connection with the most requests; empty where there was one
 * @param busiestServer the server with the most requests; empty where there was one, or the binding
 *     does not distinguish them
 * @param ownConnections connections besides those, as planned: of the clients' locks and leases and
 *     of watchers, where the system opens some; empty where it opens none, and in older results
 * @param mixes what each of several mixes that ran side by side measured, which this phase is the
 *     sum of; empty where there was one, and in older results
 * @param replay how answers compare with those of the trace that the phase replayed; empty where it
 *     replayed none, and in older results
 * @param audit what may hide behind the percentiles and rates; empty in older results
 * @param pool how many clients an open loop took; empty in a closed loop and in older results
 */
public record PhaseResult(
    PhaseName name,
    Optional<ClientStep> step,
    Instant startedAt,
    long wallNanos,
    Optional<Drain> drain,
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
    Optional<List<EventResult>> events,
    Optional<FaultWindows> faultWindows,
    Optional<ScanCounts> scans,
    Optional<CoordinationCounts> coordination,
    Optional<BusiestResult> busiestConnection,
    Optional<BusiestResult> busiestServer,
    OptionalLong ownConnections,
    Optional<List<MixResult>> mixes,
    Optional<ReplayResult> replay,
    Optional<AuditResult> audit,
    Optional<PoolUse> pool) {

  public PhaseResult {
    operations = Map.copyOf(operations);
    errorMessages = List.copyOf(errorMessages);
    faults = faults.map(List::copyOf);
    events = events.map(List::copyOf);
    mixes = mixes.map(List::copyOf);
  }

  /**
   * Returns the figures of a phase.
   *
   * @param servers how many servers the run was given; 0 where they are not told apart
   */
  public static PhaseResult of(
      PhasePlan plan,
      int connections,
      int servers,
      PhaseMeasurement measured,
      Optional<ClientCondition> condition) {
    int own = own(measured.pool());
    int used = connections == 0 ? 0 : connections + own;
    return new PhaseResult(
            plan.name(),
            plan.step(),
            measured.startedAt(),
            measured.wallNanos(),
            measured.drain(),
            plan.clients(),
            connections,
            plan.loadModel().toString(),
            measured.requests(),
            plan.offeredPerSecond(measured.requests()),
            0,
            measured.maxOkPerSecond(),
            measured.minOkPerSecond(),
            0,
            OperationResult.of(measured.recorded()),
            TimeResult.of(measured.recorded().lag()),
            measured.errorMessages().stream()
                .map(
                    line ->
                        new ErrorMessage(line.type(), line.kind(), line.message(), line.count()))
                .toList(),
            measured.clientTime(),
            condition,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(measured.scans()).filter(ScanCounts::hasAny),
            coordination(measured),
            // Connections that are opened later have fewer requests.
            own == 0 ? BusiestResult.connection(measured.clients(), connections) : Optional.empty(),
            BusiestResult.server(measured.clients(), connections, servers),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(AuditResult.of(measured, used)),
            measured.pool())
        .withRates();
  }

  public PhaseResult with(
      List<FaultResult> done, List<EventResult> happened, Optional<FaultWindows> parts) {
    Copy copy = new Copy(this);
    copy.faults = Optional.of(done);
    copy.events = Optional.of(happened);
    copy.faultWindows = parts;
    return copy.result();
  }

  /** Returns the phase with more events, in order of time. */
  public PhaseResult withEvents(List<EventResult> more) {
    if (more.isEmpty()) {
      return this;
    }
    Copy copy = new Copy(this);
    copy.events =
        Optional.of(
            Stream.concat(events.stream().flatMap(List::stream), more.stream())
                .sorted(Comparator.comparingLong(EventResult::phaseNanos))
                .toList());
    return copy.result();
  }

  /** Returns the phase with the number of connections besides the shared ones; 0 for none. */
  public PhaseResult withOwnConnections(long number) {
    Copy copy = new Copy(this);
    copy.ownConnections = number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
    return copy.result();
  }

  /** Returns the phase with a comparison of its answers with those of a trace. */
  public PhaseResult with(ReplayResult answers) {
    Copy copy = new Copy(this);
    copy.replay = Optional.of(answers);
    return copy.result();
  }

  /** Returns the phase with other figures of what may hide behind its percentiles. */
  public PhaseResult with(AuditResult figures) {
    Copy copy = new Copy(this);
    copy.audit = Optional.of(figures);
    return copy.result();
  }

  /**
   * Returns the phase with the number of connections that were opened while it went on.
   *
   * @param before how many had been opened when it began; empty where they are not counted
   * @param after the same when it had ended
   */
  public PhaseResult withConnectionsOpened(OptionalLong before, OptionalLong after) {
    return before.isEmpty() || after.isEmpty() || audit.isEmpty()
        ? this
        : with(audit.get().withConnectionsOpened(after.getAsLong() - before.getAsLong()));
  }

  /** Returns the phase with an estimate of kvbench's own time in its operations. */
  public PhaseResult withOwnTime() {
    return audit
        .map(figures -> with(figures.withOwnTime(OwnTime.perOperationNanos(this))))
        .orElse(this);
  }

  private static Optional<CoordinationCounts> coordination(PhaseMeasurement measured) {
    return measured.ownership().deliveries().isPresent()
            || measured.recorded().operations().keySet().stream()
                .anyMatch(OperationType::coordinates)
        ? Optional.of(measured.ownership())
        : Optional.empty();
  }

  private PhaseResult withRates() {
    Copy copy = new Copy(this);
    copy.throughputPerSecond = window().okPerSecond();
    copy.meanConcurrency = window().concurrency();
    return copy.result();
  }

  /**
   * Returns the phase without its beginning.
   *
   * @param nanos how much of it is left out
   * @param rest what ended after that, also in the drain
   */
  public PhaseResult since(long nanos, Snapshot rest) {
    Copy copy = new Copy(this);
    copy.startedAt = startedAt.plusNanos(nanos);
    copy.wallNanos = Math.max(0, wallNanos - nanos);
    copy.operations = OperationResult.of(rest);
    copy.lag = TimeResult.of(rest.lag());
    return copy.result().withRates();
  }

  /**
   * Returns the phase as the sum of mixes. The rate that was offered is that of those that have
   * one, in the time of this phase.
   */
  public PhaseResult withMixes(List<MixResult> side) {
    double nanos = window().nanos();
    Copy copy = new Copy(this);
    copy.offeredPerSecond =
        side.stream()
            .map(MixResult::phase)
            .filter(phase -> phase.offeredPerSecond.isPresent() && nanos > 0)
            .mapToDouble(
                phase -> phase.offeredPerSecond.orElseThrow() * phase.window().nanos() / nanos)
            .reduce((one, other) -> one + other);
    copy.mixes = Optional.of(side);
    return copy.result();
  }

  /** A copy in the making, and what may differ in it. */
  private static final class Copy {
    private final PhaseResult of;
    private Instant startedAt;
    private long wallNanos;
    private OptionalDouble offeredPerSecond;
    private double throughputPerSecond;
    private double meanConcurrency;
    private Map<OperationType, OperationResult> operations;
    private TimeResult lag;
    private Optional<List<FaultResult>> faults;
    private Optional<List<EventResult>> events;
    private Optional<FaultWindows> faultWindows;
    private OptionalLong ownConnections;
    private Optional<List<MixResult>> mixes;
    private Optional<ReplayResult> replay;
    private Optional<AuditResult> audit;

    Copy(PhaseResult of) {
      this.of = of;
      startedAt = of.startedAt;
      wallNanos = of.wallNanos;
      offeredPerSecond = of.offeredPerSecond;
      throughputPerSecond = of.throughputPerSecond;
      meanConcurrency = of.meanConcurrency;
      operations = of.operations;
      lag = of.lag;
      faults = of.faults;
      events = of.events;
      faultWindows = of.faultWindows;
      ownConnections = of.ownConnections;
      mixes = of.mixes;
      replay = of.replay;
      audit = of.audit;
    }

    PhaseResult result() {
      return new PhaseResult(
          of.name,
          of.step,
          startedAt,
          wallNanos,
          of.drain,
          of.clients,
          of.connections,
          of.loadModel,
          of.requests,
          offeredPerSecond,
          throughputPerSecond,
          of.maxThroughputPerSecond,
          of.minThroughputPerSecond,
          meanConcurrency,
          operations,
          lag,
          of.errorMessages,
          of.clientTime,
          of.condition,
          faults,
          events,
          faultWindows,
          of.scans,
          of.coordination,
          of.busiestConnection,
          of.busiestServer,
          ownConnections,
          mixes,
          replay,
          audit,
          of.pool);
    }
  }

  /**
   * Returns the phases that a run was about: those called so, else the load, else what there is.
   */
  public static List<PhaseResult> measured(List<PhaseResult> phases) {
    for (PhaseName name : List.of(PhaseName.RUN, PhaseName.PROBE, PhaseName.LOAD)) {
      List<PhaseResult> named = phases.stream().filter(phase -> phase.name() == name).toList();
      if (!named.isEmpty()) {
        return named;
      }
    }
    return List.copyOf(phases);
  }

  /** Returns the number of requests that ended without being abandoned, whether sent or not. */
  public long achievedRequests() {
    return Math.max(0, requests - errorCount(ErrorKind.ABANDONED) - errorCount(ErrorKind.UNSENT));
  }

  /** Returns the rate of those of these requests that ended in the window. */
  public double achievedPerSecond() {
    return window().achievedPerSecond();
  }

  /** Returns the time in which it sent, and what ended in it. */
  public SendingWindow window() {
    return new SendingWindow(List.of(this));
  }

  private long errorCount(ErrorKind kind) {
    return sum(operation -> operation.errors().getOrDefault(kind, 0L));
  }

  /** Returns the largest number of clients that there was. */
  public int mostClients() {
    return pool.map(use -> Math.max(clients, use.most())).orElse(clients);
  }

  /** Returns the largest number of connections that there was; 0 if unknown. */
  public int mostConnections() {
    return connections == 0 ? 0 : connections + own(pool);
  }

  private static int own(Optional<PoolUse> pool) {
    return pool.map(PoolUse::connections).orElse(OptionalInt.empty()).orElse(0);
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

  /**
   * Returns the response times of all {@linkplain PrimaryOperations primary operations} that were
   * answered OK together.
   */
  public TimeHistogram response() {
    Set<OperationType> primary = PrimaryOperations.of(List.of(this));
    return operations.entrySet().stream()
        .filter(entry -> primary.contains(entry.getKey()))
        .map(entry -> entry.getValue().response().times())
        .reduce(TimeHistogram.empty(), TimeHistogram::plus);
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
