package io.kvbench.core.workload.check;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.value.KeyedValues;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The acknowledgements of each record's writes, as far as a later read can contradict them. For a
 * record it holds the last acknowledged write, and one that is certainly superseded: it was
 * acknowledged before another was sent, which has been acknowledged. A read that was sent after
 * that and returns the superseded value reveals a lost update or a stale read, regardless of
 * concurrent operations.
 *
 * <p>Reads are judged by what the system promises: linearizable ones are checked against all
 * writes, those of a session against the writes of the same client on the same session, others
 * against none. A lease's are checked like those of a session: when there was an election is
 * unknown here.
 *
 * <p>Memory is bounded by {@link #SLOTS}: record {@code n} has slot {@code n} modulo that, and the
 * first record to use a slot keeps it. The others are checked only against their keys.
 */
public final class AcknowledgedWrites implements ValueCheck {
  /** About 50 bytes each. */
  static final int SLOTS = 1 << 20;

  public static final String WRONG = "the value read is not one that was written under this key";
  static final String OUTDATED =
      "the value read is older than a write acknowledged before the read: a lost update or a stale"
          + " read";

  /** No acknowledged write is known: the value, if any, was written before the run. */
  private static final long UNKNOWN = 0;

  /** The record was deleted. */
  private static final long DELETED = -1;

  private record WriteState(long number, long last, long superseded, long by) {}

  private final KeyedValues values;
  private final Promises promises;
  private final AtomicReferenceArray<WriteState> standings = new AtomicReferenceArray<>(SLOTS);
  private final AtomicInteger followers = new AtomicInteger();

  /** The number of lost sessions per client: others on the same connection lost theirs with it. */
  private final AtomicInteger losses = new AtomicInteger();

  public AcknowledgedWrites(KeyedValues values, Promises promises) {
    this.values = values;
    this.promises = promises;
  }

  @Override
  public Follower follow() {
    long follower = followers.incrementAndGet();
    return operation -> send(operation, follower);
  }

  private SentOperation send(Operation operation, long follower) {
    long session = follower << Integer.SIZE | losses.get();
    return switch (operation) {
      case Operation.Read read -> read(read.key(), promises.of(read.consistency()), session);
      // Reads of an earlier version than the current one are of any age.
      case Operation.SnapshotRead read ->
          read(
              read.key(),
              read.snapshot() == 0 ? promises.of(read.consistency()) : ReadPromise.ANY,
              session);
      case Operation.ReadOnce read -> once(read);
      case Operation.OneShot other -> NOTHING;
      case Operation.ReplayWatch other -> NOTHING;
      default -> sent(operation.written(), session);
    };
  }

  private SentRead read(Key key, ReadPromise promise, long session) {
    return new SentRead(key, promise, standing(key), session);
  }

  /** Uses another session than the client's writes, so nothing less than linearizable binds it. */
  private SentOperation once(Operation.ReadOnce once) {
    return read(once.key(), promises.of(once.consistency()), UNKNOWN);
  }

  private SentOperation sent(List<Operation.Write> writes, long session) {
    long[] before = new long[writes.size()];
    for (int index = 0; index < before.length; index++) {
      Optional<WriteState> standing = standing(writes.get(index).key());
      before[index] = standing.map(WriteState::last).orElse(UNKNOWN);
    }
    return new SentWrites(writes, before, session);
  }

  private Optional<WriteState> standing(Key key) {
    if (!(key instanceof NumberedKey numbered)) {
      return Optional.empty();
    }
    return Optional.ofNullable(standings.getAcquire(slot(numbered.number())))
        .filter(standing -> standing.number == numbered.number());
  }

  private static int slot(long number) {
    return (int) (number % SLOTS);
  }

  private void put(Key key, long last, long superseded, long by) {
    if (key instanceof NumberedKey numbered) {
      long number = numbered.number();
      WriteState now = new WriteState(number, last, superseded, by);
      WriteState there = standings.compareAndExchange(slot(number), null, now);
      if (there != null && there.number == number) {
        standings.setRelease(slot(number), now);
      }
    }
  }

  private void noteLoss(Status status) {
    if (status instanceof ErrorKind kind && kind.breaksSession()) {
      losses.incrementAndGet();
    }
  }

  private final class SentRead implements SentOperation {
    private final Key key;
    private final ReadPromise promise;
    private final Optional<WriteState> standing;
    private final long session;

    SentRead(Key key, ReadPromise promise, Optional<WriteState> standing, long session) {
      this.key = key;
      this.promise = promise;
      this.standing = standing;
      this.session = session;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      long write = values.write(key, value);
      if (write == KeyedValues.WRONG) {
        return Optional.of(WRONG);
      }
      return standing.filter(this::binds).filter(known -> isSuperseded(write, known)).isPresent()
          ? Optional.of(OUTDATED)
          : Optional.empty();
    }

    private boolean binds(WriteState known) {
      return switch (promise) {
        case LINEARIZABLE -> true;
        case LEASE, SESSION -> known.by == session;
        case PREFIX, ANY -> false;
      };
    }

    @Override
    public void ended(Status status) {
      noteLoss(status);
    }
  }

  /** Writes of other runs preceded this one: nothing else writes meanwhile. */
  private boolean isSuperseded(long write, WriteState known) {
    return known.superseded == UNKNOWN ? values.isForeign(write) : write == known.superseded;
  }

  private final class SentWrites implements SentOperation {
    private final List<Operation.Write> writes;
    private final long[] before;
    private final long session;

    SentWrites(List<Operation.Write> writes, long[] before, long session) {
      this.writes = writes;
      this.before = before;
      this.session = session;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      return Optional.empty();
    }

    @Override
    public void ended(Status status) {
      noteLoss(status);
      for (int index = 0; status == Outcome.OK && index < before.length; index++) {
        Operation.Write write = writes.get(index);
        put(write.key(), written(write), before[index], session);
      }
    }

    private long written(Operation.Write write) {
      return switch (write) {
        case Operation.Insert insert -> id(insert.value());
        case Operation.Update update -> id(update.value());
        case Operation.CompareAndSet change -> id(change.value());
        case Operation.Delete delete -> DELETED;
      };
    }

    private long id(Value value) {
      return values.writeOf(value);
    }
  }
}
