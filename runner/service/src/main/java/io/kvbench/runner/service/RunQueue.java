package io.kvbench.runner.service;

import io.kvbench.core.engine.LoadChange;
import io.kvbench.core.engine.LoadChangeException;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.process.RunControl;
import io.kvbench.runner.service.ServiceRun.End;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a service's runs, one of which runs at a time while a bounded number of others
 * waits. Every change is on disk before it is visible, so a queue survives the end of its process.
 * For any thread.
 */
final class RunQueue implements AutoCloseable {
  /** The maximum number of runs that a service keeps. */
  static final int MOST_RUNS = 10_000;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int ID_BYTES = 4;
  private static final Duration ENDING = Duration.ofMillis(8_900);

  private final RunStore store;
  private final RunExecution execution;
  private final int longest;
  private final NanoClock clock;
  private final SecureRandom random = new SecureRandom();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** By id, in the order in which they were queued. */
  private final SequencedMap<String, ServiceRun> runs = new LinkedHashMap<>();

  private final List<String> waiting = new ArrayList<>();
  private final Thread worker;
  private @Nullable RunControl running;
  private long changes;
  private boolean closing;

  private RunQueue(RunStore store, RunExecution execution, int longest, NanoClock clock) {
    this.store = store;
    this.execution = execution;
    this.longest = longest;
    this.clock = clock;
    worker = Thread.ofPlatform().daemon().name("runs").unstarted(this::work);
  }

  /**
   * Takes the runs that a store has: those that wait still do, and one that ran when its service
   * ended is interrupted.
   *
   * @param longest how many runs may wait
   */
  static RunQueue open(RunStore store, RunExecution execution, int longest, NanoClock clock)
      throws IOException {
    RunQueue queue = new RunQueue(store, execution, longest, clock);
    for (ServiceRun run : store.read()) {
      ServiceRun now = run;
      if (run.state() == RunState.RUNNING) {
        now = queue.interrupted(run);
        store.write(now);
        store.deleteWorkload(now);
      } else if (run.state() == RunState.QUEUED) {
        queue.waiting.add(run.id());
      }
      queue.runs.put(now.id(), now);
    }
    return queue;
  }

  /** Begins to run what waits. */
  void start() {
    worker.start();
  }

  /** Returns all runs, the newest first. */
  List<ServiceRun> list() {
    lock.lock();
    try {
      return new ArrayList<>(runs.values()).reversed();
    } finally {
      lock.unlock();
    }
  }

  ServiceRun find(String id) throws ServiceRefusal {
    lock.lock();
    try {
      ServiceRun run = runs.get(id);
      if (run == null) {
        throw ServiceRefusal.notFound("this run");
      }
      return run;
    } finally {
      lock.unlock();
    }
  }

  /** Adds a run to the end of the queue. */
  ServiceRun add(RunRequest request) throws ServiceRefusal, IOException {
    lock.lock();
    try {
      if (closing) {
        throw new ServiceRefusal(ServiceRefusal.UNAVAILABLE, "the service is shutting down");
      }
      // While no run is active, the next one is about to begin and occupies no place.
      if (waiting.size() >= (running == null ? longest + 1 : longest)) {
        throw new ServiceRefusal(
            ServiceRefusal.UNAVAILABLE,
            "the queue is full: " + longest + " runs wait; try again later");
      }
      if (runs.size() >= MOST_RUNS) {
        throw new ServiceRefusal(
            ServiceRefusal.UNAVAILABLE,
            "the service has " + MOST_RUNS + " runs; delete some first");
      }
      ServiceRun run = ServiceRun.queued(newId(), request, nextPlace());
      store.write(run);
      runs.put(run.id(), run);
      waiting.add(run.id());
      changed();
      return run;
    } finally {
      lock.unlock();
    }
  }

  /** A time after those of all other runs: they are read in the order of their times. */
  private Instant nextPlace() {
    Instant now = clock.instant();
    return runs.values().stream()
        .map(run -> run.queuedAt().plusNanos(1))
        .filter(now::isBefore)
        .max(Comparator.naturalOrder())
        .orElse(now);
  }

  private String newId() {
    byte[] bytes = new byte[ID_BYTES];
    String id;
    do {
      random.nextBytes(bytes);
      id = TIME.format(clock.instant()) + "-" + HexFormat.of().formatHex(bytes);
    } while (runs.containsKey(id));
    return id;
  }

