package io.kvbench.bindings.etcd.library;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Response;
import io.etcd.jetcd.election.LeaderKey;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.options.LeaseOption;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.grpc.stub.StreamObserver;
import io.kvbench.bindings.etcd.operation.EtcdCoordinationCalls;
import io.kvbench.bindings.etcd.operation.EtcdLeases;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Calls of jetcd's client for leases, locks and elections.
 *
 * @param prefix the length of the namespace, which jetcd does not remove from the key of a leader
 */
record JetcdCalls(
    EtcdLibraryConnection connection, EtcdLibraryCalls calls, PendingReleases releases, int prefix)
    implements EtcdCoordinationCalls {
  /** A failed keepalive shows in the operations that need the lease. */
  private static final StreamObserver<LeaseKeepAliveResponse> IGNORED =
      new StreamObserver<>() {
        @Override
        public void onNext(LeaseKeepAliveResponse response) {}

        @Override
        public void onError(Throwable thrown) {}

        @Override
        public void onCompleted() {}
      };

  /**
   * An owned lock, or a led election.
   *
   * @param key the key whose existence shows the ownership
   * @param give the request that releases it
   */
  private record JetcdOwned(
      JetcdCalls calls, ByteSequence key, Supplier<CompletableFuture<? extends Response>> give)
      implements Owned {
    @Override
    public void release(Completion completion) {
      calls.send(give, completion);
    }

    @Override
    public void update(Operation.FencedUpdate update, Completion completion) {
      calls
          .calls
          .start(completion)
          .send(
              () ->
                  calls
                      .connection
                      .kv()
                      .txn()
                      .If(new Cmp(key, Cmp.Op.GREATER, CmpTarget.version(0)))
                      .Then(
                          EtcdLibrarySession.put(
                              EtcdLibrarySession.bytes(update.key()), update.value()))
                      .commit(),
              JetcdOwned::updated);
    }

    private static void updated(TxnResponse answer, Completion completion) {
      if (answer.isSucceeded()) {
        completion.wrote(answer.getHeader().getRevision());
      } else {
        completion.succeeded(Outcome.CONFLICT);
      }
    }
  }

  private <A extends Response> void send(
      Supplier<CompletableFuture<A>> request,
      LibraryCall.ResponseHandler<? super A> handler,
      Completion completion) {
    calls.start(completion).send(request, handler);
  }

  private void send(
      Supplier<? extends CompletableFuture<? extends Response>> request, Completion completion) {
    calls
        .start(completion)
        .send(
            () -> request.get().thenApply(Response.class::cast),
            (answer, told) -> told.succeeded(Outcome.OK));
  }

  @Override
  public void grant(long seconds, Granted granted, Completion completion) {
    send(
        () -> connection.lease().grant(seconds),
        (answer, told) -> granted.tell(answer.getID(), answer.getTTL(), told),
        completion);
  }

  @Override
  public void keepAlive(long lease, Completion completion) {
    send(
        () -> connection.lease().keepAliveOnce(lease),
        (answer, told) -> told.succeeded(EtcdLeases.state(answer.getTTL())),
        completion);
  }

  /** jetcd sends three keepalives per time to live. */
  @Override
  public Runnable keepAlive(long lease, Duration timeToLive) {
    return connection.lease().keepAlive(lease, IGNORED)::close;
  }

  @Override
  public void query(long lease, Completion completion) {
    send(
        () -> connection.lease().timeToLive(lease, LeaseOption.DEFAULT),
        (answer, told) -> told.succeeded(EtcdLeases.state(answer.getTTL())),
        completion);
  }

  @Override
  public void revoke(long lease, Completion completion) {
    send(() -> connection.lease().revoke(lease), completion);
  }

  @Override
  public void revokeAside(long lease) {
    revoke(lease, releases.begin());
  }

  @Override
  public void put(Key key, Value value, long lease, Completion completion) {
    PutOption option = PutOption.builder().withLeaseId(lease).build();
    send(
        () ->
            connection
                .kv()
                .put(EtcdLibrarySession.bytes(key), EtcdLibrarySession.bytes(value), option),
        EtcdLibrarySession::writtenAt,
        completion);
  }

  @Override
  public void delete(Key key, Completion completion) {
    send(
        () -> connection.kv().delete(EtcdLibrarySession.bytes(key)),
        (answer, told) -> {
          if (answer.getDeleted() == 0) {
            told.succeeded(Outcome.NOT_FOUND);
          } else {
            EtcdLibrarySession.writtenAt(answer, told);
          }
        },
        completion);
  }

  @Override
  public void acquire(Operation.Lock lock, long lease, Acquired acquired, Completion completion) {
    ByteSequence name = EtcdLibrarySession.bytes(lock.key());
    LibraryCall call = calls.start(completion, lock.patience());
    if (lock.ownership() == Ownership.LOCK) {
      call.send(
          () -> connection.locks().lock(name, lease),
          (answer, told) -> {
            ByteSequence key = answer.getKey();
            acquired.tell(
                new JetcdOwned(this, key, () -> connection.locks().unlock(key)),
                answer.getHeader().getRevision(),
                told);
          });
    } else {
      call.send(
          () -> connection.elections().campaign(name, lease, name),
          (answer, told) -> {
            LeaderKey leader = answer.getLeader();
            acquired.tell(
                new JetcdOwned(
                    this,
                    leader.getKey().substring(prefix),
                    () -> connection.elections().resign(leader)),
                answer.getHeader().getRevision(),
                told);
          });
    }
  }

  @Override
  public void awaitDelete(Key key, long revision, Duration limit, Completion completion) {
    EtcdLibraryWatcher.await(
        connection,
        calls.start(completion, limit),
        EtcdLibrarySession.bytes(key),
        revision + 1,
        WatchEvent.EventType.DELETE,
        1);
  }
}
