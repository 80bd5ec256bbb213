package io.kvbench.results.format;

import io.kvbench.core.measure.CoordinationCounts;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The measurements of one phase. Rates are those of its window of sending: from the start of the
 * first client to the end of sending, which is the planned end, an interruption, or the sending of
 * the last of a number of requests. Later completions belong to the drain.
 *
 * @param step which part of a run with changing numbers of clients, or which probe of a search;
 *     empty in any other phase
 * @param operations by type; composites are listed too, but their parts are counted under their own
 *     types
 * @param lag how late operations were sent: sent less intended start
 * @param errorMessages the messages behind the errors, most frequent first
 * @param scans what scans and ranges asked for and got; empty where there were none, or the binding
 *     does not count their records
 * @param coordination what was noticed of locks and leases; empty where the mix has none
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
    PhaseSpan span,
    PhaseLoad load,
    RateResult rates,
    Map<OperationType, OperationResult> operations,
    TimeResult lag,
    List<ErrorMessage> errorMessages,
    ClientSide client,
    Incidents incidents,
    Optional<ScanCounts> scans,
    Optional<CoordinationCounts> coordination,
    ConnectionUse connectionUse,
    Optional<List<MixResult>> mixes,
    Optional<ReplayResult> replay,
    Optional<AuditResult> audit,
    Optional<PoolUse> pool) {

  public PhaseResult {
    operations = Map.copyOf(operations);
    errorMessages = List.copyOf(errorMessages);
    mixes = mixes.map(List::copyOf);
  }

  /**
   * Returns the figures of a phase.
   *
   * @param servers how many servers the run was given; 0 where they are not distinguished
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
            new PhaseSpan(measured.startedAt(), measured.wallNanos(), measured.drain()),
            new PhaseLoad(plan.clients(), connections, plan.loadModel().toString()),
            new RateResult(
                measured.requests(),
                plan.offeredPerSecond(measured.requests()),
                0,
                measured.maxOkPerSecond(),
                measured.minOkPerSecond(),
                0),
            OperationResult.of(measured.recorded()),
            TimeResult.of(measured.recorded().lag()),
            measured.errorMessages().stream()
                .map(
                    line ->
                        new ErrorMessage(line.type(), line.kind(), line.message(), line.count()))
                .toList(),
            new ClientSide(measured.clientTime(), condition),
            Incidents.unknown(),
            Optional.of(measured.scans()).filter(ScanCounts::hasAny),
            coordination(measured),
            // Connections that are opened later have fewer requests.
            new ConnectionUse(
                own == 0
                    ? BusiestResult.connection(measured.clients(), connections)
                    : Optional.empty(),
                BusiestResult.server(measured.clients(), connections, servers),
                OptionalLong.empty()),
            Optional.empty(),
            Optional.empty(),
            Optional.of(AuditResult.of(measured, used)),
            measured.pool())
        .withRates();
  }

  public PhaseResult with(
      List<FaultResult> done, List<EventResult> happened, Optional<FaultWindows> parts) {
    Copy copy = new Copy(this);
    copy.incidents = new Incidents(Optional.of(done), Optional.of(happened), parts);
    return copy.result();
  }

  /** Returns the phase with more events, in order of time. */
  public PhaseResult withEvents(List<EventResult> more) {
    if (more.isEmpty()) {
      return this;
    }
    Copy copy = new Copy(this);
    copy.incidents = incidents.withEvents(more);
    return copy.result();
  }

  /** Returns the phase with the number of connections besides the shared ones; 0 for none. */
  public PhaseResult withOwnConnections(long number) {
    Copy copy = new Copy(this);
    copy.connectionUse =
        new ConnectionUse(
            connectionUse.busiestConnection(),
            connectionUse.busiestServer(),
            number == 0 ? OptionalLong.empty() : OptionalLong.of(number));
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
    copy.rates = rates.of(window());
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
    copy.span = span.since(nanos);
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
    copy.rates =
        rates.withOffered(
            side.stream()
                .map(MixResult::phase)
                .filter(phase -> phase.rates.offeredPerSecond().isPresent() && nanos > 0)
                .mapToDouble(
                    phase ->
                        phase.rates.offeredPerSecond().orElseThrow()
                            * phase.window().nanos()
                            / nanos)
                .reduce((one, other) -> one + other));
    copy.mixes = Optional.of(side);
    return copy.result();
  }

  /** A builder of a modified copy. */
  private static final class Copy {
    private final PhaseResult of;
    private PhaseSpan span;
    private RateResult rates;
    private Map<OperationType, OperationResult> operations;
    private TimeResult lag;
    private Incidents incidents;
    private ConnectionUse connectionUse;
    private Optional<List<MixResult>> mixes;
    private Optional<ReplayResult> replay;
    private Optional<AuditResult> audit;

    Copy(PhaseResult of) {
      this.of = of;
      span = of.span;
      rates = of.rates;
      operations = of.operations;
      lag = of.lag;
      incidents = of.incidents;
      connectionUse = of.connectionUse;
      mixes = of.mixes;
      replay = of.replay;
      audit = of.audit;
    }

    PhaseResult result() {
      return new PhaseResult(
          of.name,
          of.step,
          span,
          of.load,
          rates,
          operations,
          lag,
          of.errorMessages,
          of.client,
          incidents,
          of.scans,
          of.coordination,
          connectionUse,
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
    return Math.max(
        0, rates.requests() - errorCount(ErrorKind.ABANDONED) - errorCount(ErrorKind.UNSENT));
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
    return pool.map(use -> Math.max(load.clients(), use.most())).orElse(load.clients());
  }

  /** Returns the largest number of connections that there was; 0 if unknown. */
  public int mostConnections() {
    return load.connections() == 0 ? 0 : load.connections() + own(pool);
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

  /** A message of the server or the client library with its count. */
  public record ErrorMessage(OperationType operation, ErrorKind kind, String message, long count) {}
}
