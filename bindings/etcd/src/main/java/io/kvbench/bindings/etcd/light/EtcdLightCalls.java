package io.kvbench.bindings.etcd.light;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnsafeByteOperations;
import io.etcd.jetcd.api.CampaignRequest;
import io.etcd.jetcd.api.CampaignResponse;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.etcd.jetcd.api.LeaseKeepAliveResponse;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveResponse;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.ResignRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.etcd.jetcd.api.lock.LockRequest;
import io.etcd.jetcd.api.lock.LockResponse;
import io.etcd.jetcd.api.lock.UnlockRequest;
import io.kvbench.bindings.etcd.operation.EtcdCoordinationCalls;
import io.kvbench.bindings.etcd.operation.EtcdLeases;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.time.Duration;

/** The requests on the binding's own connections. */
record EtcdLightCalls(
    EtcdSession session, EtcdConnection connection, EtcdRequests requests, PendingReleases releases)
    implements EtcdCoordinationCalls {
  /** A lease with three keepalives per time to live survives two lost answers. */
  private static final int KEEP_ALIVES = 3;

  /**
   * An owned lock, or a led election.
   *
   * @param key the key whose existence shows the ownership
   * @param give the request that releases it
   */
  private record LightOwned(EtcdLightCalls calls, ByteString key, Rpc rpc, MessageLite give)
      implements Owned {
    @Override
    public void release(Completion completion) {
      calls.session.send(rpc, give, EtcdSession::written, completion);
    }

    @Override
    public void update(Operation.FencedUpdate update, Completion completion) {
      calls.session.send(
          Rpc.TRANSACTION,
          calls.requests.putIfPresent(key, update.key(), update.value()),
          LightOwned::updated,
          completion);
    }

    private static void updated(byte[] answer, Completion completion)
        throws InvalidProtocolBufferException {
      TxnResponse response = TxnResponse.parseFrom(answer);
      if (response.getSucceeded()) {
        completion.wrote(response.getHeader().getRevision());
      } else {
        completion.succeeded(Outcome.CONFLICT);
      }
    }
  }

  @Override
  public void grant(long seconds, Granted granted, Completion completion) {
    session.send(
        Rpc.LEASE_GRANT,
        LeaseGrantRequest.newBuilder().setTTL(seconds).build(),
        (answer, told) -> {
          LeaseGrantResponse response = LeaseGrantResponse.parseFrom(answer);
          granted.tell(response.getID(), response.getTTL(), told);
        },
        completion);
  }

  @Override
  public void keepAlive(long lease, Completion completion) {
    session.send(
        Rpc.LEASE_KEEP_ALIVE,
        keepAlive(lease),
        (answer, told) ->
            told.succeeded(EtcdLeases.state(LeaseKeepAliveResponse.parseFrom(answer).getTTL())),
        completion);
  }

  private static LeaseKeepAliveRequest keepAlive(long lease) {
    return LeaseKeepAliveRequest.newBuilder().setID(lease).build();
  }

  @Override
  public Runnable keepAlive(long lease, Duration timeToLive) {
    return connection.every(
        timeToLive.dividedBy(KEEP_ALIVES),
        () -> session.sendAside(Rpc.LEASE_KEEP_ALIVE, keepAlive(lease), PendingReleases.IGNORED));
  }

  @Override
  public void query(long lease, Completion completion) {
    session.send(
        Rpc.LEASE_TIME_TO_LIVE,
        LeaseTimeToLiveRequest.newBuilder().setID(lease).build(),
        (answer, told) ->
            told.succeeded(EtcdLeases.state(LeaseTimeToLiveResponse.parseFrom(answer).getTTL())),
        completion);
  }

  @Override
  public void revoke(long lease, Completion completion) {
    session.send(Rpc.LEASE_REVOKE, revoke(lease), EtcdSession::written, completion);
  }

  private static LeaseRevokeRequest revoke(long lease) {
    return LeaseRevokeRequest.newBuilder().setID(lease).build();
  }

  @Override
  public void revokeAside(long lease) {
    session.sendAside(Rpc.LEASE_REVOKE, revoke(lease), releases.begin());
  }

  @Override
  public void put(Key key, Value value, long lease, Completion completion) {
    session.send(
        Rpc.PUT,
        PutRequest.newBuilder()
            .setKey(requests.key(key))
            .setValue(UnsafeByteOperations.unsafeWrap(value.toByteArray()))
            .setLease(lease)
            .build(),
        EtcdSession::writtenAt,
        completion);
  }

  @Override
  public void delete(Key key, Completion completion) {
    session.send(
        Rpc.DELETE_RANGE,
        requests.delete(key),
        (answer, told) -> {
          DeleteRangeResponse response = DeleteRangeResponse.parseFrom(answer);
          if (response.getDeleted() == 0) {
            told.succeeded(Outcome.NOT_FOUND);
          } else {
            told.granted(response.getHeader().getRevision());
          }
        },
        completion);
  }

  @Override
  public void acquire(Operation.Lock lock, long lease, Acquired acquired, Completion completion) {
    ByteString name = requests.key(lock.key());
    if (lock.ownership() == Ownership.LOCK) {
      session.send(
          Rpc.LOCK,
          LockRequest.newBuilder().setName(name).setLease(lease).build(),
          (answer, told) -> {
            LockResponse response = LockResponse.parseFrom(answer);
            ByteString key = response.getKey();
            UnlockRequest give = UnlockRequest.newBuilder().setKey(key).build();
            acquired.tell(
                new LightOwned(this, key, Rpc.UNLOCK, give),
                response.getHeader().getRevision(),
                told);
          },
          completion,
          lock.patience());
    } else {
      session.send(
          Rpc.CAMPAIGN,
          CampaignRequest.newBuilder().setName(name).setLease(lease).setValue(name).build(),
          (answer, told) -> {
            CampaignResponse response = CampaignResponse.parseFrom(answer);
            ResignRequest give = ResignRequest.newBuilder().setLeader(response.getLeader()).build();
            acquired.tell(
                new LightOwned(this, response.getLeader().getKey(), Rpc.RESIGN, give),
                response.getHeader().getRevision(),
                told);
          },
          completion,
          lock.patience());
    }
  }

  @Override
  public void awaitDelete(Key key, long revision, Duration limit, Completion completion) {
    session.await(requests.watch(key, revision), Event.EventType.DELETE, 1, completion, limit);
  }
}
