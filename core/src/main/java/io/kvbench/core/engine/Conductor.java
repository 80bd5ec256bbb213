package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientRequests;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/**
 * The conductor of a phase: starts the clients together, collects an interval every second, and
 * ends the phase on time or when nothing is left to send. It ensures that every operation is
 * counted: clients first finish what is in flight; operations unanswered after the drain are
 * abandoned at their age; a client stuck inside its client library is interrupted and, if that does
 * not help, left behind with its operation counted in its place. For the thread that created the
 * {@link PhaseState}.
 */
final class Conductor {
  /**
   * How long a client may take to return after its operation was abandoned, before and after an
   * interruption.
   */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final Duration ABANDON_AGAIN = Duration.ofMillis(10);

  private static final long UNSENT_PIECES = 20_000;

  /** Shorter intervals give no rate per second. */
  private static final double FULL_INTERVAL = 0.9;

  /** How often per interval it checks whether the last of a number of requests was sent. */
  private static final int LOOKS = 10;

  private final PhaseState phase;
  private final ClientPool pool;
  private final Optional<Backlog> backlog;
  private final EngineLimits limits;
  private final StopSignal stop;
  private final IntervalListener listener;
  private final DoubleSummaryStatistics fullIntervals = new DoubleSummaryStatistics();
  private final DrainTally unsent = new DrainTally();

  private long requests;
  private long plannedStop;
  private Snapshot total = Snapshot.empty();
  private Instant startedAt = Instant.EPOCH;
  private long intervalStart;
  private int clientsAtItsStart;
  private int poolAtItsStart;
  private long operationNanosBefore;
  private long noneFreeBefore;
  private long lastAnswer;

  /** When the last error that is not the store's occurred; no earlier than the last answer. */
  private long lastError;

  private PhaseEnd end = PhaseEnd.PLANNED;

  /** The end of waiting for clients that had not ended. */
  private long drainedAt;

  private boolean interrupted;
  private long unsentRequests;
  private Optional<DeliveryCounts> deliveries = Optional.empty();

  Conductor(
      PhaseState phase,
      ClientPool pool,
      Optional<Backlog> backlog,
      EngineLimits limits,
      StopSignal stop,
      IntervalListener listener) {
    this.phase = phase;
    this.pool = pool;
    this.backlog = backlog;
    this.limits = limits;
    this.stop = stop;
    this.listener = listener;
  }

  PhaseMeasurement conduct(PhasePlan plan) {
    Thread conductor = Thread.currentThread();
    Runnable wake = () -> LockSupport.unpark(conductor);
    pool.start();
    stop.listen(wake);
    try {
      requests = plan.requests();
      listener.ready();
      begin(plan.duration());
      untilStopped();
      collectWindow();
      drain();
      drainedAt = phase.clock.nanos();
      listener.over();
      awaitDeliveries();
    } catch (RuntimeException | Error e) {
      letGo();
      throw e;
    } finally {
      stop.forget(wake);
    }
    PhaseMeasurement measured = finish();
    Throwable defect = phase.defect();
    if (defect != null) {
      throw new IllegalStateException("a client ended unexpectedly: " + defect, defect);
    }
    if (interrupted) {
      conductor.interrupt();
    }
    return measured;
  }

  /** Stops the clients without waiting for them: their measurements are discarded. */
  private void letGo() {
    long now = phase.clock.nanos();
    phase.stop(now);
    phase.drained();
    pool.close();
    pool.all().forEach(client -> client.abandon(now));
    pool.all().forEach(ClientHandle::interrupt);
  }

  private void begin(Optional<Duration> duration) {
    startedAt = phase.clock.instant();
    long now = phase.clock.nanos();
    intervalStart = now;
    clientsAtItsStart = Math.min(pool.size(), phase.active());
    poolAtItsStart = pool.size();
    lastAnswer = now;
    lastError = now;
    plannedStop = duration.map(length -> now + length.toNanos()).orElse(Long.MAX_VALUE);
    phase.start(now, plannedStop);
    listener.began(now, startedAt);
  }

