package io.kvbench.bindings.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.etcd.jetcd.api.LeaseKeepAliveResponse;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveResponse;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The leases of one session. None is kept alive but by {@link Operation.KeepLeaseAlive}; those that
 * are left are revoked when the session is closed.
 */
final class Leases {
  private static final String NOT_FOUND = "lease not found";

  private final Calls calls;
  private final Set<Long> granted = ConcurrentHashMap.newKeySet();

  Leases(Calls calls) {
    this.calls = calls;
  }

  void grant(Duration timeToLive, Completion completion) {
    long seconds = timeToLive.toSeconds();
    if (!isWhole(timeToLive, completion)) {
      return;
    }
    calls.send(
        Rpc.LEASE_GRANT,
        LeaseGrantRequest.newBuilder().setTTL(seconds).build(),
        (answer, told) -> {
          LeaseGrantResponse response = LeaseGrantResponse.parseFrom(answer);
          if (isGranted(response, seconds, told)) {
            granted.add(response.getID());
            told.granted(response.getID());
          } else {
            revokeAside(response.getID());
          }
        },
        completion);
  }

  /** A lease of another time to live would be measured as if it were late. */
  static boolean isWhole(Duration timeToLive, Completion completion) {
    boolean whole =
        timeToLive.toSeconds() > 0 && timeToLive.equals(Duration.ofSeconds(timeToLive.toSeconds()));
    if (!whole) {
      completion.failed(
          ErrorKind.INVALID, "etcd counts the time to live of a lease in whole seconds");
    }
    return whole;
  }

  /** etcd raises what is shorter than one and a half election timeouts. */
  static boolean isGranted(LeaseGrantResponse response, long seconds, Completion completion) {
    boolean granted = response.getTTL() == seconds;
    if (!granted) {
      completion.failed(
          ErrorKind.INVALID,
          "the server grants a lease of %d s instead of %d s"
              .formatted(response.getTTL(), seconds));
    }
    return granted;
  }

  void attach(Operation.AttachToLease attach, Completion completion) {
    put(calls.requests().key(attach.key()), attach.value(), attach.lease(), completion);
  }

  void join(Operation.JoinGroup join, Completion completion) {
    put(
        calls.requests().member(join.group(), join.member()),
        join.value(),
        join.lease(),
        completion);
  }

  private void put(ByteString key, Value value, long lease, Completion completion) {
    calls.send(
        Rpc.PUT,
        PutRequest.newBuilder()
            .setKey(key)
            .setValue(UnsafeByteOperations.unsafeWrap(value.toByteArray()))
            .setLease(lease)
            .build(),
        (answer, told) -> told.granted(PutResponse.parseFrom(answer).getHeader().getRevision()),
        new OrNotFound(completion));
  }

  void leave(Operation.LeaveGroup leave, Completion completion) {
    calls.send(
        Rpc.DELETE_RANGE,
        DeleteRangeRequest.newBuilder()
            .setKey(calls.requests().member(leave.group(), leave.member()))
            .build(),
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

  void keepAlive(long lease, Completion completion) {
    calls.send(
        Rpc.LEASE_KEEP_ALIVE,
        LeaseKeepAliveRequest.newBuilder().setID(lease).build(),
        (answer, told) ->
            told.succeeded(state(lease, LeaseKeepAliveResponse.parseFrom(answer).getTTL())),
        completion);
  }

  void query(long lease, Completion completion) {
    calls.send(
        Rpc.LEASE_TIME_TO_LIVE,
        LeaseTimeToLiveRequest.newBuilder().setID(lease).build(),
        (answer, told) ->
            told.succeeded(state(lease, LeaseTimeToLiveResponse.parseFrom(answer).getTTL())),
        completion);
  }

  /** A lease that has ended has no time left, or none at all. */
  private Outcome state(long lease, long timeToLive) {
    if (timeToLive > 0) {
      return Outcome.OK;
    }
    granted.remove(lease);
    return Outcome.NOT_FOUND;
  }

  /** Forgets a lease that was seen to end. */
  void ended(long lease) {
    granted.remove(lease);
  }

  void revoke(long lease, Completion completion) {
    granted.remove(lease);
    calls.send(
        Rpc.LEASE_REVOKE,
        LeaseRevokeRequest.newBuilder().setID(lease).build(),
        (answer, told) -> told.succeeded(Outcome.OK),
        new OrNotFound(completion));
  }

  private void revokeAside(long lease) {
    calls.sendAside(
        Rpc.LEASE_REVOKE,
        LeaseRevokeRequest.newBuilder().setID(lease).build(),
        calls.releases().begin());
  }

  /** Revokes what is left, without waiting for it. */
  void close() {
    granted.forEach(this::revokeAside);
    granted.clear();
  }

  /** Takes the refusal of a lease that has ended for an answer. */
  private static final class OrNotFound extends ForwardingCompletion {
    OrNotFound(Completion completion) {
      super(completion);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      if (message.contains(NOT_FOUND)) {
        succeeded(Outcome.NOT_FOUND);
      } else {
        super.failed(kind, message);
      }
    }
  }
}
