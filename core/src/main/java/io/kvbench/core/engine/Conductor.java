package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientRequests;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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

  /** How often per interval it checks whether the last of a number of requests was sent. */
  private static final int LOOKS = 10;

  private final PhaseState phase;
  private final ClientPool pool;
  private final Optional<Backlog> backlog;
  private final Optional<Watchers> watchers;
  private final EngineLimits limits;
  private final StopSignal stop;
  private final IntervalListener listener;
  private final DrainTally unsent = new DrainTally();
  private final IntervalCollector intervals;

  private long requests;
  private long plannedStop;

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
      Optional<Watchers> watchers,
      EngineLimits limits,
      StopSignal stop,
      IntervalListener listener) {
    this.phase = phase;
    this.pool = pool;
    this.backlog = backlog;
    this.watchers = watchers;
    this.limits = limits;
    this.stop = stop;
    this.listener = listener;
    intervals = new IntervalCollector(phase, pool, limits, listener);
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
    Instant startedAt = phase.clock.instant();
    long now = phase.clock.nanos();
    intervals.begin(startedAt, now);
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
    if (phase.activeClients.get() > 0 && sendingEnd() > intervals.start()) {
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
    long errorsSince = intervals.lastError() - intervals.lastAnswer();
    boolean tries = errorsSince > 0 && phase.recovering.get() > 0;
    return now - intervals.lastAnswer() > limit
        && (errorsSince > limit
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
    if (watchers.isPresent()) {
      deliveries = Optional.of(awaitDeliveries(watchers.get()));
    }
  }

  private DeliveryCounts awaitDeliveries(Watchers watchers) {
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
    return watchers.counts(!hurried);
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
    long intervalEnd = intervals.nextGridPoint();
    phase.clock.parkUntil(Math.min(intervalEnd, deadline));
    interrupted |= Thread.interrupted();
    long now = phase.clock.nanos();
    if (now >= intervalEnd) {
      collect(now);
    }
  }

  private void collect(long now) {
    intervals.collect(now, sendingEnd(), unsentRequests);
  }

  private PhaseMeasurement finish() {
    long phaseEnd =
        pool.all().stream()
            .mapToLong(client -> client.hasEnded() ? client.endNanos() : drainedAt)
            .max()
            .orElse(drainedAt);
    phase.recorder.noteStalls(phaseEnd - phase.startNanos());
    collect(Math.max(phaseEnd, intervals.start()));
    return new PhaseMeasurement(
        intervals.startedAt(),
        phaseEnd - phase.startNanos(),
        drain(Math.min(sendingEnd(), phaseEnd), phaseEnd),
        end,
        intervals.endedRequests(unsentRequests),
        intervals.total(),
        intervals.highestRate(),
        intervals.lowestRate(),
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
    if (watchers.isPresent()) {
      drain = drain.plus(watchers.get().drained().over(0));
    }
    boolean allAtOnce =
        allBegun()
            && sendingEnd < plannedStop
            && 2 * drain.operations() > intervals.total().count();
    return allAtOnce || sendingEnd <= phase.startNanos() ? Optional.empty() : Optional.of(drain);
  }

  private ClientTime clientTime(long phaseEnd) {
    ClientTime sum = ClientTime.none();
    for (ClientHandle client : pool.all()) {
      sum = sum.plus(client.account(phaseEnd));
    }
    return sum;
  }
}
