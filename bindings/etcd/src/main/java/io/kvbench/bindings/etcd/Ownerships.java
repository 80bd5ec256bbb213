package io.kvbench.bindings.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.CampaignRequest;
import io.etcd.jetcd.api.CampaignResponse;
import io.etcd.jetcd.api.LeaderKey;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.ResignRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.etcd.jetcd.api.lock.LockRequest;
import io.etcd.jetcd.api.lock.LockResponse;
import io.etcd.jetcd.api.lock.UnlockRequest;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The locks that one session owns, and the elections that it leads, through etcd's own services.
 * All of them are bound to one lease, which is kept alive from the first lock on. One operation is
 * in flight at a time.
 */
final class Ownerships {
  /** A lease that is kept alive three times in its time to live survives two lost answers. */
  private static final int KEEP_ALIVES = 3;

  private static final String CLOSED = "the session was closed";
  private static final String NOT_FREE = "the lock was not free within lock.wait";

  /** What shows that the session owns a lock, or leads an election. */
  private record Owned(ByteString key, LeaderKey leader) {}

  private record Lease(long id, Runnable stop) {
    static final Lease NONE = new Lease(0, () -> {});
  }

  private final Calls calls;
  private final Map<Operation.Lock, Owned> owned = new ConcurrentHashMap<>();
  private final List<Long> abandoned = new CopyOnWriteArrayList<>();
  private volatile Lease lease = Lease.NONE;
  private volatile boolean closed;

  Ownerships(Calls calls) {
    this.calls = calls;
  }

  void acquire(Operation.Lock lock, Completion completion) {
    if (lease.id() != 0) {
      acquire(lock, lease.id(), completion);
      return;
    }
    long seconds = lock.timeToLive().toSeconds();
    if (!Leases.isWhole(lock.timeToLive(), completion)) {
      return;
    }
    calls.send(
        Rpc.LEASE_GRANT,
        LeaseGrantRequest.newBuilder().setTTL(seconds).build(),
        (answer, told) -> {
          LeaseGrantResponse granted = LeaseGrantResponse.parseFrom(answer);
          if (closed || !Leases.isGranted(granted, seconds, told)) {
            revoke(granted.getID());
            if (closed) {
              told.failed(ErrorKind.ABANDONED, CLOSED);
            }
            return;
          }
          lease = new Lease(granted.getID(), keepAlive(granted.getID(), lock.timeToLive()));
          if (closed) {
            // close() may have missed the lease.
            lease.stop().run();
            revoke(granted.getID());
            told.failed(ErrorKind.ABANDONED, CLOSED);
            return;
          }
          acquire(lock, granted.getID(), told);
        },
        completion);
  }

  private Runnable keepAlive(long id, Duration timeToLive) {
    LeaseKeepAliveRequest request = LeaseKeepAliveRequest.newBuilder().setID(id).build();
    return calls.every(
        timeToLive.dividedBy(KEEP_ALIVES),
        () -> calls.sendAside(Rpc.LEASE_KEEP_ALIVE, request, PendingReleases.IGNORED));
  }

  /**
   * Gives the lease up if a request fails: the server may have carried it out, and would keep the
   * lock for as long as the lease is kept alive. A lease that has ended is replaced in this way
   * too.
   */
  private final class OrLose extends ForwardingCompletion {
    private final String timeout;

    OrLose(Completion completion) {
      this(completion, Failure.TIMEOUT.message());
    }

    OrLose(Completion completion, String timeout) {
      super(completion);
      this.timeout = timeout;
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      Lease lost = lease;
      lost.stop().run();
      lease = Lease.NONE;
      super.failed(kind, message.equals(Failure.TIMEOUT.message()) ? timeout : message);
      revoke(lost.id());
    }
  }

  private void revoke(long id) {
    if (id != 0) {
      calls.sendAside(
          Rpc.LEASE_REVOKE,
          LeaseRevokeRequest.newBuilder().setID(id).build(),
          calls.releases().begin());
    }
  }

  private void acquire(Operation.Lock lock, long id, Completion completion) {
    ByteString name = calls.requests().key(lock.key());
    if (lock.ownership() == Ownership.LOCK) {
      calls.send(
          Rpc.LOCK,
          LockRequest.newBuilder().setName(name).setLease(id).build(),
          (answer, told) -> {
            LockResponse response = LockResponse.parseFrom(answer);
            owned.put(lock, new Owned(response.getKey(), LeaderKey.getDefaultInstance()));
            told.granted(response.getHeader().getRevision());
          },
          new OrLose(completion, NOT_FREE),
          lock.patience());
    } else {
      calls.send(
          Rpc.CAMPAIGN,
          CampaignRequest.newBuilder().setName(name).setLease(id).setValue(name).build(),
          (answer, told) -> {
            CampaignResponse response = CampaignResponse.parseFrom(answer);
            owned.put(lock, new Owned(response.getLeader().getKey(), response.getLeader()));
            told.granted(response.getHeader().getRevision());
          },
          new OrLose(completion, NOT_FREE),
          lock.patience());
    }
  }

  /** etcd answers alike whether or not the session owned the lock. */
  void release(Operation.Lock lock, Completion completion) {
    Owned held = owned.remove(lock);
    if (held == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else if (lock.ownership() == Ownership.LOCK) {
      calls.send(
          Rpc.UNLOCK,
          UnlockRequest.newBuilder().setKey(held.key()).build(),
          EtcdSession::written,
          new OrLose(completion));
    } else {
      calls.send(
          Rpc.RESIGN,
          ResignRequest.newBuilder().setLeader(held.leader()).build(),
          EtcdSession::written,
          new OrLose(completion));
    }
  }

  /** The session goes on to know what it owned: a write that requires it must be refused. */
  void abandon(Completion completion) {
    Lease left = lease;
    left.stop().run();
    abandoned.add(left.id());
    lease = Lease.NONE;
    completion.succeeded(Outcome.OK);
  }

  void update(Operation.FencedUpdate update, Completion completion) {
    Owned held = owned.get(update.lock());
    if (held == null) {
      completion.succeeded(Outcome.CONFLICT);
      return;
    }
    calls.send(
        Rpc.TRANSACTION,
        calls.requests().putIfPresent(held.key(), update.key(), update.value()),
        Ownerships::written,
        completion);
  }

  private static void written(byte[] answer, Completion completion)
      throws InvalidProtocolBufferException {
    completion.succeeded(
        TxnResponse.parseFrom(answer).getSucceeded() ? Outcome.OK : Outcome.CONFLICT);
  }

  /** Revokes the leases, and with them all that the session owns, without waiting for it. */
  void close() {
    closed = true;
    lease.stop().run();
    abandoned.forEach(this::revoke);
    revoke(lease.id());
  }
}
