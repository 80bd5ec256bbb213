package io.kvbench.core.engine;

import io.kvbench.core.measure.ErrorMessages;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.operation.Composite;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.core.setting.Secrets;
import io.kvbench.core.workload.check.ValueCheck;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The state that the clients of a phase share. */
final class PhaseState {
  /** The acknowledged writes that watchers are expected to report; for any thread. */
  interface WatchedWrites {
    /** A write of a client was acknowledged with a version. */
    void acknowledged(WatchTarget target, long version, Deliveries.Write write);

    /** A write was acknowledged without a version, and is identified by its value. */
    void acknowledged(WatchTarget target, Value value, Deliveries.Write write);
  }

  final NanoClock clock;
  final Recorder recorder;
  final ErrorMessages errorMessages = new ErrorMessages();
  final LongAdder repeatedCompletions = new LongAdder();
  final ScanCounter scans = new ScanCounter();
  final OwnershipLedger ownership = new OwnershipLedger();
  final AtomicInteger activeClients;

  /** Set before the phase starts, if it has watchers. */
  @Nullable WatchedWrites watchedWrites;

  /** The clients that wait for their sessions. */
  final AtomicInteger recovering = new AtomicInteger();

  final boolean sharesCarriers;

  /** Set when the first client waits for an answer, which another thread then brings. */
  private volatile boolean clientsAreWoken;

  private final Optional<ValueCheck> valueCheck;
  private final Thread conductor;
  private final CountDownLatch start = new CountDownLatch(1);

  private long startNanos;

  /** Requests that are to start at this time or later are not part of the phase. */
  private volatile long stopNanos = Long.MAX_VALUE;

  /** The first internal error of kvbench. */
  private final AtomicReference<@Nullable Throwable> defect = new AtomicReference<>();

  /** Clients from this index on stand by. */
  private volatile int active = Integer.MAX_VALUE;

  /** Set after drain.timeout: requests that have not been sent by now never will be. */
  private volatile boolean drained;

  PhaseState(NanoClock clock, Recorder recorder, int clients, Optional<ValueCheck> valueCheck) {
    this(clock, recorder, clients, clients, valueCheck);
  }

  /**
   * The state of clients whose number may grow.
   *
   * @param most the max number of clients
   */
  PhaseState(
      NanoClock clock, Recorder recorder, int clients, int most, Optional<ValueCheck> valueCheck) {
    this.clock = clock;
    this.recorder = recorder;
    this.valueCheck = valueCheck;
    sharesCarriers = most > carriers();
    activeClients = new AtomicInteger(clients);
    conductor = Thread.currentThread();
  }

  private static int carriers() {
    return Integer.getInteger(
        "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
  }

  void start(long now, long stopAt) {
    startNanos = now;
    stopNanos = stopAt;
    start.countDown();
  }

  void awaitStart() throws InterruptedException {
    start.await();
  }

  /** Also releases clients that were never started. */
  void stop(long now) {
    stopNanos = Math.min(stopNanos, now);
    start.countDown();
  }

  /** Ends the phase because of an internal error: it would no longer follow the plan. */
  void defect(Throwable unforeseen) {
    defect.compareAndSet(null, unforeseen);
    stop(clock.nanos());
    LockSupport.unpark(conductor);
  }

  @Nullable Throwable defect() {
    return defect.get();
  }

  void drained() {
    drained = true;
  }

  boolean isDrained() {
    return drained;
  }

  long startNanos() {
    return startNanos;
  }

  long stopNanos() {
    return stopNanos;
  }

  /** Waits until a time, or until the phase stops; returns the time after that. */
  long parkUntil(long end) {
    long now = clock.nanos();
    while (now < end && now < stopNanos) {
      now = parkOnceUntil(end);
    }
    return now;
  }

  /** Waits until a time, or until the drain is over; returns the time after that. */
  long parkUntilDrained(long end) {
    long now = clock.nanos();
    while (now < end && !drained) {
      clock.parkUntil(end);
      Thread.interrupted(); // An interruption only means: check the phase again.
      now = clock.nanos();
    }
    return now;
  }

  /** Waits until a time, until the phase stops, or until the client is woken. */
  long parkOnceUntil(long end) {
    clock.parkUntil(Math.min(end, stopNanos));
    Thread.interrupted(); // An interruption only means: check the phase again.
    return clock.nanos();
  }

  /** Returns whether a client may send and need not stand by. */
  boolean isActive(int client) {
    return client < active;
  }

  /** Returns how many clients may send. */
  int active() {
    return active;
  }

  /** Sets how many clients may send; the others stand by. */
  void activate(int clients) {
    active = clients;
  }

  boolean isStarted() {
    return start.getCount() == 0;
  }

  /** Read before it is written, to avoid contention on the cache line between waiting clients. */
  void clientWaits() {
    if (!clientsAreWoken) {
      clientsAreWoken = true;
    }
  }

  boolean clientsAreWoken() {
    return clientsAreWoken;
  }

  /** Adds a client; returns false if all have ended, and nothing may begin any more. */
  boolean clientJoins() {
    int clients;
    do {
      clients = activeClients.get();
      if (clients == 0) {
        return false;
      }
    } while (!activeClients.compareAndSet(clients, clients + 1));
    return true;
  }

  void clientEnded() {
    // A recovery may be pointless from now on.
    if (activeClients.decrementAndGet() == 0 || recovering.get() > 0) {
      LockSupport.unpark(conductor);
    }
  }

  /** Returns a follower of one client, if answers to reads are checked. */
  Optional<ValueCheck.Follower> follow() {
    return valueCheck.map(ValueCheck::follow);
  }

  /** Counts requests that were due and never sent: at their age, and without service time. */
  void countUnsent(Request request, long ageNanos, long count, DrainTally tally) {
    long doneNanos = clock.nanos() - startNanos;
    Operation operation =
        switch (request) {
          case Operation single -> single;
          case Composite both -> {
            if (both.type().isComposite()) {
              recorder.record(both.type(), ErrorKind.UNSENT, doneNanos, ageNanos, 0, count);
            }
            yield both.first();
          }
        };
    recorder.recordLag(ageNanos, count);
    recorder.record(operation.type(), ErrorKind.UNSENT, doneNanos, ageNanos, 0, count);
    tally.add(operation.type(), ErrorKind.UNSENT, ageNanos, count);
    errorMessages.count(
        operation.type(),
        ErrorKind.UNSENT,
        "due before the phase ended, but no client was free to send it",
        count);
  }

  void countError(OperationType type, ErrorKind kind, String message) {
    // Messages may contain credentials: libraries repeat their configuration, servers anything.
    errorMessages.count(type, kind, Secrets.mask(message), 1);
  }
}
