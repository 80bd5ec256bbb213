package io.kvbench.bindings.support;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Operation;
import java.time.Duration;

/** The locks and leases of one session; dispatches each operation. */
public record Coordination(Lazy<? extends Locks> locks, Lazy<? extends Leases> leases) {

  /** The locks that one session owns, and the elections that it leads. */
  public interface Locks {
    /** Waits until the session owns a lock. */
    void acquire(Operation.Lock lock, Completion completion);

    /** Releases a lock. */
    void release(Operation.Lock lock, Completion completion);

    /** Stops the keepalives of everything that the session owns, without releasing it. */
    void abandon(Completion completion);

    /** Writes a record if the session owns a lock. */
    void update(Operation.FencedUpdate update, Completion completion);

    /** Releases everything, without waiting for it. */
    void close();
  }

  /** The leases of one session, none of which is kept alive automatically. */
  public interface Leases {
    /** Creates a lease. */
    void grant(Duration timeToLive, Completion completion);

    /** Writes a record that disappears with a lease. */
    void attach(Operation.AttachToLease attach, Completion completion);

    /** Extends a lease to its whole time to live. */
    void keepAlive(long lease, Completion completion);

    /** Queries the remaining time of a lease. */
    void query(long lease, Completion completion);

    /** Ends a lease. */
    void revoke(long lease, Completion completion);

    /** Waits until an attached record has disappeared. */
    void awaitExpiry(Operation.AwaitExpiry await, Completion completion);

    /** Makes a lease a member of a group. */
    void join(Operation.JoinGroup join, Completion completion);

    /** Removes a member. */
    void leave(Operation.LeaveGroup leave, Completion completion);

    /** Ends all leases, without waiting for it. */
    void close();
  }

  /** Starts an operation. */
  public void submit(Operation.Coordination operation, Completion completion) {
    switch (operation) {
      case Operation.Lock lock -> locks.get().acquire(lock, completion);
      case Operation.Unlock unlock -> locks.get().release(unlock.lock(), completion);
      case Operation.AbandonLock abandon -> locks.get().abandon(completion);
      case Operation.FencedUpdate update -> locks.get().update(update, completion);
      case Operation.GrantLease grant -> leases.get().grant(grant.timeToLive(), completion);
      case Operation.AttachToLease attach -> leases.get().attach(attach, completion);
      case Operation.KeepLeaseAlive keep -> leases.get().keepAlive(keep.lease(), completion);
      case Operation.QueryLease query -> leases.get().query(query.lease(), completion);
      case Operation.RevokeLease revoke -> leases.get().revoke(revoke.lease(), completion);
      case Operation.AwaitExpiry await -> leases.get().awaitExpiry(await, completion);
      case Operation.JoinGroup join -> leases.get().join(join, completion);
      case Operation.LeaveGroup leave -> leases.get().leave(leave, completion);
    }
  }

  /** Releases everything, without waiting for it. */
  public void close() {
    locks.ifMade(Locks::close);
    leases.ifMade(Leases::close);
  }
}
