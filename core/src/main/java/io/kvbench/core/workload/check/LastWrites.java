package io.kvbench.core.workload.check;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.value.KeyedValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.LongStream;

/**
 * The possible last writes of each record, given the acknowledgements: a write is excluded if
 * another one was sent after its acknowledgement and was acknowledged too. Concurrent writes are
 * all possible, and so is each write with an unknown outcome, regardless of its age.
 *
 * <p>Memory is bounded by {@link #SLOTS}: record {@code n} has slot {@code n} modulo that, and the
 * first record to use a slot keeps it. The others are not tracked. For one run; followers are
 * thread-safe, the rest is for one thread when no phase is running.
 */
public final class LastWrites {
  /** About 80 bytes each. */
  static final int SLOTS = 1 << 20;

  /** The record was deleted. */
  private static final long DELETED = -1;

  private static final long[] NONE = {};

  /** Marks a slot that processes have used for different records: none knows all of its writes. */
  private static final Entry CONFLICT = new Entry(-1, NONE, NONE);

  /** Far more than concurrent writes. */
  private static final int MOST_WRITES = 1 << 20;

  /** The possible last writes of a record: acknowledged ones, and those with an unknown outcome. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entry(long number, long[] acknowledged, long[] doubtful) {}

  /** The finding from the value of a record. */
  enum Finding {
    /** No write is known. */
    UNKNOWN,
    /** The value is one of the last acknowledged ones. */
    KEPT,
    /** The value is that of a write with an unknown outcome. */
    UNCERTAIN,
    /** The value is older than an acknowledged write, or of no write. */
    LOST
  }

  private final KeyedValues values;
  private final Promises promises;
  private final AtomicReferenceArray<Entry> entries = new AtomicReferenceArray<>(SLOTS);
  private final Set<InFlightOperation> inFlight = ConcurrentHashMap.newKeySet();

  public LastWrites(KeyedValues values, Promises promises) {
    this.values = values;
    this.promises = promises;
  }

  /** Notes that an operation is about to be sent. */
  Optional<InFlightOperation> send(Operation operation) {
    List<Operation.Write> writes = operation.written();
    if (writes.isEmpty()) {
      return Optional.empty();
    }
    InFlightOperation sent =
        new InFlightOperation(
            operation, writes, writes.stream().map(write -> acknowledged(write.key())).toList());
    inFlight.add(sent);
    return Optional.of(sent);
  }

  private long[] acknowledged(Key key) {
    if (key instanceof NumberedKey numbered) {
      Entry entry = entries.getAcquire(slot(numbered.number()));
      if (entry != null && entry.number == numbered.number()) {
        return entry.acknowledged;
      }
    }
    return NONE;
  }

  private static int slot(long number) {
    return (int) (number % SLOTS);
  }

  /** One operation in flight, with what had been acknowledged of its records before. */
  final class InFlightOperation implements ValueCheck.SentOperation {
    private final Operation operation;
    private final List<Operation.Write> writes;
    private final List<long[]> before;

    private InFlightOperation(
        Operation operation, List<Operation.Write> writes, List<long[]> before) {
      this.operation = operation;
      this.writes = writes;
      this.before = before;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      return Optional.empty();
    }

    @Override
    public void ended(Status status) {
      boolean doubtful = promises.leavesDoubt(operation, status);
      if (status == Outcome.OK || doubtful) {
        for (int index = 0; index < writes.size(); index++) {
          add(writes.get(index), before.get(index), doubtful);
        }
      }
      inFlight.remove(this);
    }
  }

  private void add(Operation.Write write, long[] before, boolean doubtful) {
    if (!(write.key() instanceof NumberedKey key)) {
      return;
    }
    int slot = slot(key.number());
    long id = id(write);
    Entry there;
    Entry now;
    do {
      there = entries.getAcquire(slot);
      Entry old = there == null ? new Entry(key.number(), NONE, NONE) : there;
      if (old.number != key.number()) {
        return;
      }
      now =
          doubtful
              ? new Entry(old.number, old.acknowledged, with(old.doubtful, id, NONE))
              : new Entry(old.number, with(old.acknowledged, id, before), old.doubtful);
    } while (!entries.compareAndSet(slot, there, now));
  }

