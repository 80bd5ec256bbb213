package io.kvbench.bindings.consul;

import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The locks that one client owns, which are also the elections that it leads: Consul has one recipe
 * for both. All of them are held by one session of Consul's, which is renewed from the first lock
 * on. One operation is in flight at a time.
 */
final class Locks {
  /** A session that is renewed three times in its time to live survives two lost answers. */
  private static final int RENEWALS = 3;

  /** Nothing is reported when a lock's delay is over. */
  private static final Duration RETRY = Duration.ofSeconds(1);

  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  /** A session of Consul's, and what stops its renewal. */
  private record Lease(String id, Runnable stop) {
    static final Lease NONE = new Lease("", () -> {});
  }

  private final Calls calls;
  private final RecordKeys keys;

  /** The sessions that hold them. */
  private final Map<Operation.Lock, String> owned = new ConcurrentHashMap<>();

  private final List<String> abandoned = new CopyOnWriteArrayList<>();
  private volatile Lease lease = Lease.NONE;

  Locks(Calls calls) {
    this.calls = calls;
    this.keys = calls.options().lockKeys();
  }

  void acquire(Operation.Lock lock, Completion completion) {
    String key = keys.text(lock.key());
    if (key == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
      return;
    }
    long deadline = System.nanoTime() + lock.patience().toNanos();
    new Acquisition(lock, key, deadline, new OrAbandoned(completion)).begin();
  }

  /** Tries to acquire a lock, and waits for its record to change, in turns. */
  private final class Acquisition {
    private final Operation.Lock lock;
    private final String key;
    private final long deadlineNanos;
    private final Completion completion;

    Acquisition(Operation.Lock lock, String key, long deadlineNanos, Completion completion) {
      this.lock = lock;
      this.key = key;
      this.deadlineNanos = deadlineNanos;
      this.completion = completion;
    }

    void begin() {
      String session = lease.id();
      if (!session.isEmpty()) {
        attempt(session, 0);
        return;
      }
      calls.create(
          lock.timeToLive(),
          calls.options().lockDelay(),
          "release",
          (id, told) -> {
            Runnable renewal = () -> calls.renew(id, PendingReleases.IGNORED);
            Duration interval = lock.timeToLive().dividedBy(RENEWALS);
            lease = new Lease(id, calls.every(interval, renewal));
            attempt(id, 0);
          },
          completion);
    }

    private Duration left() {
      return Duration.ofNanos(deadlineNanos - System.nanoTime());
    }

    /**
     * @param index of the lock's record, as it was last seen; 0 if it was not
     */
    private void attempt(String session, long index) {
      if (left().isNegative()) {
        Answers.fail(Failure.TIMEOUT, completion);
        return;
      }
      calls.transaction(
          Transactions.lock(key, session, null),
          (answer, told) -> attempted(session, index, answer),
          completion);
    }

    private void attempted(String session, long index, HttpAnswer answer) {
      switch (Transactions.locked(answer)) {
        case DONE -> {
          owned.put(lock, session);
          Answers.granted(answer, completion);
        }
        case HELD -> await(session, index, false);
        case DELAYED -> await(session, index, true);
        case SESSION_OVER -> {
          abandon();
          begin();
        }
        case FAILED -> Answers.committed(answer, completion);
      }
    }

    private void await(String session, long index, boolean delayed) {
      calls.await(
          path(lock),
          index,
          delayed ? RETRY : left(),
          deadlineNanos,
          (answer, told) -> {
            boolean found = answer.status() == HttpAnswer.OK;
            if (!found && answer.status() != HttpAnswer.NOT_FOUND) {
              Answers.fail(Failure.of(answer), told);
            } else if (answer.index() == 0) {
              Answers.fail(Answers.NOT_UNDERSTOOD, told);
            } else if (found && answer.text().contains(Transactions.SESSION)) {
              await(session, answer.index(), false);
            } else if (delayed && index == 0) {
              await(session, answer.index(), true);
            } else {
              attempt(session, answer.index());
            }
          },
          completion);
    }
  }

  private String path(Operation.Lock lock) {
    return "kv/" + keys.path(lock.key());
  }

  void release(Operation.Lock lock, Completion completion) {
    String session = owned.remove(lock);
    if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      release(lock, session, new OrAbandoned(completion));
    }
  }

  private void release(Operation.Lock lock, String session, Completion completion) {
    calls.put(path(lock), "release=" + session, "", Locks::released, completion);
  }

  private static void released(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK && answer.says(FALSE)) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      Answers.changed(answer, completion);
    }
  }

  void abandon(Completion completion) {
    abandon();
    completion.succeeded(Outcome.OK);
  }

  /** What it held is still recorded: a write that requires it must be rejected. */
  private void abandon() {
    Lease left = lease;
    lease = Lease.NONE;
    left.stop().run();
    if (!left.id().isEmpty()) {
      abandoned.add(left.id());
    }
  }

  void update(Operation.FencedUpdate update, Completion completion) {
    String session = owned.get(update.lock());
    String lock = keys.text(update.lock().key());
    RecordKeys records = calls.options().keys();
    String record = records.text(update.key());
    if (record == null || lock == null) {
      completion.failed(ErrorKind.INVALID, records.complaint());
    } else if (session == null) {
      completion.succeeded(Outcome.CONFLICT);
    } else {
      calls.transaction(
          Transactions.fenced(lock, session, record, update.value()), Answers::fenced, completion);
    }
  }

  /**
   * Gives up everything, without waiting for it. Locks are released first: Consul delays the next
   * owner of a lock whose session ends.
   */
  void close() {
    abandon();
    owned.forEach((lock, session) -> release(lock, session, calls.releases().begin()));
    abandoned.forEach(session -> calls.destroy(session, calls.releases().begin()));
  }

  /**
   * Abandons the session if it is unknown whether it has a lock: while it is renewed, nothing else
   * could acquire that lock.
   */
  private final class OrAbandoned extends ForwardingCompletion {
    OrAbandoned(Completion completion) {
      super(completion);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      abandon();
      super.failed(kind, message);
    }
  }
}