  /** Collects intervals until everything has been sent or the phase is to stop. */
  private void untilStopped() {
    while (phase.activeClients.get() > 0 && phase.clock.nanos() < phase.stopNanos()) {
      pause(Math.min(phase.stopNanos(), nextLook()));
      if (stop.isGiven() || interrupted) {
        stopNow(PhaseEnd.INTERRUPTED);
      } else if (allBegun()) {
        phase.stop(phase.clock.nanos());
      } else if (isUnavailable()) {
        stopNow(PhaseEnd.STORE_UNAVAILABLE);
      }
    }
    pool.all().forEach(ClientHandle::wake);
  }

  private long nextLook() {
    return requests == PhasePlan.UNLIMITED
        ? Long.MAX_VALUE
        : phase.clock.nanos() + limits.interval().toNanos() / LOOKS;
  }

  private boolean allBegun() {
    return requests != PhasePlan.UNLIMITED
        && pool.all().stream().mapToLong(ClientHandle::begunRequests).sum() >= requests;
  }

  /**
   * Returns when sending ended or will end: when the phase was or is to be stopped, or when the
   * last of a number of requests was sent.
   */
  private long sendingEnd() {
    long last = allBegun() ? lastSent() : Long.MAX_VALUE;
    return Math.min(phase.stopNanos(), last);
  }

  private long lastSent() {
    return pool.all().stream().mapToLong(ClientHandle::lastSent).max().orElse(Long.MIN_VALUE);
  }

  /** Collects the rest separately: no interval spans both the sending window and a long drain. */
  private void collectWindow() {
    if (phase.activeClients.get() > 0 && sendingEnd() > intervalStart) {
      collect(phase.clock.nanos());
    }
  }

  private void stopNow(PhaseEnd why) {
    end = why;
    phase.stop(phase.clock.nanos());
  }

  /** If nothing was asked of the store, as in a scheduled pause, its silence does not count. */
  private boolean isUnavailable() {
    long now = phase.clock.nanos();
    long limit = limits.unavailableTimeout().toNanos();
    boolean tries = lastError > lastAnswer && phase.recovering.get() > 0;
    return now - lastAnswer > limit
        && (lastError - lastAnswer > limit
            || tries
            || pool.all().stream().anyMatch(client -> client.pendingNanos(now) > limit));
  }

  private void drain() {
    Duration patience = limits.drainTimeout();
    if (end != PhaseEnd.PLANNED && patience.compareTo(EngineLimits.INTERRUPTED_DRAIN) > 0) {
      patience = EngineLimits.INTERRUPTED_DRAIN;
    }
    awaitClients(patience);
    if (phase.activeClients.get() == 0) {
      pool.close();
      return;
    }
    phase.drained();
    pool.close();
    long now = phase.clock.nanos();
    awaitAbandoned();
    pool.all().stream().filter(client -> !client.hasEnded()).forEach(ClientHandle::interrupt);
    awaitAbandoned();
    pool.all().stream()
        .filter(client -> !client.hasEnded())
        .forEach(ClientHandle::recordInItsPlace);
    backlog.ifPresent(rest -> abandonUnsent(rest, now));
  }

  /**
   * Abandons operations in flight until the clients return or nothing helps. Repeatedly, since a
   * client may have been about to send when its operation was examined.
   */
  private void awaitAbandoned() {
    long deadline = phase.clock.nanos() + GRACE.toNanos();
    for (long now = phase.clock.nanos();
        phase.activeClients.get() > 0 && now < deadline;
        now = phase.clock.nanos()) {
      long seen = now;
      pool.all().forEach(client -> client.abandon(seen));
      pause(Math.min(deadline, now + ABANDON_AGAIN.toNanos()));
    }
  }

