package io.kvbench.runner.run.fault;

import io.kvbench.core.measure.Disturbance;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.format.EventResult;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.run.network.NetworkException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A scheduler that carries steps out at their times, on its own thread, and records what happened
 * and when. A step that cannot be carried out is recorded and ends nothing. After the leader was
 * taken away it also watches for the next one.
 */
final class StepSchedule {
  /** The interval of role queries, while roles matter. */
  private static final long LOOK_OUT_NANOS = Duration.ofMillis(50).toNanos();

  /** The time before a fault at which role queries begin. */
  private static final long AHEAD_NANOS = Duration.ofSeconds(3).toNanos();

  /** The maximum delay of a fault while no server reports the targeted role. */
  private static final long LATE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /**
   * A step that was carried out on servers, or on the network.
   *
   * @param node the names of the servers
   * @param role of the server, where it is one
   */
  record Done(Step step, String kind, String node, String role, Disturbance when) {}

  /**
   * The next step.
   *
   * @param phaseNanos when, from the start of the phase
   * @param occurrence how often the step has been repeated before
   * @param order of those of the same time
   * @param undo the servers on which the step has to be undone; empty where it is to be done
   */
  private record Due(
      Step step, long phaseNanos, int occurrence, int order, List<ClusterNode> undo) {}

