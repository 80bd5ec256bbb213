package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.SessionSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one recorded session and the clients that send them. One client at a time has the
 * turn: it takes the next request, waits until that is due, and passes the turn on when the request
 * has been sent, so requests are sent in order. A request also waits for the answers to all
 * requests that had been answered before it was sent in the recording. So no request is in flight
 * together with one that it may depend on, and as many are in flight as in the recording.
 */
final class SessionTurns {
  private static final long NOT_IN_FLIGHT = SessionSource.UNANSWERED;

  private final ReentrantLock lock = new ReentrantLock();
  private final PhaseState phase;
  private final Optional<Backlog> backlog;
  private final SessionSource source;
  private final Deque<SessionPace> idle = new ArrayDeque<>();
  private final List<SessionPace> members = new ArrayList<>();
  private @Nullable SessionPace turn;
  private volatile boolean exhausted;

  private SessionTurns(PhaseState phase, Optional<Backlog> backlog, SessionSource source) {
    this.phase = phase;
    this.backlog = backlog;
    this.source = source;
  }

  /**
   * Returns the pace of each client.
   *
   * @param backlog counts the requests that are taken, if they have a schedule
   * @param sources that of each client; clients with the same source belong to one session
   */
  static IntFunction<Pace> paces(
      PhaseState phase, Optional<Backlog> backlog, List<RequestSource> sources) {
    IdentityHashMap<RequestSource, SessionTurns> sessions = new IdentityHashMap<>();
    return index -> {
      RequestSource source = sources.get(index);
      SessionTurns turns =
          sessions.computeIfAbsent(
              source, each -> new SessionTurns(phase, backlog, (SessionSource) each));
      SessionPace pace = new SessionPace(phase, turns, backlog.isPresent());
      turns.members.add(pace);
      return pace;
    };
  }

  /** Waits for the turn; returns false if there are no more requests. */
  private boolean takeTurn(SessionPace pace) {
    lock.lock();
    try {
      if (turn == null) {
        turn = pace;
      } else {
        idle.add(pace);
      }
    } finally {
      lock.unlock();
    }
    while (!hasTurn(pace)) {
      if (exhausted || phase.isDrained()) {
        return false;
      }
      LockSupport.park(this);
      Thread.interrupted(); // An interruption only means: check the phase again.
    }
    return !exhausted;
  }

  private boolean hasTurn(SessionPace pace) {
    lock.lock();
    try {
      return pace.equals(turn);
    } finally {
      lock.unlock();
    }
  }

  /** Advances to the next request; called by the client with the turn. */
  private boolean advance() {
    if (source.advance()) {
      return true;
    }
    end();
    return false;
  }

  /** Ends the session: nothing more is sent. */
  private void end() {
    exhausted = true;
    lock.lock();
    try {
      turn = null;
      idle.forEach(SessionPace::wake);
      idle.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the request may be in flight; returns false if waiting further is pointless. */
  private boolean awaitAnswers() {
    long start = source.recordedStart();
    while (isBlocked(start)) {
      if (phase.isDrained()) {
        return false;
      }
      LockSupport.park(this);
      Thread.interrupted();
    }
    return true;
  }

  private boolean isBlocked(long start) {
    lock.lock();
    try {
      for (SessionPace member : members) {
        if (member.recordedEnd <= start && member.recordedEnd != NOT_IN_FLIGHT) {
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void begin(SessionPace pace) {
    lock.lock();
    try {
      // A request whose answer was not recorded holds nothing up, but has ended only when it has.
      pace.recordedEnd = source.recordedEnd();
    } finally {
      lock.unlock();
    }
    backlog.ifPresent(Backlog::take);
  }

  private void ended(SessionPace pace) {
    lock.lock();
    try {
      pace.recordedEnd = NOT_IN_FLIGHT;
      if (turn != null) {
        turn.wake();
      }
    } finally {
      lock.unlock();
    }
  }

  private void passTurn() {
    lock.lock();
    try {
      turn = idle.poll();
      if (turn != null) {
        turn.wake();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The pace of one client of the session. */
  private static final class SessionPace implements Pace {
    private final PhaseState phase;
    private final SessionTurns turns;
    private final boolean timed;
    private long recordedEnd = NOT_IN_FLIGHT;
    private volatile @Nullable Thread thread;

    SessionPace(PhaseState phase, SessionTurns turns, boolean timed) {
      this.phase = phase;
      this.turns = turns;
      this.timed = timed;
    }

    private void wake() {
      LockSupport.unpark(thread);
    }

    @Override
    public long next(ClientTimeAccount account, int ahead) {
      thread = Thread.currentThread();
      turns.ended(this);
      account.harnessUntil(phase.clock.nanos());
      boolean due = turns.takeTurn(this) && turns.advance() && turns.awaitAnswers();
      long intended = due ? awaitStart() : END;
      account.waitUntil(phase.clock.nanos());
      if (!due) {
        return END;
      }
      long start = timed ? intended : account.accountedUntil();
      if (start >= phase.stopNanos() || phase.isDrained()) {
        turns.end();
        return END;
      }
      turns.begin(this);
      return start;
    }

    private long awaitStart() {
      long intended = phase.startNanos() + turns.source.startNanos();
      if (timed) {
        phase.parkUntil(intended);
      }
      return intended;
    }

    @Override
    public Request request() {
      return turns.source.next();
    }

    @Override
    public boolean isOrdered() {
      return true;
    }

    @Override
    public void sent() {
      turns.passTurn();
    }

    @Override
    public boolean isOver() {
      return turns.exhausted
          || phase.isDrained()
          || (!timed && phase.clock.nanos() >= phase.stopNanos());
    }

    @Override
    public boolean isPaced() {
      return timed;
    }
  }
}