  /**
   * Stops a run, or takes it out of the queue.
   *
   * @return the run after that; one that ran may take a few seconds to end
   */
  ServiceRun stop(String id) throws ServiceRefusal, IOException {
    lock.lock();
    try {
      ServiceRun run = find(id);
      if (run.state().isOver()) {
        throw new ServiceRefusal(
            ServiceRefusal.CONFLICT, "this run has ended: it is " + run.state());
      }
      if (waiting.contains(id)) {
        Optional<String> why = Optional.of("stopped before it began");
        run =
            run.ended(
                RunState.STOPPED,
                new End(clock.instant(), OptionalInt.empty(), why, Optional.empty()));
        // A run whose end cannot be written is still queued.
        set(run);
        waiting.remove(id);
      } else if (running != null) {
        running.stop().give();
      }
      return run;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes the load of a run.
   *
   * @return what has changed, in words
   */
  String change(String id, LoadChange change) throws ServiceRefusal, InterruptedException {
    RunControl control = running(id);
    try {
      return control.change(change);
    } catch (LoadChangeException e) {
      throw new ServiceRefusal(ServiceRefusal.CONFLICT, String.valueOf(e.getMessage()));
    } catch (TimeoutException e) {
      throw new ServiceRefusal(ServiceRefusal.UNAVAILABLE, String.valueOf(e.getMessage()));
    }
  }

  private RunControl running(String id) throws ServiceRefusal {
    lock.lock();
    try {
      ServiceRun run = find(id);
      if (run.state() != RunState.RUNNING || running == null) {
        throw new ServiceRefusal(
            ServiceRefusal.CONFLICT,
            "this run is " + run.state() + "; only the load of a running run can be changed");
      }
      return running;
    } finally {
      lock.unlock();
    }
  }

  /** Returns what a running run is doing, in words; empty if it has not reported. */
  Optional<String> stage(String id) {
    lock.lock();
    try {
      ServiceRun run = runs.get(id);
      return run == null || run.state() != RunState.RUNNING
          ? Optional.empty()
          : Optional.ofNullable(running).flatMap(RunControl::stage);
    } finally {
      lock.unlock();
    }
  }

  /** Deletes a run that is over, with its result. */
  void delete(String id) throws ServiceRefusal, IOException {
    lock.lock();
    try {
      ServiceRun run = find(id);
      if (!run.state().isOver()) {
        throw new ServiceRefusal(
            ServiceRefusal.CONFLICT, "this run is " + run.state() + "; stop it first");
      }
      store.delete(id);
      runs.remove(id);
      changed();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a run to end.
   *
   * @return the run, which is not over if the service ends first
   */
  ServiceRun await(String id) throws ServiceRefusal, InterruptedException {
    lock.lock();
    try {
      while (!find(id).state().isOver() && !closing) {
        changed.await();
      }
      return find(id);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until any run may have changed, or for so long. */
  void awaitChange(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long seen = changes;
      long left = atMost.toNanos();
      while (changes == seen && !closing && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  boolean isClosing() {
    lock.lock();
    try {
      return closing;
    } finally {
      lock.unlock();
    }
  }

  private void changed() {
    changes++;
    changed.signalAll();
  }

  private void set(ServiceRun run) throws IOException {
    store.write(run);
    runs.put(run.id(), run);
    changed();
  }

  private ServiceRun interrupted(ServiceRun run) {
    return run.ended(
        RunState.INTERRUPTED,
        new End(
            clock.instant(),
            OptionalInt.empty(),
            Optional.of("the service ended while it ran"),
            run.end().flatMap(End::verdict)));
  }

  private void work() {
    RunControl control = new RunControl(new StopSignal());
    for (Optional<ServiceRun> next = next(control); next.isPresent(); next = next(control)) {
      ServiceRun ended = execution.perform(next.get(), control);
      control = new RunControl(new StopSignal());
      finish(ended);
    }
  }

  /** Waits for the next run and begins it; empty when the service ends. */
  private Optional<ServiceRun> next(RunControl control) {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closing) {
        changed.awaitUninterruptibly();
      }
      if (closing) {
        return Optional.empty();
      }
      ServiceRun run = runs.get(waiting.removeFirst());
      if (run == null) {
        throw new IllegalStateException("a run that waits is not known");
      }
      ServiceRun begun = run.running(clock.instant());
      running = control;
      keep(begun);
      return Optional.of(begun);
    } finally {
      lock.unlock();
    }
  }

  private void finish(ServiceRun ended) {
    lock.lock();
    try {
      running = null;
      boolean byService = closing && ended.state() == RunState.STOPPED;
      keep(byService ? interrupted(ended) : ended);
    } finally {
      lock.unlock();
    }
  }

  /** A full disk must not end the service: the change is kept in memory. */
  private void keep(ServiceRun run) {
    try {
      set(run);
    } catch (IOException e) {
      runs.put(run.id(), run);
      changed();
    }
  }

  /** Stops the run, which still writes its result; those that wait stay in the store. */
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      changed();
      if (running != null) {
        running.stop().give();
      }
    } finally {
      lock.unlock();
    }
    try {
      boolean unused = worker.join(ENDING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