  private void awaitClients(Duration patience) {
    long deadline = phase.clock.nanos() + patience.toNanos();
    while (phase.activeClients.get() > 0 && phase.clock.nanos() < deadline) {
      pause(deadline);
      if (end == PhaseEnd.PLANNED && (stop.isGiven() || interrupted)) {
        end = PhaseEnd.INTERRUPTED;
        deadline =
            Math.min(deadline, phase.clock.nanos() + EngineLimits.INTERRUPTED_DRAIN.toNanos());
      }
    }
  }

  /** Waits for missing deliveries; later ones are lost, or unknown if the phase was cut short. */
  private void awaitDeliveries() {
    Watchers watchers = phase.watchers;
    if (watchers == null) {
      return;
    }
    boolean hurried = end != PhaseEnd.PLANNED || stop.isGiven() || interrupted;
    Duration patience = hurried ? EngineLimits.INTERRUPTED_DRAIN : EngineLimits.DELIVERY_LIMIT;
    long deadline = phase.clock.nanos() + patience.toNanos();
    long delivered = watchers.delivered();
    long before = delivered;
    long since = phase.clock.nanos();
    long told = since;
    for (long now = phase.clock.nanos();
        !watchers.isSettled() && now < deadline;
        now = phase.clock.nanos()) {
      pause(Math.min(deadline, now + ABANDON_AGAIN.toNanos()));
      if (!hurried && watchers.delivered() > delivered) {
        delivered = watchers.delivered();
        deadline = phase.clock.nanos() + patience.toNanos();
      }
      if (now - told >= Watchers.TELL_NANOS) {
        told = now;
        listener.waiting(
            "waiting for deliveries",
            delivered - before,
            watchers.expected() - before,
            now - since);
      }
      if (!hurried && (stop.isGiven() || interrupted)) {
        hurried = true;
        deadline = Math.min(deadline, now + EngineLimits.INTERRUPTED_DRAIN.toNanos());
      }
    }
    deliveries = Optional.of(watchers.counts(!hurried));
  }

  /**
   * Counts the arrivals that were due but that no client was free to send, each at its age. Types
   * are drawn as a client would have drawn them, from a separate stream. Since a backlog can have
   * many millions, it is counted in chunks, each of one type and at the age of its middle, small
   * enough not to distort the figures.
   */
  private void abandonUnsent(Backlog rest, long now) {
    long first = rest.takeRest();
    long end = rest.firstFrom(phase.stopNanos() - phase.startNanos());
    if (first < end) {
      pool.neverSends(end - first, phase.startNanos() + rest.startNanos(first), now);
    }
    long piece = Math.max(1, (end - first) / UNSENT_PIECES);
    for (long index = first; index < end; index += piece) {
      long count = Math.min(piece, end - index);
      long age = now - phase.startNanos() - rest.startNanos(index + count / 2);
      phase.countUnsent(rest.unsent(), age, count, unsent);
      unsent.addRequests(count);
      unsentRequests += count;
    }
  }

  /**
   * Wakes clients that need not recover their sessions, and parks until something happens, but no
   * longer than the current interval or {@code deadline}; collects at its end.
   */
  private void pause(long deadline) {
    pool.all().stream().filter(ClientHandle::isRecoveringInVain).forEach(ClientHandle::interrupt);
    long intervalEnd = nextGridPoint();
    phase.clock.parkUntil(Math.min(intervalEnd, deadline));
    interrupted |= Thread.interrupted();
    long now = phase.clock.nanos();
    if (now >= intervalEnd) {
      collect(now);
    }
  }

  /**
   * Intervals end on a grid that begins with the phase, so that a late collection does not shift
   * the following ones.
   */
  private long nextGridPoint() {
    long length = limits.interval().toNanos();
    return phase.startNanos() + ((intervalStart - phase.startNanos()) / length + 1) * length;
  }

