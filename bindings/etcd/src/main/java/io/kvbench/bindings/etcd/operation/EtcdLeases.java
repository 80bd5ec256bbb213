package io.kvbench.bindings.etcd.operation;

import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The leases of one session. They are kept alive only by {@link Operation.KeepLeaseAlive};
 * remaining ones are revoked when the session is closed.
 */
public final class EtcdLeases implements Coordination.Leases {
  private static final String NOT_FOUND = "lease not found";

  private final EtcdCoordinationCalls calls;
  private final Set<Long> granted = ConcurrentHashMap.newKeySet();

  public EtcdLeases(EtcdCoordinationCalls calls) {
    this.calls = calls;
  }

  @Override
  public void grant(Duration timeToLive, Completion completion) {
    if (!isWhole(timeToLive, completion)) {
      return;
    }
    long wanted = timeToLive.toSeconds();
    calls.grant(
        wanted,
        (lease, seconds, told) -> {
          if (isGranted(seconds, wanted, told)) {
            granted.add(lease);
            told.granted(lease);
          } else {
            calls.revokeAside(lease);
          }
        },
        completion);
  }

  /** A lease with a fractional time to live would be measured as late. */
  public static boolean isWhole(Duration timeToLive) {
    return timeToLive.toSeconds() > 0
        && timeToLive.equals(Duration.ofSeconds(timeToLive.toSeconds()));
  }

  public static boolean isWhole(Duration timeToLive, Completion completion) {
    boolean whole = isWhole(timeToLive);
    if (!whole) {
      completion.failed(
          ErrorKind.INVALID, "etcd counts the time to live of a lease in whole seconds");
    }
    return whole;
  }

  /** Returns whether a request was rejected because its lease has ended. */
  static boolean isNotFound(String message) {
    return message.contains(NOT_FOUND);
  }

  /** etcd raises times to live below one and a half election timeouts. */
  static boolean isGranted(long seconds, long wanted, Completion completion) {
    boolean granted = seconds == wanted;
    if (!granted) {
      completion.failed(
          ErrorKind.INVALID,
          "the server grants a lease of %d s instead of %d s".formatted(seconds, wanted));
    }
    return granted;
  }

  /** An ended lease has no remaining time, or a negative one. */
  public static Outcome state(long timeToLive) {
    return timeToLive > 0 ? Outcome.OK : Outcome.NOT_FOUND;
  }

  @Override
  public void attach(Operation.AttachToLease attach, Completion completion) {
    calls.put(attach.key(), attach.value(), attach.lease(), new OrNotFound(completion));
  }

  @Override
  public void join(Operation.JoinGroup join, Completion completion) {
    calls.put(
        EtcdRequests.member(join.group(), join.member()),
        join.value(),
        join.lease(),
        new OrNotFound(completion));
  }

  @Override
  public void leave(Operation.LeaveGroup leave, Completion completion) {
    calls.delete(EtcdRequests.member(leave.group(), leave.member()), completion);
  }

  @Override
  public void keepAlive(long lease, Completion completion) {
    calls.keepAlive(lease, new OrNotFound(new OrForgotten(lease, completion)));
  }

  @Override
  public void query(long lease, Completion completion) {
    calls.query(lease, new OrForgotten(lease, completion));
  }

  @Override
  public void awaitExpiry(Operation.AwaitExpiry await, Completion completion) {
    calls.awaitDelete(
        await.key(),
        await.version(),
        await.limit(),
        ForwardingCompletion.onSuccess(completion, () -> granted.remove(await.lease())));
  }

  @Override
  public void revoke(long lease, Completion completion) {
    granted.remove(lease);
    calls.revoke(lease, new OrNotFound(completion));
  }

  /** Revokes the remaining leases, without waiting for it. */
  @Override
  public void close() {
    granted.forEach(calls::revokeAside);
    granted.clear();
  }

  /** A completion that removes a lease that has ended. */
  private final class OrForgotten extends ForwardingCompletion {
    private final long lease;

    OrForgotten(long lease, Completion completion) {
      super(completion);
      this.lease = lease;
    }

    @Override
    public void succeeded(Outcome outcome) {
      if (outcome == Outcome.NOT_FOUND) {
        granted.remove(lease);
      }
      super.succeeded(outcome);
    }
  }

  /** A completion that treats the rejection of an ended lease as an answer. */
  private static final class OrNotFound extends ForwardingCompletion {
    OrNotFound(Completion completion) {
      super(completion);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      if (isNotFound(message)) {
        succeeded(Outcome.NOT_FOUND);
      } else {
        super.failed(kind, message);
      }
    }
  }
}
