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
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
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
                OptionalDouble.empty(),
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
        .withRates(plan.offeredPerSecond(measured.requests()));
  }

  public PhaseResult with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.result();
  }

  /** Returns the phase with an estimate of kvbench's own time in its operations. */
  public PhaseResult withOwnTime() {
    return with(
        copy -> copy.audit = audit.map(figures -> figures.withOwnTime(client, operationCount())));
  }

  private static Optional<CoordinationCounts> coordination(PhaseMeasurement measured) {
    return measured.ownership().deliveries().isPresent()
            || measured.recorded().operations().keySet().stream()
                .anyMatch(OperationType::coordinates)
        ? Optional.of(measured.ownership())
        : Optional.empty();
  }

  private PhaseResult withRates(OptionalDouble offered) {
    return with(copy -> copy.rates = rates.in(window(), offered));
  }

  /**
   * Returns the phase without its beginning.
   *
   * @param nanos how much of it is left out
   * @param rest what ended after that, also in the drain
   */
  public PhaseResult since(long nanos, Snapshot rest) {
    return with(copy -> {
          copy.span = span.since(nanos);
          copy.operations = OperationResult.of(rest);
          copy.lag = TimeResult.of(rest.lag());
        })
        .withRates(rates.offeredPerSecond());
  }

  /**
   * Returns the phase as the sum of mixes. The rate that was offered is that of those that have
   * one, in the time of this phase.
   */
  public PhaseResult withMixes(List<MixResult> side) {
    double nanos = window().nanos();
    return withRates(
            side.stream()
                .map(MixResult::phase)
                .filter(phase -> phase.rates.offeredPerSecond().isPresent() && nanos > 0)
                .mapToDouble(
                    phase ->
                        phase.rates.offeredPerSecond().orElseThrow()
                            * phase.window().nanos()
                            / nanos)
                .reduce((one, other) -> one + other))
        .with(copy -> copy.mixes = Optional.of(side));
  }

  /** The components of a modified copy. */
  public static final class Copy {
    public Optional<ClientStep> step;
    public PhaseName name;
    public PhaseSpan span;
    public RateResult rates;
    public Map<OperationType, OperationResult> operations;
    public TimeResult lag;
    public ClientSide client;
    public Incidents incidents;
    public Optional<ScanCounts> scans;
    public ConnectionUse connectionUse;
    public Optional<List<MixResult>> mixes;
    public Optional<ReplayResult> replay;
    public Optional<AuditResult> audit;
    private final PhaseResult of;

    private Copy(PhaseResult of) {
      this.of = of;
      step = of.step;
      name = of.name;
      span = of.span;
      rates = of.rates;
      operations = of.operations;
      lag = of.lag;
      client = of.client;
      incidents = of.incidents;
      scans = of.scans;
      connectionUse = of.connectionUse;
      mixes = of.mixes;
      replay = of.replay;
      audit = of.audit;
    }

    private PhaseResult result() {
      return new PhaseResult(
          name,
          step,
          span,
          of.load,
          rates,
          operations,
          lag,
          of.errorMessages,
          client,
          incidents,
          scans,
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

  public long operationCount() {
    return sum(OperationResult::count);
  }

  public long okCount() {
    return sum(OperationResult::okCount);
  }

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
    return PhasePart.sum(operations, count);
  }

  /**
   * The measurements of one of several mixes that ran side by side.
   *
   * @param phase its clients, pace and figures; connections, which all mixes share, are 0
   */
  public record MixResult(String mix, PhaseResult phase) {}

  /** A message of the server or the client library with its count. */
  public record ErrorMessage(OperationType operation, ErrorKind kind, String message, long count) {}
}
