package io.kvbench.bindings.consul.operation;

import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The leases of one client: Consul sessions that are renewed only by {@link
 * Operation.KeepLeaseAlive}. Remaining ones are destroyed when the client is closed.
 */
public final class ConsulLeases implements Coordination.Leases {
  private static final String NO_TIME_LEFT =
      "Consul does not report the remaining time of a session";

  private final ConsulCoordinationCalls calls;
  private final RecordKeys keys;
  private final AtomicLong last = new AtomicLong();

  /** Consul's identifiers, by handles. */
  private final Map<Long, String> sessions = new ConcurrentHashMap<>();

  public ConsulLeases(ConsulCoordinationCalls calls) {
    this.calls = calls;
    this.keys = calls.options().keys();
  }

  /** A record must be free for the next lease immediately, so it has no lock delay. */
  @Override
  public void grant(Duration timeToLive, Completion completion) {
    calls.create(
        timeToLive,
        Duration.ZERO,
        "delete",
        (id, told) -> {
          long handle = last.incrementAndGet();
          sessions.put(handle, id);
          told.granted(handle);
        },
        completion);
  }

  @Override
  public void attach(Operation.AttachToLease attach, Completion completion) {
    String key = keys.text(attach.key());
    String session = sessions.get(attach.lease());
    if (key == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      calls.attach(key, session, attach.value(), completion);
    }
  }

  @Override
  public void join(Operation.JoinGroup join, Completion completion) {
    change(
        join.lease(),
        join.group(),
        join.member(),
        completion,
        (session, group, member) -> calls.join(group, member, session, join.value(), completion));
  }

  @Override
  public void leave(Operation.LeaveGroup leave, Completion completion) {
    change(
        leave.lease(),
        leave.group(),
        leave.member(),
        completion,
        (session, group, member) -> calls.leave(group, member, session, completion));
  }

  private interface Change {
    void submit(String session, String group, String member);
  }

  private void change(long lease, Key group, Key member, Completion completion, Change change) {
    RecordKeys names = calls.options().lockKeys();
    String groupKey = names.text(RecordKeys.group(group));
    String memberKey = names.text(member);
    String session = sessions.get(lease);
    if (groupKey == null || memberKey == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      change.submit(session, groupKey, groupKey + member);
    }
  }

  @Override
  public void keepAlive(long lease, Completion completion) {
    String session = sessions.get(lease);
    if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      calls.renew(session, completion);
    }
  }

  @Override
  public void query(long lease, Completion completion) {
    completion.failed(ErrorKind.INVALID, NO_TIME_LEFT);
  }

  /** Consul gives the same answer whether or not the session had ended. */
  @Override
  public void revoke(long lease, Completion completion) {
    String session = sessions.remove(lease);
    if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      calls.destroy(session, completion);
    }
  }

  @Override
  public void awaitExpiry(Operation.AwaitExpiry await, Completion completion) {
    if (keys.of(await.key()) == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else {
      calls.awaitGone(
          await.key(),
          await.version(),
          await.limit(),
          ForwardingCompletion.onSuccess(completion, () -> sessions.remove(await.lease())));
    }
  }

  /** Destroys the remaining sessions, without waiting for it. */
  @Override
  public void close() {
    calls.aside(
        () ->
            sessions.values().forEach(session -> calls.destroy(session, calls.releases().begin())));
  }
}
