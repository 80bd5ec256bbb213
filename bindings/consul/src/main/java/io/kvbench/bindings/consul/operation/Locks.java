package io.kvbench.bindings.consul.operation;

import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The locks that one client owns, which are also the elections that it leads: Consul has one recipe
 * for both. All are held by one Consul session, which is renewed from the first lock on. One
 * operation is in flight at a time.
 */
public final class Locks implements Coordination.Locks {
  /** A session with three renewals per time to live survives two lost answers. */
  private static final int RENEWALS = 3;

  private static final String CLOSED = "the session was closed";

  /** A Consul session, with the action that stops its renewal. */
  private record Lease(String id, Runnable stop) {
    static final Lease NONE = new Lease("", () -> {});
  }

  private final ConsulCoordinationCalls calls;
  private final RecordKeys keys;

  /** The session that holds each lock. */
  private final Map<Operation.Lock, String> owned = new ConcurrentHashMap<>();

  private final List<String> abandoned = new CopyOnWriteArrayList<>();
  private volatile Lease lease = Lease.NONE;
  private volatile boolean closed;

  public Locks(ConsulCoordinationCalls calls) {
    this.calls = calls;
    this.keys = calls.options().lockKeys();
  }

  @Override
  public void acquire(Operation.Lock lock, Completion completion) {
    if (keys.text(lock.key()) == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
      return;
    }
    acquire(lock, System.nanoTime() + lock.patience().toNanos(), new OrAbandoned(completion));
  }

  private void acquire(Operation.Lock lock, long deadlineNanos, Completion completion) {
    String session = lease.id();
    if (!session.isEmpty()) {
      calls.acquire(
          lock.key(), session, deadlineNanos, acquired(lock, session, deadlineNanos), completion);
      return;
    }
    calls.create(
        lock.timeToLive(),
        calls.options().lockDelay(),
        "release",
        (id, told) -> {
          Runnable renewal = () -> calls.renew(id, PendingReleases.IGNORED);
          lease = new Lease(id, calls.every(lock.timeToLive().dividedBy(RENEWALS), renewal));
          if (closed) {
            // close() may have missed the session.
            close();
            told.failed(ErrorKind.ABANDONED, CLOSED);
          } else {
            acquire(lock, deadlineNanos, told);
          }
        },
        completion);
  }

  private ConsulCoordinationCalls.Acquired acquired(
      Operation.Lock lock, String session, long deadlineNanos) {
    return new ConsulCoordinationCalls.Acquired() {
      @Override
      public void done(long index, Completion completion) {
        owned.put(lock, session);
        completion.granted(index);
      }

      @Override
      public void sessionOver(Completion completion) {
        abandon();
        acquire(lock, deadlineNanos, completion);
      }
    };
  }

  @Override
  public void release(Operation.Lock lock, Completion completion) {
    String session = owned.remove(lock);
    if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      calls.release(lock.key(), session, new OrAbandoned(completion));
    }
  }

  @Override
  public void abandon(Completion completion) {
    abandon();
    completion.succeeded(Outcome.OK);
  }

  /** Its locks remain recorded: a write that requires one must be rejected. */
  private void abandon() {
    Lease left = lease;
    lease = Lease.NONE;
    left.stop().run();
    if (!left.id().isEmpty()) {
      abandoned.add(left.id());
    }
  }

  @Override
  public void update(Operation.FencedUpdate update, Completion completion) {
    String session = owned.get(update.lock());
    String lock = keys.text(update.lock().key());
    if (lock == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (session == null) {
      completion.succeeded(Outcome.CONFLICT);
    } else {
      calls.fenced(lock, session, update, completion);
    }
  }

  /**
   * Releases everything, without waiting for it. Locks are released first: Consul delays the next
   * owner of a lock whose session ends.
   */
  @Override
  public void close() {
    closed = true;
    abandon();
    calls.aside(
        () -> {
          owned.forEach(
              (lock, session) -> calls.release(lock.key(), session, calls.releases().begin()));
          abandoned.forEach(session -> calls.destroy(session, calls.releases().begin()));
        });
  }

  /**
   * A completion that abandons the session if it is unknown whether it has a lock: while it is
   * renewed, no other session could acquire that lock.
   */
  private final class OrAbandoned extends ForwardingCompletion {
    OrAbandoned(Completion completion) {
      super(completion);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      abandon();
      super.failed(kind, message);
    }
  }
}
