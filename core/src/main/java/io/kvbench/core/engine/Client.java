package io.kvbench.core.engine;

import io.kvbench.core.binding.Session;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.RequestSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One client: a virtual thread that takes requests from its source, sends their operations through
 * its session, one at a time, and records how each ended. The conductor looks in from outside only
 * to abandon what does not end.
 */
final class Client implements Runnable {
  /**
   * After so many requests a client lets others have its carrier thread. A store that answers
   * before submitting returns never makes it park, and clients that got no carrier would not begin
   * before others end.
   */
  private static final int TURN = 1024;

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
  private final RequestSource source;
  private final Pace pace;
  private final Recorder.Stripe stripe;

  private @Nullable ClientTimeAccount account;
  private volatile @Nullable PendingOperation pending;
  private volatile boolean recovering;
  private volatile long endNanos = Long.MIN_VALUE;
  private long endedRequests;

  Client(
      PhaseState phase, Session session, RequestSource source, Pace pace, Recorder.Stripe stripe) {
    this.phase = phase;
    this.session = session;
    this.source = source;
    this.pace = pace;
    this.stripe = stripe;
  }

  Thread start(int index) {
    Thread started = Thread.ofVirtual().name("client-", index).unstarted(this);
    started.start();
    return started;
  }

  @Override
  public void run() {
    try {
      phase.awaitStart();
      ClientTimeAccount opened = new ClientTimeAccount(phase.startNanos());
      account = opened;
      work(opened);
    } catch (InterruptedException e) {
      // The phase was given up before it began.
    } catch (RuntimeException | Error e) {
      phase.defect(e);
    } finally {
      endNanos = phase.clock.nanos();
      phase.clientEnded();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // for fairness, not for correctness
  private void work(ClientTimeAccount time) {
    for (long intended = pace.next(time); intended != Pace.END; intended = pace.next(time)) {
      Request request = source.next();
      if (phase.isDrained()) {
        phase.countUnsent(request, phase.clock.nanos() - intended, 1);
      } else {
        perform(request, intended, time);
      }
      ENDED.setOpaque(this, endedRequests + 1);
      if (endedRequests % TURN == 0) {
        Thread.yield();
      }
    }
  }

  private void perform(Request request, long intended, ClientTimeAccount time) {
    // Read after the request was made, which is kvbench's time and not the store's.
    long sent = phase.clock.nanos();
    long start = sent;
    if (pace.isPaced()) {
      start = intended;
      stripe.recordLag(sent - intended);
    }
    switch (request) {
      case Operation operation -> perform(operation, start, sent, time);
      case ReadModifyWrite both -> perform(both, start, sent, time);
    }
  }

  private void perform(ReadModifyWrite both, long intended, long sent, ClientTimeAccount time) {
    PendingOperation read = perform(both.read(), intended, sent, time);
    Status status = read.status();
    long done = read.done();
    if (phase.isDrained()) {
      status = ErrorKind.ABANDONED;
    } else if (!(status instanceof ErrorKind)) {
      long now = phase.clock.nanos();
      PendingOperation update = perform(both.update(), now, now, time);
      status = update.status();
      done = update.done();
    }
    stripe.record(OperationType.READ_MODIFY_WRITE, status, done - intended, done - sent);
  }

  private PendingOperation perform(
      Operation operation, long intended, long sent, ClientTimeAccount time) {
    PendingOperation submitted =
        new PendingOperation(phase, Thread.currentThread(), operation, intended, sent);
    pending = submitted;
    submit(operation, submitted);
    submitted.await();
    if (submitted.claimRecording()) {
      record(submitted);
    }
    time.operation(submitted.status(), sent, submitted.done());
    if (submitted.status() instanceof ErrorKind kind && kind.breaksSession()) {
      recover(time);
    }
    return submitted;
  }

  /**
   * A binding that throws has broken its contract; that is an error to count and no reason for the
   * client to end.
   */
  private void submit(Operation operation, PendingOperation submitted) {
    try {
      session.submit(operation, submitted);
    } catch (Throwable e) {
      submitted.failed(ErrorKind.BINDING_FAULT, "the binding threw " + e);
    }
  }

  private void recover(ClientTimeAccount time) {
    if (phase.clock.nanos() >= phase.stopNanos()) {
      return;
    }
    time.harnessUntil(phase.clock.nanos());
    recovering = true;
    try {
      session.recover(EngineLimits.RECOVER_LIMIT);
    } catch (InterruptedException e) {
      // The phase stops; the pace will say so.
    } catch (RuntimeException e) {
      // A binding may not throw here; the next operation tells how things are.
    } finally {
      recovering = false;
      time.reconnectUntil(phase.clock.nanos());
    }
  }

  private void record(PendingOperation ended) {
    OperationType type = ended.operation.type();
    Status status = ended.status();
    stripe.record(type, status, ended.done() - ended.intended, ended.done() - ended.sent);
    if (status instanceof ErrorKind kind) {
      phase.countError(ended.operation, kind, ended.message());
    }
  }

  // What follows is for the conductor's thread.

  /** Ends the operation under way, if there is one. */
  void abandon(long now) {
    PendingOperation underWay = pending;
    if (underWay != null) {
      underWay.abandon(now);
    }
  }

  /** Returns for how long the operation under way has been under way; 0 if there is none. */
  long pendingNanos(long now) {
    PendingOperation underWay = pending;
    return underWay == null || underWay.isDone() ? 0 : now - underWay.sent;
  }

  RequestSource source() {
    return source;
  }

  boolean isRecovering() {
    return recovering;
  }

  /** Records for a client that is stuck in its client library and never gets to do it. */
  void recordInItsPlace() {
    PendingOperation underWay = pending;
    if (underWay != null && underWay.isDone() && underWay.claimRecording()) {
      record(underWay);
      ENDED.setOpaque(this, endedRequests + 1);
    }
  }

  boolean hasEnded() {
    return endNanos != Long.MIN_VALUE;
  }

  long endNanos() {
    return endNanos;
  }

  long endedRequests() {
    return (long) ENDED.getOpaque(this);
  }

  void closeSession() {
    session.close();
  }

  /**
   * Returns the client's account up to the end of the phase; what a stuck client did not write down
   * is its last operation.
   */
  ClientTime account(long phaseEnd) {
    ClientTimeAccount book = account;
    if (book == null) {
      return ClientTime.none();
    }
    PendingOperation last = pending;
    if (hasEnded()) {
      book.harnessUntil(endNanos);
      book.idleUntil(phaseEnd);
    } else if (last != null) {
      book.operation(ErrorKind.ABANDONED, last.sent, phaseEnd);
    }
    return book.snapshot(phaseEnd);
  }
}
