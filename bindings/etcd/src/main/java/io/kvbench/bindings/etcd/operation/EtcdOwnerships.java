package io.kvbench.bindings.etcd.operation;

import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The locks that one session owns, and the elections that it leads, through etcd's own services.
 * All are bound to one lease, which is kept alive from the first lock on. One operation is in
 * flight at a time.
 */
public final class EtcdOwnerships implements Coordination.Locks {
  private static final String CLOSED = "the session was closed";
  private static final String NOT_FREE = "the lock was not free within lock.wait";

  private record Lease(long id, Runnable stop) {
    static final Lease NONE = new Lease(0, () -> {});
  }

  private final EtcdCoordinationCalls calls;
  private final Map<Operation.Lock, EtcdCoordinationCalls.Owned> owned = new ConcurrentHashMap<>();
  private final List<Long> abandoned = new CopyOnWriteArrayList<>();
  private volatile Lease lease = Lease.NONE;
  private volatile boolean closed;

  public EtcdOwnerships(EtcdCoordinationCalls calls) {
    this.calls = calls;
  }

  @Override
  public void acquire(Operation.Lock lock, Completion completion) {
    if (lease.id() == 0) {
      acquireUnderNewLease(lock, lock.patience(), completion);
    } else {
      acquire(lock, lease.id(), lock.patience(), new OrUnderNewLease(lock, completion));
    }
  }

  /** A completion that retries if the lease has ended unnoticed, as after a longer outage. */
  private final class OrUnderNewLease extends ForwardingCompletion {
    private final long startNanos = System.nanoTime();
    private final Operation.Lock lock;
    private final Completion completion;

    OrUnderNewLease(Operation.Lock lock, Completion completion) {
      super(completion);
      this.lock = lock;
      this.completion = completion;
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      if (EtcdLeases.isNotFound(message)) {
        Duration waited = Duration.ofNanos(System.nanoTime() - startNanos);
        acquireUnderNewLease(lock, lock.patience().minus(waited), completion);
      } else {
        super.failed(kind, message);
      }
    }
  }

  private void acquireUnderNewLease(Operation.Lock lock, Duration patience, Completion completion) {
    if (!EtcdLeases.isWhole(lock.timeToLive(), completion)) {
      return;
    }
    long wanted = lock.timeToLive().toSeconds();
    calls.grant(
        wanted,
        (id, seconds, told) -> {
          if (closed || !EtcdLeases.isGranted(seconds, wanted, told)) {
            revoke(id);
            if (closed) {
              told.failed(ErrorKind.ABANDONED, CLOSED);
            }
            return;
          }
          lease = new Lease(id, calls.keepAlive(id, lock.timeToLive()));
          if (closed) {
            // close() may have missed the lease.
            lease.stop().run();
            revoke(id);
            told.failed(ErrorKind.ABANDONED, CLOSED);
            return;
          }
          acquire(lock, id, patience, told);
        },
        completion);
  }

  /**
   * A completion that gives up the lease if a request fails: the server may have applied it, and
   * would hold the lock for as long as the lease is kept alive. An ended lease is replaced in this
   * way, too.
   */
  private final class OrLose extends ForwardingCompletion {
    private final String timeout;

    OrLose(Completion completion, String timeout) {
      super(completion);
      this.timeout = timeout;
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      Lease lost = lease;
      lost.stop().run();
      lease = Lease.NONE;
      super.failed(kind, message.equals(EtcdFailure.TIMEOUT.message()) ? timeout : message);
      revoke(lost.id());
    }
  }

  private void revoke(long id) {
    if (id != 0) {
      calls.revokeAside(id);
    }
  }

  private void acquire(Operation.Lock lock, long id, Duration patience, Completion completion) {
    calls.acquire(
        new Operation.Lock(lock.key(), lock.ownership(), lock.timeToLive(), patience),
        id,
        (acquired, revision, told) -> {
          owned.put(lock, acquired);
          told.granted(revision);
        },
        new OrLose(completion, NOT_FREE));
  }

  /** etcd gives the same answer whether or not the session owned the lock. */
  @Override
  public void release(Operation.Lock lock, Completion completion) {
    EtcdCoordinationCalls.Owned held = owned.remove(lock);
    if (held == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      held.release(new OrLose(completion, EtcdFailure.TIMEOUT.message()));
    }
  }

  /** The session keeps its list of locks: a write that requires one must be rejected. */
  @Override
  public void abandon(Completion completion) {
    Lease left = lease;
    left.stop().run();
    abandoned.add(left.id());
    lease = Lease.NONE;
    completion.succeeded(Outcome.OK);
  }

  @Override
  public void update(Operation.FencedUpdate update, Completion completion) {
    EtcdCoordinationCalls.Owned held = owned.get(update.lock());
    if (held == null) {
      completion.succeeded(Outcome.CONFLICT);
    } else {
      held.update(update, completion);
    }
  }

  /** Revokes the leases, and with them everything that the session owns, without waiting for it. */
  @Override
  public void close() {
    closed = true;
    lease.stop().run();
    abandoned.forEach(this::revoke);
    revoke(lease.id());
  }
}
