package io.kvbench.core.engine;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.SessionSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The entry point for running phases against a binding: one virtual thread for every client, and
 * the calling thread conducts.
 */
public final class PhaseRunner {
  private final NanoClock clock;
  private final EngineLimits limits;
  private final Optional<ValueCheck> valueCheck;
  private LoadControl control = new LoadControl();

  /** Creates a runner that does not check values. */
  public PhaseRunner(NanoClock clock, EngineLimits limits) {
    this(clock, limits, Optional.empty());
  }

  /**
   * Creates a runner that checks values.
   *
   * @param valueCheck called on the binding's threads
   */
  public PhaseRunner(NanoClock clock, EngineLimits limits, ValueCheck valueCheck) {
    this(clock, limits, Optional.of(valueCheck));
  }

  /**
   * Creates a runner that checks values, if at all.
   *
   * @param valueCheck is asked for objections on the binding's threads; empty to take any value
   */
  public PhaseRunner(NanoClock clock, EngineLimits limits, Optional<ValueCheck> valueCheck) {
    this.clock = clock;
    this.limits = limits;
    this.valueCheck = valueCheck;
  }

  /** Sets the control of the load of its running phases. */
  public PhaseRunner with(LoadControl changes) {
    control = changes;
    return this;
  }

  private static final Duration FIRST_LOOK = Duration.ofMillis(100);
  private static final Duration RELEASE_LOOK = Duration.ofSeconds(1);

  /**
   * Runs one phase to its end and returns what was measured. Returns early, with the measurements
   * until then, when {@code stop} is given or the calling thread is interrupted (the interrupt
   * status is kept).
   *
   * @param sources the request source of each client, by the client's index, up to the max number
   *     of clients; in an open loop one more, for requests that are counted and never sent
   * @throws BindingException if a session or watcher could not be opened; nothing was sent then
   */
  public PhaseMeasurement run(
      PhasePlan plan,
      Binding binding,
      IntFunction<RequestSource> sources,
      StopSignal stop,
      IntervalListener listener)
      throws BindingException {
    return run(plan, binding, IntUnaryOperator.identity(), sources, stop, listener);
  }

  /**
   * Runs one of several phases that share a binding at the same time.
   *
   * @param numbers the number of each client for the binding, by its index
   */
  public PhaseMeasurement run(
      PhasePlan plan,
      Binding binding,
      IntUnaryOperator numbers,
      IntFunction<RequestSource> sources,
      StopSignal stop,
      IntervalListener listener)
      throws BindingException {
    Recorder recorder =
        new Recorder(
            plan.loadModel() instanceof LoadModel.OpenLoop,
            Runtime.getRuntime().availableProcessors());
    PhaseState phase =
        new PhaseState(clock, recorder, plan.clients(), plan.maxClients(), valueCheck);
    Optional<Backlog> backlog =
        switch (plan.loadModel()) {
          case LoadModel.ClosedLoop closed -> Optional.empty();
          case LoadModel.OpenLoop(var arrivals) ->
              Optional.of(new Backlog(arrivals, plan.requests(), sources.apply(plan.maxClients())));
          case LoadModel.SideBySide mixes -> throw severalPaces();
        };
    ClientPool pool = pool(plan, phase, backlog, binding, numbers, sources);
    Optional<Watchers> watchers = Optional.empty();
    try {
      pool.open(plan.clients());
      if (plan.watchers().isPresent()) {
        watchers =
            Optional.of(Watchers.open(plan.watchers().get(), binding, phase, stop, listener));
        phase.watchedWrites = watchers.get();
      }
      control.begin(plan, phase, backlog, pool);
      return new Conductor(phase, pool, backlog, watchers, limits, stop, listener).conduct(plan);
    } finally {
      control.end();
      watchers.ifPresent(Watchers::close);
      pool.all().forEach(ClientHandle::closeSession);
      awaitReleases(binding, stop, listener);
    }
  }

