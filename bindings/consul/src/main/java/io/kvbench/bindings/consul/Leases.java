package io.kvbench.bindings.consul;

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
 * The leases of one client: sessions of Consul's that are renewed by {@link
 * Operation.KeepLeaseAlive} only. Those that are left are destroyed when the client is closed.
 */
final class Leases {
  static final String NO_TIME_LEFT = "Consul does not report the remaining time of a session";
  private static final Failure HELD = Failure.other("another session holds the record");

  private final Calls calls;
  private final RecordKeys keys;
  private final AtomicLong last = new AtomicLong();

  /** Consul's identifiers, by handles. */
  private final Map<Long, String> sessions = new ConcurrentHashMap<>();

  Leases(Calls calls) {
    this.calls = calls;
    this.keys = calls.options().keys();
  }

  /** A record must be free for the next lease at once, so it has no lock delay. */
  void grant(Duration timeToLive, Completion completion) {
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

  void attach(Operation.AttachToLease attach, Completion completion) {
    String key = keys.text(attach.key());
    String session = sessions.get(attach.lease());
    if (key == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      calls.transaction(
          Transactions.lock(key, session, attach.value()), Leases::attached, completion);
    }
  }

  private static void attached(HttpAnswer answer, Completion completion) {
    switch (Transactions.locked(answer)) {
      case DONE -> Answers.granted(answer, completion);
      case SESSION_OVER -> completion.succeeded(Outcome.NOT_FOUND);
      case HELD, DELAYED -> Answers.fail(HELD, completion);
      case FAILED -> Answers.committed(answer, completion);
    }
  }

  void join(Operation.JoinGroup join, Completion completion) {
    change(
        join.lease(),
        join.group(),
        join.member(),
        completion,
        (session, group, member) ->
            calls.transaction(
                Transactions.join(group, member, session, join.value()),
                Leases::attached,
                completion));
  }

  void leave(Operation.LeaveGroup leave, Completion completion) {
    change(
        leave.lease(),
        leave.group(),
        leave.member(),
        completion,
        (session, group, member) ->
            calls.transaction(
                Transactions.leave(group, member, session), Answers::left, completion));
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

  void keepAlive(long lease, Completion completion) {
    String session = sessions.get(lease);
    if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      calls.renew(session, completion);
    }
  }

  /** Consul answers alike whether or not the session had ended. */
  void revoke(long lease, Completion completion) {
    String session = sessions.remove(lease);
    if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      calls.destroy(session, completion);
    }
  }

  void awaitExpiry(Operation.AwaitExpiry await, Completion completion) {
    if (keys.of(await.key()) == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else {
      awaitExpiry(await, await.version(), calls.deadline(await.limit()), completion);
    }
  }

  private void awaitExpiry(
      Operation.AwaitExpiry await, long index, long deadlineNanos, Completion completion) {
    calls.await(
        "kv/" + keys.path(await.key()),
        index,
        Duration.ofNanos(deadlineNanos - System.nanoTime()),
        deadlineNanos,
        (answer, told) -> {
          if (answer.status() == HttpAnswer.OK && answer.index() > 0) {
            awaitExpiry(await, answer.index(), deadlineNanos, told);
          } else if (answer.status() == HttpAnswer.NOT_FOUND && answer.index() > 0) {
            sessions.remove(await.lease());
            told.succeeded(Outcome.OK);
          } else {
            Answers.read(answer, told);
          }
        },
        completion);
  }

  /** Destroys what is left, without waiting for it. */
  void close() {
    sessions.values().forEach(session -> calls.destroy(session, calls.releases().begin()));
  }
}
