package io.kvbench.core.engine;

import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WakeBatching;
import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Slots;
import io.kvbench.core.operation.Composite;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.StepResult;
import io.kvbench.core.operation.Witness;
import io.kvbench.core.workload.check.ValueCheck;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client: a virtual thread that takes requests at its pace, sends their operations through its
 * session, one at a time, and records how each ended. The conductor's thread intervenes only to
 * abandon operations that do not end.
 *
 * <p>Memory order: the client writes the fields of an operation and then sets {@code pending} with
 * release. After observing {@code pending} as done (acquire), other threads may read these fields
 * until the client sends its next operation; it sends none after another thread has recorded in its
 * place.
 */
final class Client implements Runnable, Witness {
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

  private static final long FIRST_BACK_OFF_NANOS = 100_000;
  private static final long LONGEST_BACK_OFF_NANOS = 10_000_000;

  /** Doublings from the first back-off to the longest. */
  private static final int MOST_DOUBLINGS = 7;

  private static final VarHandle ENDED;
  private static final VarHandle PENDING;
  private static final VarHandle SENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      ENDED = lookup.findVarHandle(Client.class, "endedRequests", long.class);
      PENDING = lookup.findVarHandle(Client.class, "pending", PendingOperation.class);
      SENT = lookup.findVarHandle(Client.class, "sent", long.class);
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
  private final Thread thread;
  private final ValueCheck.@Nullable Follower follower;
  private final int index;

  /** Whether it was added to a running phase. */
  private final boolean joins;

  /** Whether its session connects first. */
  private final boolean connects;

  private @Nullable ClientTimeAccount account;
  private volatile boolean recovering;
  private volatile long endNanos = Long.MIN_VALUE;
  private long endedRequests;

  // The operation in flight.
  @SuppressWarnings("UnusedVariable") // through PENDING
  private @Nullable PendingOperation pending;

  private OperationType type = OperationType.READ;

  /** The operation in flight, if it is a scan or a range. */
  private @Nullable Operation counted;

  /** The operation in flight, if it is a watched write and there are watchers. */
  private Operation.@Nullable Watched watched;

  private ValueCheck.@Nullable SentOperation followed;
  private long intended;
  private long sent;
  private boolean recorded;

  /** The type of the composite that the operation belongs to. */
  private @Nullable OperationType composite;

  /** The intended start and the sending of that composite. */
  private long compositeIntended;

  private long compositeSent;

  /** The number of consecutive immediate errors. */
  private int refusals;

  /** How many requests may be made ahead. */
  private int ahead;

  /** What ended after the phase had stopped; null if nothing did. */
  private @Nullable DrainTally drained;

  /** Set when another thread recorded in its place, since the client did not return in time. */
  private boolean leftBehind;

  /** The error message: written by the thread that won the right to complete the operation. */
  private String message = "";

  /** Whether the contents of the answer are needed. */
  private boolean keepsAnswer;