  /** Continues as long as some are released, unless interrupted. */
  private void awaitReleases(Binding binding, StopSignal stop, IntervalListener listener) {
    try {
      long all = binding.awaitReleases(FIRST_LOOK);
      long since = clock.nanos();
      long progress = since;
      for (long before = all; before > 0 && isPatient(progress, stop); ) {
        long left = binding.awaitReleases(RELEASE_LOOK);
        long now = clock.nanos();
        if (left < before && !stop.isGiven()) {
          progress = now;
        }
        before = left;
        listener.waiting("releasing locks and leases", all - left, all, now - since);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The run ends; the rest ends with its lease.
    }
  }

  private boolean isPatient(long progress, StopSignal stop) {
    Duration limit = stop.isGiven() ? EngineLimits.INTERRUPTED_DRAIN : EngineLimits.RELEASE_LIMIT;
    return clock.nanos() - progress < limit.toNanos();
  }

  /** A factory for the paces of clients. */
  @FunctionalInterface
  private interface Paces {
    Pace of(int client, ClientPool pool);
  }

  private static ClientPool pool(
      PhasePlan plan,
      PhaseState phase,
      Optional<Backlog> backlog,
      Binding binding,
      IntUnaryOperator numbers,
      IntFunction<RequestSource> sources) {
    List<RequestSource> first = IntStream.range(0, plan.clients()).mapToObj(sources).toList();
    boolean inSessions = first.getFirst() instanceof SessionSource;
    Paces paces = paces(plan, phase, backlog, first, sources);
    return new ClientPool(
        phase,
        inSessions ? Optional.empty() : backlog,
        plan.maxClients(),
        (index, pool) -> {
          int number = numbers.applyAsInt(index);
          Session session = binding.openSession(number);
          Client client =
              new Client(
                  phase,
                  session,
                  binding.hasOwnConnection(number),
                  paces.of(index, pool),
                  phase.recorder.client(index),
                  index);
          return new ClientHandle(phase, client);
        });
  }

  /**
   * Returns the paces.
   *
   * @param first the sources of the clients that the phase begins with
   * @param sources of all clients; those of clients that join later are made when they do
   */
  private static Paces paces(
      PhasePlan plan,
      PhaseState phase,
      Optional<Backlog> backlog,
      List<RequestSource> first,
      IntFunction<RequestSource> sources) {
    if (first.getFirst() instanceof SessionSource) {
      IntFunction<Pace> turns = SessionTurns.paces(phase, backlog, first);
      return (index, pool) -> turns.apply(index);
    }
    return switch (plan.loadModel()) {
      case LoadModel.ClosedLoop closed -> {
        IntFunction<ClosedLoopRequests> supplies = supplies(plan, first);
        yield (index, pool) ->
            new ClosedPace(phase, supplies.apply(index), closed.thinks(), closed.thinkNanos(index));
      }
      case LoadModel.OpenLoop open ->
          (index, pool) ->
              new OpenPace(
                  phase,
                  backlog.orElseThrow(),
                  index < first.size() ? first.get(index) : sources.apply(index),
                  pool,
                  index >= first.size());
      case LoadModel.SideBySide mixes -> throw severalPaces();
    };
  }

  /**
   * Returns the supply of each client: its own share of the requests, and if they are independent
   * also those of the others.
   *
   * @param sources the request source of each client
   */
  private static IntFunction<ClosedLoopRequests> supplies(
      PhasePlan plan, List<RequestSource> sources) {
    boolean shared =
        plan.clients() > 1
            && plan.requests() != PhasePlan.UNLIMITED
            && sources.stream().allMatch(RequestSource::isIndependent);
    if (!shared) {
      return index ->
          new ClosedLoopRequests.PerClientRequests(sources.get(index), plan.share(index));
    }
    ClientQuotas shares =
        new ClientQuotas(
            IntStream.range(0, plan.clients())
                .mapToObj(index -> new ClientQuota(sources.get(index), plan.share(index)))
                .toList());
    return index -> new StealingRequests(shares, index);
  }

  private static IllegalArgumentException severalPaces() {
    return new IllegalArgumentException("mixes side by side have a runner each");
  }
}