  private static long[] with(long[] ids, long id, long[] without) {
    return LongStream.concat(
            LongStream.of(ids).filter(each -> !contains(without, each)), LongStream.of(id))
        .distinct()
        .toArray();
  }

  private long id(Operation.Write write) {
    return switch (write) {
      case Operation.Insert insert -> values.writeOf(insert.value());
      case Operation.Update update -> values.writeOf(update.value());
      case Operation.CompareAndSet change -> values.writeOf(change.value());
      case Operation.Delete delete -> DELETED;
    };
  }

  /** Marks operations as doubtful whose ends a client stuck in its library never observed. */
  void close() {
    inFlight.forEach(sent -> sent.ended(ErrorKind.ABANDONED));
  }

  /** Writes the possible last writes; after {@link #close}. */
  void writeTo(DataOutput out) throws IOException {
    for (int slot = 0; slot < SLOTS; slot++) {
      Entry entry = entries.getAcquire(slot);
      if (entry != null && entry.number >= 0) {
        out.writeBoolean(true);
        out.writeLong(entry.number);
        write(entry.acknowledged, out);
        write(entry.doubtful, out);
      }
    }
    out.writeBoolean(false);
  }

  private static void write(long[] ids, DataOutput out) throws IOException {
    out.writeInt(ids.length);
    for (long id : ids) {
      out.writeLong(id);
    }
  }

  /**
   * Adds the writes of another process of the same run. The order in which two processes wrote a
   * record is unknown, so it may end with the last writes of either.
   *
   * @throws IOException if the format is wrong
   */
  void add(DataInput in) throws IOException {
    for (int read = 0; in.readBoolean(); read++) {
      if (read == SLOTS) {
        throw new IOException("more than " + SLOTS + " records");
      }
      long number = in.readLong();
      if (number < 0) {
        throw new IOException("a record with the number " + number);
      }
      Entry other = new Entry(number, ids(in), ids(in));
      entries.accumulateAndGet(slot(number), other, LastWrites::union);
    }
  }

  private static long[] ids(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_WRITES) {
      throw new IOException("a record with " + count + " writes");
    }
    // Grows with the data, and not with the announced size.
    LongStream.Builder ids = LongStream.builder();
    for (int read = 0; read < count; read++) {
      ids.add(in.readLong());
    }
    return ids.build().toArray();
  }

  private static Entry union(Entry one, Entry other) {
    if (one == null) {
      return other;
    }
    return one.number == other.number
        ? new Entry(
            one.number,
            union(one.acknowledged, other.acknowledged),
            union(one.doubtful, other.doubtful))
        : CONFLICT;
  }

  private static long[] union(long[] some, long[] others) {
    return LongStream.concat(LongStream.of(some), LongStream.of(others)).distinct().toArray();
  }

  /** Returns the finding for the value of a record; the buffer is not changed. */
  Finding finding(long number, Key key, ByteBuffer value) {
    Entry entry = entries.getAcquire(slot(number));
    if (entry == null || entry.number != number) {
      return Finding.UNKNOWN;
    }
    long write = values.write(key, value);
    if (contains(entry.acknowledged, write)) {
      return Finding.KEPT;
    } else if (contains(entry.doubtful, write)) {
      return Finding.UNCERTAIN;
    }
    // Undeleted records are found without their values.
    boolean written = LongStream.of(entry.acknowledged).anyMatch(id -> id != DELETED);
    return written ? Finding.LOST : Finding.UNKNOWN;
  }

  private static boolean contains(long[] ids, long id) {
    for (long each : ids) {
      if (each == id) {
        return true;
      }
    }
    return false;
  }
}