  // The contents of that answer, written by the thread that completed the operation.
  private long version;
  private long snapshot;
  private @Nullable Key last;
  private int records;

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
    follower = phase.follow().orElse(null);
    joins = phase.isStarted();
    this.connects = connects;
    thread = Thread.ofVirtual().name("client-", index).unstarted(this);
  }

  void start() {
    thread.start();
  }

  boolean connects() {
    return connects;
  }

  @Override
  public void run() {
    try {
      phase.awaitStart();
      ClientTimeAccount opened =
          new ClientTimeAccount(joins ? phase.clock.nanos() : phase.startNanos());
      account = opened;
      if (joins && connects) {
        recover(opened);
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
        phase.countUnsent(request, now - due, 1, tally());
      } else {
        long start = paced ? due : now;
        if (request instanceof Operation operation) {
          if (composite != null) {
            composite = null;
          }
          PendingOperation submitted = begin(operation.type(), start, now);
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
      if (drained != null) {
        drained.addRequests(1);
      }
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
    composite = all.type();
    compositeIntended = start;
    compositeSent = now;
    Composite.Steps steps = all.start();
    Operation operation = all.first();
    PendingOperation ended = begin(operation.type(), start, now, all.usesAnswers());
    long sentAt = now;
    for (int step = 0; ; step++) {
      submit(operation, ended);
      finish(ended, sentAt, time);
      if (leftBehind) {
        return; // Another thread recorded in its place.
      }
      Operation next = steps.next(step, result(ended, sentAt), this).orElse(null);
      if (next != null && steps.holdNanos() > 0) {
        hold(steps.holdNanos(), time);
      }
      boolean over = next != null && phase.isDrained();
      if (next == null || over) {
        keepsAnswer = false;
        Status status = over ? ErrorKind.ABANDONED : steps.status(ended.status());
        recordComposite(all.type(), status, ended, start, now);
        return;
      }
      operation = next;
      sentAt = phase.clock.nanos();
      ended = begin(operation.type(), sentAt, sentAt, all.usesAnswers());
    }
  }

  /** Hold time is part of the client's account. */
  private void hold(long nanos, ClientTimeAccount time) {
    long now = phase.clock.nanos();
    time.harnessUntil(now);
    long end = now + nanos;
    while (now < end && !phase.isDrained()) {
      phase.clock.parkUntil(end);
      Thread.interrupted(); // An interruption only means: check the phase again.
      now = phase.clock.nanos();
    }
    time.holdUntil(now);
  }

  private StepResult result(PendingOperation ended, long sentAt) {
    long done = phase.startNanos() + ended.phaseNanos();
    return keepsAnswer
        ? new StepResult(
            ended.status(), version, snapshot, Optional.ofNullable(last), records, sentAt, done)
        : new StepResult(ended.status(), 0, 0, Optional.empty(), 0, sentAt, done);
  }

  @Override
  public void span(OperationType kind, Status status, long fromNanos, long toNanos) {
    long nanos = toNanos - fromNanos;
    recorder.record(kind, status, toNanos - phase.startNanos(), nanos, nanos);
    if (toNanos > phase.stopNanos()) {
      tally().add(kind, status, nanos, 1);
    }
  }

  @Override
  public void acquired(Operation.Lock lock, long token, long requestedNanos, long nanos) {
    OwnershipLedger.Handover handover =
        phase.ownership.acquired(lock, index, token, requestedNanos, nanos);
    if (handover.type() != null) {
      span(handover.type(), Outcome.OK, handover.sinceNanos(), nanos);
    }
  }

  @Override
  public void releaseFailed(Operation.Lock lock) {
    phase.ownership.releaseFailed(lock, index);
  }

  @Override
  public void released(Operation.Lock lock, long nanos) {
    phase.ownership.released(lock, index, nanos);
  }

  @Override
  public void abandoned(Operation.Lock lock, boolean dead, long nanos) {
    phase.ownership.abandoned(lock, index, dead, nanos);
  }

  @Override
  public void wroteFenced(Operation.Lock lock, long token, long sentNanos) {
    phase.ownership.wroteFenced(lock, index, token, sentNanos);
  }

  @Override
  public void expiredEarly(long earlyNanos) {
    phase.ownership.expiredEarly(earlyNanos);
  }

  private void recordComposite(
      OperationType kind, Status status, PendingOperation ended, long start, long from) {
    long done = phase.startNanos() + ended.phaseNanos();
    recorder.record(kind, status, ended.phaseNanos(), done - start, done - from);
    if (done > phase.stopNanos()) {
      tally().add(kind, status, done - start, 1);
    }
  }

  /** Clears the contents, so that an answer without any cannot reuse the previous ones. */
  PendingOperation begin(OperationType kind, long start, long now, boolean keepAnswer) {
    PendingOperation submitted = begin(kind, start, now);
    keepsAnswer = keepAnswer;
    version = 0;
    snapshot = 0;
    last = null;
    records = 0;
    return submitted;
  }

  private PendingOperation begin(OperationType kind, long start, long now) {
    PendingOperation submitted = new PendingOperation(this);
    type = kind;
    intended = start;
    SENT.setOpaque(this, now);
    recorded = false;
    PENDING.setRelease(this, submitted);
    return submitted;
  }

  /**
   * A binding that throws violates its contract: an error to count, and no reason to stop the
   * client.
   */
  private void submit(Operation operation, PendingOperation submitted) {
    if (type == OperationType.SCAN || type == OperationType.RANGE) {
      counted = operation;
    } else if (phase.watchers != null) {
      watched = operation instanceof Operation.Watched each ? each : null;
    }
    if (follower != null) {
      followed = follower.send(operation);
    }
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
    boolean own = recorded;
    if (!own) {
      await(submitted);
      if (!submitted.claimRecording()) {
        leftBehind = true;
        if (followed != null) {
          followed.ended(ErrorKind.ABANDONED);
        }
        return;
      }
      record(submitted.status(), submitted.phaseNanos());
    }
    if (followed != null) {
      followed.ended(submitted.status());
    }
    int slot = submitted.slot();
    long done = phase.startNanos() + submitted.phaseNanos();
    time.operation(slot, now, done);
    if (slot != Slots.OK && Slots.status(slot) instanceof ErrorKind kind) {
      pace.failed();
      if (kind.breaksSession()) {
        recover(time);
      }
      if (own && done - now <= AT_ONCE_NANOS) {
        backOff(time);
      }
    } else {
      refusals = 0;
    }
    ahead =
        own
                && slot == Slots.OK
                && done - now <= AHEAD_NANOS
                && follower == null
                && phase.watchers == null
            ? recorder.room()
            : 0;
  }

  /**
   * Waits after the second of consecutive immediate errors, and longer after each further one:
   * otherwise a client that is rejected without parking would keep its carrier from clients whose
   * answers have arrived. In an open loop its requests are then late, which their lag shows.
   */
  private void backOff(ClientTimeAccount time) {
    int doublings = Math.min(refusals++ - 1, MOST_DOUBLINGS);
    if (doublings < 0 || pace.isOver()) {
      return;
    }
    long now = phase.clock.nanos();
    time.harnessUntil(now);
    long end = now + Math.min(FIRST_BACK_OFF_NANOS << doublings, LONGEST_BACK_OFF_NANOS);
    while (now < end && !phase.isDrained()) {
      phase.clock.parkUntil(end);
      Thread.interrupted(); // An interruption only means: check the phase again.
      now = phase.clock.nanos();
    }
    time.backOffUntil(now);
  }

  /** Parks until the operation has ended, which is certain; interruptions do not shorten it. */
  private void await(PendingOperation submitted) {
    boolean interrupted = false;
    while (!submitted.isDone()) {
      phase.clientWaits();
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      thread.interrupt();
    }
  }

  /** Records the operation in flight; on the client's own thread. */
  void record(Status status, long phaseNanos) {
    recorded = true;
    long done = phase.startNanos() + phaseNanos;
    recorder.record(type, status, phaseNanos, done - intended, done - sent);
    if (done > phase.stopNanos()) {
      tallyOperation(status, done);
    }
    if (status instanceof ErrorKind kind) {
      countError(kind);
    }
  }

  private void tallyOperation(Status status, long done) {
    DrainTally tally = tally();
    tally.add(type, status, done - intended, 1);
    tally.busy(done - Math.max(sent, phase.stopNanos()));
  }

  private DrainTally tally() {
    DrainTally tally = drained;
    if (tally == null) {
      tally = new DrainTally();
      drained = tally;
    }
    return tally;
  }

  private void countError(ErrorKind kind) {
    phase.countError(
        type,
        kind,
        kind == ErrorKind.ABANDONED
            ? "not answered before the phase ended, nor in the drain after it"
            : message);
  }

  private void recover(ClientTimeAccount time) {
    if (pace.isOver()) {
      return;
    }
    time.harnessUntil(phase.clock.nanos());
    recovering = true;
    phase.recovering.incrementAndGet();
    try {
      session.recover(EngineLimits.RECOVER_LIMIT);
    } catch (InterruptedException e) {
      // The phase stops, or nothing is left to do; the pace reports it.
    } catch (RuntimeException e) {
      // A binding must not throw here; the next operation shows whether the session works.
    } finally {
      recovering = false;
      phase.recovering.decrementAndGet();
      time.reconnectUntil(phase.clock.nanos());
    }
  }

  // The methods below are for the thread that completes the operation in flight, which may be any.

  long phaseNanos() {
    return phase.clock.nanos() - phase.startNanos();
  }

  boolean isCurrentThread() {
    return Thread.currentThread().equals(thread);
  }

  /** Returns what is wrong with an answer; null if nothing is. */
  @Nullable String objection(PendingOperation answered, ByteBuffer value, long found) {
    ValueCheck.SentOperation check = check(answered);
    return check == null ? null : check.objection(value, found).orElse(null);
  }

  /** Only the operation in flight is checked: others have been answered. */
  private ValueCheck.@Nullable SentOperation check(PendingOperation answered) {
    ValueCheck.SentOperation check = followed;
    return check != null && isInFlight(answered) ? check : null;
  }

  /** Returns the receiver of the records in an answer; null if they are not checked. */
  @Nullable FoundRecords receiver(PendingOperation answered) {
    ValueCheck.SentOperation check = check(answered);
    return check == null ? null : check.receiver();
  }

  void wrote(PendingOperation answered, long written) {
    ValueCheck.SentOperation check = check(answered);
    if (check != null) {
      check.wrote(written);
    }
  }

  /**
   * Counts the records of a scan or a range; called before it ends, so that the next one cannot
   * have begun.
   */
  void scanned(PendingOperation answered, int found) {
    if (isInFlight(answered)) {
      if (type == OperationType.SCAN && counted instanceof Operation.Scan asked) {
        phase.scans.add(asked, found);
      } else if (type == OperationType.RANGE && counted instanceof Operation.Range asked) {
        phase.scans.add(asked, found);
      }
    }
  }

  /** Watchers are expected to report acknowledged writes. */
  void granted(PendingOperation answered, long handle, long phaseNanos) {
    Operation.Watched asked = watched;
    Watchers watchers = phase.watchers;
    if (asked != null && watchers != null && isInFlight(answered)) {
      watchers.acknowledged(asked.target(), handle, write(phaseNanos));
    }
  }

  /** The same for stores that acknowledge without a version. */
  void applied(PendingOperation answered, long phaseNanos) {
    Watchers watchers = phase.watchers;
    if (watched instanceof Operation.WatchedUpdate update
        && watchers != null
        && isInFlight(answered)) {
      watchers.acknowledged(update.target(), update.value(), write(phaseNanos));
    }
  }

  private boolean isInFlight(PendingOperation answered) {
    return !answered.isDone() && answered.equals(PENDING.getAcquire(this));
  }

  private Deliveries.Write write(long phaseNanos) {
    return new Deliveries.Write(intended, sent, phase.startNanos() + phaseNanos);
  }

  boolean keepsAnswer(PendingOperation answered) {
    return keepsAnswer && answered.equals(PENDING.getAcquire(this));
  }

  /** Returns the version in the answer to a read that is done. */
  long version() {
    return version;
  }

  void answer(long foundVersion, long foundSnapshot, @Nullable Key lastKey, int foundRecords) {
    version = foundVersion;
    snapshot = foundSnapshot;
    last = lastKey;
    records = foundRecords;
  }

  void message(String text) {
    message = text;
  }

  void wake() {
    WakeBatching.wake(thread);
  }

  void completedAgain() {
    phase.repeatedCompletions.increment();
  }

  // The methods below are for the conductor's thread.

  /** Abandons the operation in flight, if there is one. */
  void abandon(long now) {
    PendingOperation underWay = underWay();
    if (underWay != null) {
      underWay.abandon(now - phase.startNanos());
    }
    wake();
  }

  /**
   * Returns for how long the operation in flight has been unanswered; 0 if there is none, or if it
   * does not wait for the store.
   */
  long pendingNanos(long now) {
    PendingOperation underWay = underWay();
    return underWay == null || underWay.isDone() || type.waits()
        ? 0
        : now - (long) SENT.getOpaque(this);
  }

  /** Returns the client's time in operations until then, including the last one. */
  long operationNanos(long now) {
    PendingOperation last = underWay();
    ClientTimeAccount book = account;
    if (book == null) {
      return 0;
    }
    long before = book.operationNanos();
    if (last == null) {
      return before;
    }
    long end = last.isDone() ? phase.startNanos() + last.phaseNanos() : now;
    long begin = (long) SENT.getOpaque(this);
    boolean accounted = book.accountedUntil() >= end || !last.equals(underWay());
    return accounted ? book.operationNanos() : before + Math.max(0, end - begin);
  }

  private @Nullable PendingOperation underWay() {
    return (PendingOperation) PENDING.getAcquire(this);
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Returns whether it waits for the recovery of a session that it will not use. */
  boolean isRecoveringInVain() {
    // The second read of {@code recovering} ensures that the client could not claim anything
    // meanwhile.
    return recovering && pace.isOver() && recovering;
  }

  /** Records for a client that is stuck in its client library. */
  void recordInItsPlace() {
    PendingOperation underWay = underWay();
    if (underWay != null && underWay.isDone() && underWay.claimRecording()) {
      long done = phase.startNanos() + underWay.phaseNanos();
      phase.recorder.record(
          type, underWay.status(), underWay.phaseNanos(), done - intended, done - sent, 1);
      if (underWay.status() instanceof ErrorKind kind) {
        countError(kind);
      }
      tallyOperation(underWay.status(), done);
      recordRequestInItsPlace(underWay, done);
      tally().addRequests(1);
      ENDED.setOpaque(this, endedRequests + 1);
    }
  }

  private void recordRequestInItsPlace(PendingOperation stuck, long done) {
    long late = sent - intended;
    if (composite != null) {
      // Whether more operations were to follow is unknown.
      phase.recorder.record(
          composite,
          ErrorKind.ABANDONED,
          stuck.phaseNanos(),
          done - compositeIntended,
          done - compositeSent,
          1);
      tally().add(composite, ErrorKind.ABANDONED, done - compositeIntended, 1);
      late = compositeSent - compositeIntended;
    }
    if (paced) {
      phase.recorder.recordLag(late, 1);
    }
  }

  boolean hasEnded() {
    return endNanos != Long.MIN_VALUE;
  }

  long endNanos() {
    return endNanos;
  }

  long endedRequests() {
    return (long) ENDED.getAcquire(this);
  }

  /**
   * Returns how many requests have begun: those that have ended, and the one in flight. Between the
   * operations of a request, and while its session recovers, that one is missing.
   */
  long begunRequests() {
    long ended = endedRequests(); // First, so that none is counted twice.
    PendingOperation underWay = underWay();
    return underWay == null || underWay.isDone() ? ended : ended + 1;
  }

  /** Returns when it sent its last operation; {@code Long.MIN_VALUE} if it sent none. */
  long lastSent() {
    return underWay() == null ? Long.MIN_VALUE : (long) SENT.getOpaque(this);
  }

  /**
   * Returns what ended after the end of sending. If that was before the phase was stopped, all
   * requests had been sent by then, and only the client's last operation can count.
   */
  Drain drain(long sendingEnd, long phaseEnd) {
    DrainTally tally = sendingEnd < phase.stopNanos() ? lastOperation(sendingEnd) : tally();
    PendingOperation stuck = underWay();
    if (!hasEnded() && stuck != null) {
      // As in its account.
      tally.busy(phaseEnd - Math.max(phase.startNanos() + stuck.phaseNanos(), sendingEnd));
    }
    return tally.over(0);
  }

  private DrainTally lastOperation(long sendingEnd) {
    DrainTally tally = new DrainTally();
    PendingOperation last = underWay();
    if (last != null && phase.startNanos() + last.phaseNanos() > sendingEnd) {
      long done = phase.startNanos() + last.phaseNanos();
      tally.add(type, last.status(), done - intended, 1);
      tally.busy(done - sendingEnd);
      tally.addRequests(1);
      if (composite != null) {
        tally.add(composite, last.status(), done - intended, 1);
      }
    }
    return tally;
  }

  /** Returns the server of its session. */
  Optional<String> server() {
    return session.server();
  }

  void closeSession() {
    session.close();
  }

  /**
   * Returns the client's account up to the end of the phase; the last operation of a stuck client
   * is added.
   */
  ClientTime account(long phaseEnd) {
    ClientTimeAccount book = account;
    if (book == null) {
      return ClientTime.none();
    }
    if (hasEnded()) {
      book.harnessUntil(endNanos);
      book.idleUntil(phaseEnd);
    } else if (underWay() != null) {
      book.operation(ErrorKind.ABANDONED, sent, phaseEnd);
    }
    return book.snapshot(phaseEnd);
  }
}