  private final PriorityQueue<Due> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Due::phaseNanos).thenComparingInt(Due::order));
  private final FaultNodes nodes;
  private final NanoClock clock;
  private final long startNanos;
  private final Instant startedAt;
  private final List<Done> done = new ArrayList<>();
  private final List<EventResult> events = new ArrayList<>();
  private final List<Thread> measuring = new ArrayList<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("steps").unstarted(this::run);
  private Optional<Disturbance> acting = Optional.empty();
  private boolean leaderless;
  private int order;
  private volatile boolean over;

  /**
   * Prepares a schedule.
   *
   * @param steps in the order of their times
   * @param startNanos when the phase began, on the clock
   * @param startedAt the same on the wall clock
   */
  StepSchedule(
      List<? extends Step> steps,
      FaultNodes nodes,
      NanoClock clock,
      long startNanos,
      Instant startedAt) {
    steps.forEach(step -> add(step, step.at().toNanos(), 0, List.of()));
    this.nodes = nodes;
    this.clock = clock;
    this.startNanos = startNanos;
    this.startedAt = startedAt;
  }

  private void add(Step step, long phaseNanos, int occurrence, List<ClusterNode> undo) {
    waiting.add(new Due(step, phaseNanos, occurrence, order++, undo));
  }

  void start() {
    thread.start();
  }

  /**
   * Ends the schedule: what was not carried out by now is put on record as such, and servers that
   * are still paused, cut off or killed for a while are brought back. A command of the user's that
   * is being executed may take its time: what it does has to be known to be undone. An interruption
   * of the caller ends it, shortens nothing else and is kept.
   */
  void end() {
    end(PATIENCE);
  }

  void end(Duration patience) {
    boolean interrupted = Thread.interrupted();
    over = true;
    LockSupport.unpark(thread);
    interrupted |= await(thread, deadline(patience.plus(nodes.longestCommands())));
    nodes
        .settle(waiting.stream().flatMap(due -> due.undo().stream()).toList())
        .forEach(message -> notDone(message, phaseNanos()));
    long deadline = deadline(patience);
    for (Thread each : measuring) {
      interrupted |= await(each, deadline);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    waiting.stream()
        .filter(due -> due.occurrence() == 0 && due.undo().isEmpty())
        .sorted(Comparator.comparingLong(Due::phaseNanos).thenComparingInt(Due::order))
        .forEach(due -> undone(due.step(), phaseNanos(), "the run phase ended first"));
  }

  private long deadline(Duration patience) {
    return clock.nanos() + Math.min(TimeUnit.NANOSECONDS.convert(patience), LONGEST_WAIT.toNanos());
  }

  /** Returns whether the caller was interrupted meanwhile. */
  private boolean await(Thread other, long deadline) {
    boolean interrupted = false;
    while (other.isAlive() && clock.nanos() - deadline < 0) {
      try {
        other.join(PATIENCE);
      } catch (InterruptedException e) {
        interrupted = true;
        other.interrupt();
      }
    }
    return interrupted;
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
        Due next = waiting.peek();
        long now = clock.nanos();
        long due = next == null ? now + AHEAD_NANOS + 1 : startNanos + next.phaseNanos();
        if (next != null && now - due >= 0 && carryOut(next, now - due >= LATE_NANOS)) {
          waiting.remove(next);
          repeat(next);
        } else {
          waitFor(due, now);
        }
      }
    } catch (InterruptedException e) {
      // The remaining steps are cancelled.
    }
  }

  private void repeat(Due past) {
    if (past.undo().isEmpty() && past.step().every().isPresent()) {
      long next = past.phaseNanos() + past.step().every().get().toNanos();
      add(past.step(), next, past.occurrence() + 1, List.of());
    }
  }

  /** Waits for the time of the next step; looks out for those that lead where that matters. */
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
  private boolean carryOut(Due due, boolean late) throws InterruptedException {
    try {
      return switch (due.step()) {
        case Fault fault -> due.undo().isEmpty() ? inject(fault, due, late) : undo(fault, due);
        case NetworkStep step -> change(step);
      };
    } catch (FaultFailedException | ClusterException | NetworkException e) {
      undone(due.step(), phaseNanos(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      undone(due.step(), phaseNanos(), "failed with " + e);
    } finally {
      acting(Optional.empty());
    }
    return true;
  }

  private boolean inject(Fault fault, Due due, boolean late)
      throws FaultFailedException, ClusterException, InterruptedException {
    List<ClusterNode> targets = nodes.targets(fault, due.occurrence());
    if (targets.isEmpty() && !late) {
      return false;
    }
    if (targets.isEmpty()) {
      throw new FaultFailedException(
          "no server reported being %s within %d s of the planned time"
              .formatted(fault.target(), LATE_NANOS / 1_000_000_000L));
    }
    List<ClusterNode> concerned = new ArrayList<>();
    try {
      perform(fault, fault.action(), targets, concerned);
    } finally {
      if (fault.lasting().isPresent() && !concerned.isEmpty()) {
        add(fault, phaseNanos() + fault.lasting().get().toNanos(), due.occurrence(), concerned);
      }
    }
    return true;
  }

  private boolean undo(Fault fault, Due due) throws ClusterException, InterruptedException {
    FaultAction action = fault.action().undo().orElseThrow();
    List<ClusterNode> targets =
        due.undo().stream().filter(node -> nodes.fits(action, node)).toList();
    perform(fault, action, targets, new ArrayList<>());
    return true;
  }

  /** A step on several servers is one fault: the store recovers from all of it. */
  private void perform(
      Fault fault, FaultAction action, List<ClusterNode> targets, List<ClusterNode> concerned)
      throws ClusterException, InterruptedException {
    long begin = phaseNanos();
    acting(Optional.of(new Disturbance(begin, Long.MAX_VALUE)));
    List<String> roles = new ArrayList<>();
    List<EventResult> happened = new ArrayList<>();
    try {
      for (ClusterNode node : targets) {
        boolean matters = !action.isOfProcess() || action.undo().isPresent();
        String role = matters ? nodes.role(node) : RoleWatch.UNKNOWN;
        long at = phaseNanos();
        nodes.perform(action, fault.direction(), node);
        leaderless |= action.isLoss() && role.equals(Fault.LEADER);
        String known = role.equals(RoleWatch.UNKNOWN) ? "" : role + " ";
        happened.add(
            of(
                EventResult.FAULT,
                action.name(),
                Optional.of(node.name()),
                known + node.name() + " " + action.done() + " (" + fault + ")",
                at));
        roles.add(role);
        concerned.add(node);
      }
    } finally {
      if (!concerned.isEmpty()) {
        String names = concerned.stream().map(ClusterNode::name).collect(Collectors.joining(", "));
        String role = roles.size() == 1 ? roles.getFirst() : RoleWatch.UNKNOWN;
        Disturbance when = new Disturbance(begin, phaseNanos());
        done(new Done(fault, action.name(), names, role, when), happened);
      }
    }
  }

  private boolean change(NetworkStep step) throws NetworkException, InterruptedException {
    long begin = phaseNanos();
    acting(Optional.of(new Disturbance(begin, Long.MAX_VALUE)));
    nodes.network(step.change().side()).lines().change(step.change());
    String server =
        step.change().node().isPresent()
            ? "server " + step.change().node().getAsInt()
            : "all servers";
    server += step.change().side().words();
    done(
        new Done(
            step, step.kind(), server, RoleWatch.UNKNOWN, new Disturbance(begin, phaseNanos())),
        List.of(
            of(
                EventResult.FAULT,
                step.kind(),
                Optional.empty(),
                "network to " + server + " changed (" + step + ")",
                begin)));
    // Round trips may take longer than it is to the next step.
    measuring.add(Thread.ofVirtual().name("measuring").start(() -> measure(step, begin)));
    return true;
  }

  private void measure(NetworkStep step, long begin) {
    List<String> found = new ArrayList<>();
    try {
      if (nodes
          .network(step.change().side())
          .measure(step.change(), step.toString(), begin, found::add)) {
        event(
            EventResult.CLIENTS_NETWORK,
            EventResult.MEASURED,
            Optional.empty(),
            String.join("; ", found),
            phaseNanos());
      } else {
        undone(step, phaseNanos(), "the condition is not met: " + String.join("; ", found));
      }
    } catch (NetworkException e) {
      undone(step, phaseNanos(), String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void done(Done what, List<EventResult> happened) {
    synchronized (events) {
      done.add(what);
      acting = Optional.empty();
      events.addAll(happened);
    }
  }

  private void undone(Step step, long phaseNanos, String why) {
    notDone(step + " was not carried out: " + why, phaseNanos);
  }

  private void notDone(String message, long phaseNanos) {
    event(EventResult.FAULT, EventResult.NOT_DONE, Optional.empty(), message, phaseNanos);
  }

  private void leads(ClusterNode node) {
    leaderless = false;
    event(
        EventResult.CLUSTER,
        EventResult.LEADER,
        Optional.of(node.name()),
        node.name() + " is the leader",
        phaseNanos());
  }

  private void event(
      String source, String kind, Optional<String> node, String message, long phaseNanos) {
    synchronized (events) {
      events.add(of(source, kind, node, message, phaseNanos));
    }
  }

  private EventResult of(
      String source, String kind, Optional<String> node, String message, long phaseNanos) {
    return new EventResult(
        source, kind, node, message, phaseNanos, startedAt.plusNanos(phaseNanos));
  }

  private long phaseNanos() {
    return Math.max(0, clock.nanos() - startNanos);
  }

  /** Returns an event as a line of the progress output. */
  static String note(EventResult event) {
    return String.format(Locale.ROOT, "%.2f s: %s", event.phaseNanos() / 1e9, event.message());
  }
}
