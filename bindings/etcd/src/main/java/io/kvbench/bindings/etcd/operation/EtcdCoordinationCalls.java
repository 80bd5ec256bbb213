package io.kvbench.bindings.etcd.operation;

import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Value;
import java.time.Duration;

/** The requests for locks and leases, through either client. */
public interface EtcdCoordinationCalls {
  /** An owned lock, or a led election. */
  interface Owned {
    public void release(Completion completion);

    /** Writes a record if the lock is still owned; otherwise the answer is CONFLICT. */
    public void update(Operation.FencedUpdate update, Completion completion);
  }

  /** The receiver of a lock, and of the revision at which it was acquired. */
  @FunctionalInterface
  interface Acquired {
    void tell(Owned owned, long revision, Completion completion);
  }

  /** The receiver of a lease, and of the time to live that the server chose. */
  @FunctionalInterface
  interface Granted {
    void tell(long lease, long seconds, Completion completion);
  }

  /** Returns the requests that release the locks and leases of closed sessions. */
  PendingReleases releases();

  public void grant(long seconds, Granted granted, Completion completion);

  /** Sends a keepalive; answered with NOT_FOUND if the lease has ended, or with such a failure. */
  public void keepAlive(long lease, Completion completion);

  /** Keeps a lease alive until the result is run. */
  public Runnable keepAlive(long lease, Duration timeToLive);

  /** Answered with NOT_FOUND if the lease has ended. */
  public void query(long lease, Completion completion);

  public void revoke(long lease, Completion completion);

  /** Revokes a lease outside the client's operations, whose time limit does not apply. */
  public void revokeAside(long lease);

  /** Writes a record attached to a lease; answered with its revision. */
  public void put(Key key, Value value, long lease, Completion completion);

  /** Answered with the revision of the deletion, or NOT_FOUND. */
  public void delete(Key key, Completion completion);

  /** Waits for a lock within its patience. */
  public void acquire(Operation.Lock lock, long lease, Acquired acquired, Completion completion);

  /** Waits until a record has been deleted after a revision. */
  public void awaitDelete(Key key, long revision, Duration limit, Completion completion);
}