  private void collect(long now) {
    // Before the snapshot: clients not counted here record nothing after it.
    int clientsLeft = phase.activeClients.get();
    Snapshot recorded = phase.recorder.collect();
    total = total.plus(recorded);
    noteAnswers(recorded, now);
    long wall = now - intervalStart;
    long operationNanos = pool.all().stream().mapToLong(client -> client.operationNanos(now)).sum();
    long noneFree = pool.noneFreeNanos(now);
    double full = limits.interval().toNanos() * FULL_INTERVAL;
    if (wall >= full && sendingEnd() - intervalStart >= wall * FULL_INTERVAL) {
      fullIntervals.accept(recorded.okCount() * 1e9 / wall);
    }
    long phaseNanos = intervalStart - phase.startNanos();
    listener.ended(
        new Interval(
            startedAt.plusNanos(phaseNanos),
            phaseNanos,
            wall,
            clientsAtItsStart + pool.size() - poolAtItsStart,
            endedRequests(),
            recorded,
            phase.recorder.ticks(),
            Math.max(0, (double) (operationNanos - operationNanosBefore) / Math.max(1, wall)),
            noneFree - noneFreeBefore));
    intervalStart = now;
    operationNanosBefore = operationNanos;
    noneFreeBefore = noneFree;
    clientsAtItsStart = Math.min(clientsLeft, phase.active());
    poolAtItsStart = pool.size();
  }

  private void noteAnswers(Snapshot recorded, long now) {
    boolean answers =
        recorded.operations().values().stream()
            .flatMap(statuses -> statuses.keySet().stream())
            .anyMatch(status -> !(status instanceof ErrorKind kind && kind.leavesDoubt()));
    // A wait for a lock that timed out does not mean that the store has failed.
    boolean errors =
        recorded.operations().keySet().stream()
            .flatMap(type -> type.parts().stream())
            .anyMatch(type -> !type.waits());
    if (answers) {
      lastAnswer = now;
      lastError = now;
    } else if (errors) {
      lastError = now;
    }
  }

  private PhaseMeasurement finish() {
    long phaseEnd =
        pool.all().stream()
            .mapToLong(client -> client.hasEnded() ? client.endNanos() : drainedAt)
            .max()
            .orElse(drainedAt);
    phase.recorder.noteStalls(phaseEnd - phase.startNanos());
    collect(Math.max(phaseEnd, intervalStart));
    return new PhaseMeasurement(
        startedAt,
        phaseEnd - phase.startNanos(),
        drain(Math.min(sendingEnd(), phaseEnd), phaseEnd),
        end,
        endedRequests(),
        total,
        full(fullIntervals.getMax()),
        full(fullIntervals.getMin()),
        phase.errorMessages.list(),
        clientTime(phaseEnd),
        phase.repeatedCompletions.sum(),
        phase.scans.counts(),
        phase.ownership.counts().with(deliveries),
        pool.all().stream()
            .map(
                client ->
                    new ClientRequests(
                        client.endedRequests(),
                        client.account(phaseEnd).busyNanos(),
                        client.server()))
            .toList(),
        pool.use());
  }

  /**
   * Returns what ended after the end of sending. Empty if the last of a number of requests was sent
   * before half of the operations had ended, as when every client has one request: sending was then
   * too short for rates.
   */
  private Optional<Drain> drain(long sendingEnd, long phaseEnd) {
    Drain drain = unsent.over(phaseEnd - sendingEnd);
    for (ClientHandle client : pool.all()) {
      drain = drain.plus(client.drain(sendingEnd, phaseEnd));
    }
    if (phase.watchers != null) {
      drain = drain.plus(phase.watchers.drained().over(0));
    }
    boolean allAtOnce =
        allBegun() && sendingEnd < plannedStop && 2 * drain.operations() > total.count();
    return allAtOnce || sendingEnd <= phase.startNanos() ? Optional.empty() : Optional.of(drain);
  }

  private OptionalDouble full(double okPerSecond) {
    return fullIntervals.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(okPerSecond);
  }

  private long endedRequests() {
    return unsentRequests + pool.all().stream().mapToLong(ClientHandle::endedRequests).sum();
  }

  private ClientTime clientTime(long phaseEnd) {
    ClientTime sum = ClientTime.none();
    for (ClientHandle client : pool.all()) {
      sum = sum.plus(client.account(phaseEnd));
    }
    return sum;
  }
}
