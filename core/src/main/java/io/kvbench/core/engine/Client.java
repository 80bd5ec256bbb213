package io.kvbench.core.engine;

import io.kvbench.core.binding.Session;
import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.measure.Slots;
import io.kvbench.core.operation.Composite;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Request;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A client: a virtual thread that takes requests at its pace and sends their operations through its
 * session, one at a time. The conductor's thread observes it, and intervenes only to abandon
 * operations that do not end ({@link ClientHandle}).
 */
final class Client implements Runnable {
  /** {@link #endNanos} of a client that has not ended. */
  static final long NOT_ENDED = Long.MIN_VALUE;

  /**
   * After this many requests a client yields its carrier thread, if there are more clients than
   * carriers. A store that answers before submitting returns never makes it park, so clients
   * without a carrier would not start before others end.
   */
  private static final int TURN = 1024;

  /** Less than the timer's slack; its only purpose is to free the carrier. */
  private static final long TURN_NANOS = 1_000;

  /** For operations that take longer, one more clock reading is negligible. */
  private static final long AHEAD_NANOS = 10_000;

  /** Errors faster than this are local: no network round trip is that short. */
  private static final long AT_ONCE_NANOS = 100_000;

  /** Long enough to cost nothing; clients are woken when needed. */
  private static final long STAND_BY_NANOS = 3_600_000_000_000L;

  private static final VarHandle ENDED;

