package io.kvbench.runner.run.fault;

import io.kvbench.core.measure.Disturbance;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.result.EventResult;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Carries faults out at their times, on a thread of its own, and keeps the record of what really
 * happened and when. What cannot be carried out is put on record too and ends nothing. After a
 * server that led was taken away it also looks out for the next one that does.
 */
final class FaultSchedule {
  /** How often servers are asked for their parts, while that matters. */
  private static final long LOOK_OUT_NANOS = Duration.ofMillis(50).toNanos();

  /** How long before a fault that begins. */
  private static final long AHEAD_NANOS = Duration.ofSeconds(3).toNanos();

  /** How late a fault may be for want of a server that says to have the part it is for. */
  private static final long LATE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** A fault that was carried out on a server. */
  record Done(Fault fault, ClusterNode node, String role, Disturbance when) {}

  private final Deque<Fault> waiting;
  private final FaultNodes nodes;
  private final NanoClock clock;
  private final long startNanos;
  private final Instant startedAt;
  private final List<Done> done = new ArrayList<>();
  private final List<EventResult> events = new ArrayList<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("faults").unstarted(this::run);
  private Optional<Disturbance> acting = Optional.empty();
  private boolean leaderless;
  private volatile boolean over;

  /**
   * Prepares a schedule.
   *
   * @param faults in the order of their times
   * @param startNanos when the phase began, on the clock
   * @param startedAt the same on the wall clock
   */
  FaultSchedule(
      List<Fault> faults, FaultNodes nodes, NanoClock clock, long startNanos, Instant startedAt) {
    this.waiting = new ArrayDeque<>(faults);
    this.nodes = nodes;
    this.clock = clock;
    this.startNanos = startNanos;
    this.startedAt = startedAt;
  }

  void start() {
    thread.start();
  }

  /**
   * Ends the schedule: what was not carried out by now is put on record as such, and who is still
   * paused is let go on. An interruption of the caller shortens nothing and is kept.
   */
  void end() {
    boolean interrupted = Thread.interrupted();
    over = true;
    LockSupport.unpark(thread);
    long deadline = clock.nanos() + PATIENCE.toNanos();
    while (thread.isAlive() && clock.nanos() - deadline < 0) {
      try {
        thread.join(PATIENCE);
      } catch (InterruptedException e) {
        interrupted = true;
        thread.interrupt();
      }
    }
    nodes.resumeAll();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    for (Fault fault : waiting) {
      undone(fault, phaseNanos(), "the run phase ended first");
    }
  }

  /** Returns what was carried out until now. For any thread. */
  List<Done> done() {
    synchronized (events) {
      return List.copyOf(done);
    }
  }

  /** Returns what was done until now, and what is being done, which has no end yet. */
  List<Disturbance> disturbances() {
    synchronized (events) {
      Stream<Disturbance> past = done.stream().map(Done::when);
      return Stream.concat(past, acting.stream()).toList();
    }
  }

  private void acting(Optional<Disturbance> what) {
    synchronized (events) {
      acting = what;
    }
  }

  /** Returns what happened until now. For any thread. */
  List<EventResult> events() {
    synchronized (events) {
      return List.copyOf(events);
    }
  }

  private void run() {
    try {
      while (!over && (!waiting.isEmpty() || leaderless)) {
        Fault next = waiting.peek();
        long now = clock.nanos();
        long due = next == null ? now + AHEAD_NANOS + 1 : startNanos + next.at().toNanos();
        if (next != null && now - due >= 0 && carryOut(next, now - due >= LATE_NANOS)) {
          waiting.remove();
        } else {
          waitFor(due, now);
        }
      }
    } catch (InterruptedException e) {
      // Nobody waits for the rest any more.
    }
  }

  /** Waits for the time of the next fault; looks out for those that lead where that matters. */
  private void waitFor(long due, long now) {
    if (leaderless || now - due >= -AHEAD_NANOS) {
      nodes.ask();
      if (leaderless) {
        nodes.leader().ifPresent(this::leads);
      }
      long look = now + LOOK_OUT_NANOS;
      clock.parkUntil(now - due >= 0 ? look : Math.min(look, due));
    } else {
      clock.parkUntil(due - AHEAD_NANOS);
    }
  }

  /** Returns whether there is no more to be done about it. */
  private boolean carryOut(Fault fault, boolean late) throws InterruptedException {
    try {
      List<ClusterNode> targets = nodes.targets(fault);
      if (targets.isEmpty() && !late) {
        return false;
      }
      if (targets.isEmpty()) {
        throw new FaultFailedException(
            "no server reported being %s within %d s of the planned time"
                .formatted(fault.target(), LATE_NANOS / 1_000_000_000L));
      }
      for (ClusterNode node : targets) {
        String role = fault.action().isLoss() ? nodes.role(node) : FaultNodes.UNKNOWN;
        long begin = phaseNanos();
        acting(Optional.of(new Disturbance(begin, Long.MAX_VALUE)));
        nodes.perform(fault.action(), node);
        done(new Done(fault, node, role, new Disturbance(begin, phaseNanos())));
      }
    } catch (FaultFailedException | ClusterException e) {
      undone(fault, phaseNanos(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      undone(fault, phaseNanos(), "failed with " + e);
    } finally {
      acting(Optional.empty());
    }
    return true;
  }

  private void done(Done what) {
    Fault fault = what.fault();
    boolean led = what.role().equals(Fault.LEADER);
    leaderless |= led;
    String known = what.role().equals(FaultNodes.UNKNOWN) ? "" : what.role() + " ";
    synchronized (events) {
      done.add(what);
      acting = Optional.empty();
      event(
          EventResult.FAULT,
          fault.action().name(),
          Optional.of(what.node().name()),
          known + what.node().name() + " " + fault.action().done() + " (" + fault + ")",
          what.when().beginNanos());
    }
  }

  private void undone(Fault fault, long phaseNanos, String why) {
    event(
        EventResult.FAULT,
        EventResult.NOT_DONE,
        Optional.empty(),
        fault + " was not carried out: " + why,
        phaseNanos);
  }

  private void leads(ClusterNode node) {
    leaderless = false;
    event(
        EventResult.CLUSTER,
        EventResult.LEADER,
        Optional.of(node.name()),
        node.name() + " leads",
        phaseNanos());
  }

  private void event(
      String source, String kind, Optional<String> node, String message, long phaseNanos) {
    synchronized (events) {
      events.add(
          new EventResult(
              source, kind, node, message, phaseNanos, startedAt.plusNanos(phaseNanos)));
    }
  }

  private long phaseNanos() {
    return Math.max(0, clock.nanos() - startNanos);
  }

  /** Returns an event as a line for whoever watches. */
  static String note(EventResult event) {
    return String.format(Locale.ROOT, "%.2f s: %s", event.phaseNanos() / 1e9, event.message());
  }
}