  static {
    try {
      ENDED = MethodHandles.lookup().findVarHandle(Client.class, "endedRequests", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final PhaseState phase;
  private final Session session;
  private final Pace pace;
  private final boolean paced;
  private final boolean ordered;
  private final ClientRecorder recorder;
  private final int index;
  private final Thread thread;
  private final OperationInFlight inFlight;
  private final CompositeInFlight composite;
  private final SessionRecovery recovery;

  /** Whether it was added to a running phase. */
  private final boolean joins;

  /** Whether its session connects first. */
  private final boolean connects;

  private @Nullable ClientTimeAccount account;
  private volatile long endNanos = NOT_ENDED;
  private long endedRequests;

  /** Whether the operation in flight belongs to a composite; published with it. */
  private boolean inComposite;

  /** The number of consecutive immediate errors. */
  private int refusals;

  /** How many requests may be made ahead. */
  private int ahead;

  /** Set when another thread recorded in its place, since the client did not return in time. */
  private boolean leftBehind;

  /**
   * Creates a client.
   *
   * @param connects whether the session has a connection that was opened for it
   */
  Client(
      PhaseState phase,
      Session session,
      boolean connects,
      Pace pace,
      ClientRecorder recorder,
      int index) {
    this.phase = phase;
    this.session = session;
    this.pace = pace;
    paced = pace.isPaced();
    ordered = pace.isOrdered();
    this.recorder = recorder;
    this.index = index;
    joins = phase.isStarted();
    this.connects = connects;
    thread = Thread.ofVirtual().name("client-", index).unstarted(this);
    inFlight = new OperationInFlight(phase, recorder, thread);
    composite = new CompositeInFlight(phase, recorder, inFlight, index);
    recovery = new SessionRecovery(phase, session, pace);
  }

  @Override
  public void run() {
    try {
      phase.awaitStart();
      ClientTimeAccount opened =
          new ClientTimeAccount(joins ? phase.clock.nanos() : phase.startNanos());
      account = opened;
      if (joins && connects) {
        recovery.recover(opened);
      }
      work(opened);
    } catch (InterruptedException e) {
      // The phase was cancelled before it began.
    } catch (RuntimeException | Error e) {
      phase.defect(e);
    } finally {
      endNanos = phase.clock.nanos();
      phase.clientEnded();
    }
  }

  /**
   * The hot path. One loop of small methods, so that the JIT compiler can inline them and need not
   * allocate a request that does not escape.
   */
  private void work(ClientTimeAccount time) {
    for (long due = next(time, 0); due != Pace.END; due = next(time, ahead)) {
      Request request = pace.request();
      // Read after the request was made, which is kvbench's time and not the store's. If it was
      // made ahead, the clock reading that ended the previous operation also starts this one.
      long now = pace.isMadeAhead() ? due : phase.clock.nanos();
      if (phase.isDrained()) {
        if (!paced) {
          return; // No request was due: the next request of a closed loop does not exist.
        }
        phase.countUnsent(request, now - due, 1, inFlight.tally());
      } else {
        long start = paced ? due : now;
        if (request instanceof Operation operation) {
          if (inComposite) {
            inComposite = false;
          }
          PendingOperation submitted = inFlight.begin(operation.type(), start, now);
          submit(operation, submitted);
          finish(submitted, now, time);
        } else {
          performAll((Composite) request, start, now, time);
          ahead = 0;
        }
        if (leftBehind) {
          return;
        }
        if (paced) {
          recorder.recordLag(now - due);
        }
      }
      inFlight.requestEnded();
      ENDED.setRelease(this, endedRequests + 1);
      if (endedRequests % TURN == 0 && phase.sharesCarriers) {
        giveTurn();
        ahead = 0;
      }
    }
  }

  private long next(ClientTimeAccount time, int mostAhead) {
    if (!phase.isActive(index)) {
      standBy(time);
    }
    return pace.next(time, mostAhead);
  }

  /**
   * Waits while inactive; counts as think time. Reactivation and the end of the phase unpark the
   * client.
   */
  private void standBy(ClientTimeAccount time) {
    long now = phase.clock.nanos();
    time.harnessUntil(now);
    while (!phase.isActive(index) && now < phase.stopNanos()) {
      now = phase.parkOnceUntil(now + STAND_BY_NANOS);
    }
    time.thinkUntil(now);
  }

  /**
   * A yield only lets threads of the same carrier run. If clients are woken by other threads it
   * takes a timer, which costs several times as much.
   */
  @SuppressWarnings("ThreadPriorityCheck") // for fairness, not for correctness
  private void giveTurn() {
    if (phase.clientsAreWoken()) {
      phase.clock.parkUntil(phase.clock.nanos() + TURN_NANOS);
    } else {
      Thread.yield();
    }
  }

  private void performAll(Composite all, long start, long now, ClientTimeAccount time) {
    inComposite = true;
    composite.begin(all.type(), start, now);
    Composite.Steps steps = all.start();
    Operation operation = all.first();
    PendingOperation ended = inFlight.begin(operation.type(), start, now, all.usesAnswers());
    long sentAt = now;
    for (int step = 0; ; step++) {
      submit(operation, ended);
      finish(ended, sentAt, time);
      if (leftBehind) {
        return; // Another thread recorded in its place.
      }
      Operation next = steps.next(step, inFlight.result(ended, sentAt), composite).orElse(null);
      if (next != null && steps.holdNanos() > 0) {
        composite.hold(steps.holdNanos(), time);
      }
      boolean over = next != null && phase.isDrained();
      if (next == null || over) {
        inFlight.keepsNoAnswer();
        composite.end(over ? ErrorKind.ABANDONED : steps.status(ended.status()), ended);
        return;
      }
      operation = next;
      sentAt = phase.clock.nanos();
      ended = inFlight.begin(operation.type(), sentAt, sentAt, all.usesAnswers());
    }
  }

  /**
   * A binding that throws violates its contract: an error to count, and no reason to stop the
   * client.
   */
  private void submit(Operation operation, PendingOperation submitted) {
    inFlight.submits(operation);
    try {
      session.submit(operation, submitted);
    } catch (Throwable e) {
      submitted.failed(ErrorKind.BINDING_FAULT, "the binding threw " + e);
    }
    if (ordered) {
      pace.sent();
    }
  }

  private void finish(PendingOperation submitted, long now, ClientTimeAccount time) {
    boolean own = inFlight.isRecorded();
    if (!own && !inFlight.awaitAndRecord(submitted)) {
      leftBehind = true;
      return;
    }
    inFlight.ended(submitted);
    int slot = submitted.slot();
    long done = phase.startNanos() + submitted.phaseNanos();
    time.operation(slot, now, done);
    if (slot != Slots.OK && Slots.status(slot) instanceof ErrorKind kind) {
      pace.failed();
      if (kind.breaksSession()) {
        recovery.recover(time);
      }
      if (own && done - now <= AT_ONCE_NANOS) {
        recovery.backOff(refusals++, time);
      }
    } else {
      refusals = 0;
    }
    ahead =
        own && slot == Slots.OK && done - now <= AHEAD_NANOS && inFlight.isOnlyTimed()
            ? recorder.room()
            : 0;
  }

  // The methods below are for the conductor's thread.

  Thread thread() {
    return thread;
  }

  Session session() {
    return session;
  }

  boolean connects() {
    return connects;
  }

  boolean isPaced() {
    return paced;
  }

  OperationInFlight operation() {
    return inFlight;
  }

  /** Returns the composite that the last operation belongs to; null if it is none's. */
  @Nullable CompositeInFlight composite() {
    return inComposite ? composite : null;
  }

  SessionRecovery recovery() {
    return recovery;
  }

  /** Returns its account; null before it has started. */
  @Nullable ClientTimeAccount account() {
    return account;
  }

  /** Returns when it ended, or {@link #NOT_ENDED}. */
  long endNanos() {
    return endNanos;
  }

  long endedRequests() {
    return (long) ENDED.getAcquire(this);
  }

  /** Counts the request of a client that does not return. */
  void countInItsPlace() {
    ENDED.setOpaque(this, endedRequests + 1);
  }
}
