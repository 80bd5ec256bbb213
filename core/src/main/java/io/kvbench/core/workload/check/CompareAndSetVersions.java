package io.kvbench.core.workload.check;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The versions for which compare-and-sets succeeded, also those in transactions. A version of a
 * record is replaced once, so a second success for it proves that the store did not compare it.
 *
 * <p>Memory is bounded: record {@code n} has slot {@code n} modulo {@link #SLOTS}, the first record
 * to use a slot keeps it, and of each record the last {@link #VERSIONS} versions are known. For one
 * run; {@link #send} is thread-safe, the rest is for one thread when no phase is running.
 */
public final class CompareAndSetVersions {
  /** About 200 bytes each. */
  static final int SLOTS = 1 << 17;

  static final int VERSIONS = 16;

  private static final int LONGEST_NAME = 1 << 10;

  private final KeyFormat format;
  private final AtomicReferenceArray<Won> slots = new AtomicReferenceArray<>(SLOTS);

  public CompareAndSetVersions(KeyFormat format) {
    this.format = format;
  }

  /** The versions of one record; locks are per record. */
  private static final class Won {
    private final long number;
    private final long[] versions = new long[VERSIONS];
    private long compared;
    private long repeated;
    private String first = "";

    Won(long number) {
      this.number = number;
    }

    synchronized void add(long version, KeyFormat format) {
      int known = known();
      boolean again = false;
      for (int index = 0; index < known; index++) {
        again |= versions[index] == version;
      }
      if (again) {
        repeated++;
        first =
            first.isEmpty() ? new NumberedKey(format, number) + " at version " + version : first;
      } else {
        versions[(int) ((compared - repeated) % VERSIONS)] = version;
      }
      compared++;
    }

    private int known() {
      return (int) Math.min(VERSIONS, compared - repeated);
    }
  }

  /** Notes that an operation is about to be sent; empty if it compares no version. */
  Optional<ValueCheck.SentOperation> send(Operation operation) {
    List<Operation.CompareAndSet> changes =
        operation.written().stream()
            .filter(Operation.CompareAndSet.class::isInstance)
            .map(Operation.CompareAndSet.class::cast)
            .toList();
    return changes.isEmpty() ? Optional.empty() : Optional.of(new SentCompareAndSets(changes));
  }

  private final class SentCompareAndSets implements ValueCheck.SentOperation {
    private final List<Operation.CompareAndSet> changes;

    SentCompareAndSets(List<Operation.CompareAndSet> changes) {
      this.changes = changes;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      return Optional.empty();
    }

    @Override
    public void ended(Status status) {
      if (status == Outcome.OK) {
        changes.forEach(CompareAndSetVersions.this::won);
      }
    }
  }

  private void won(Operation.CompareAndSet change) {
    if (change.key() instanceof NumberedKey key) {
      of(key.number()).ifPresent(won -> won.add(change.expectedVersion(), format));
    }
  }

  private Optional<Won> of(long number) {
    int slot = (int) (number % SLOTS);
    Won won = slots.getAcquire(slot);
    if (won == null) {
      Won created = new Won(number);
      Won there = slots.compareAndExchange(slot, null, created);
      won = there == null ? created : there;
    }
    return Optional.of(won).filter(each -> each.number == number);
  }

  ComparedVersions counts() {
    long compared = 0;
    long repeated = 0;
    String first = "";
    for (int slot = 0; slot < SLOTS; slot++) {
      Won won = slots.getAcquire(slot);
      if (won != null) {
        compared += won.compared;
        repeated += won.repeated;
        first = first.isEmpty() ? won.first : first;
      }
    }
    return new ComparedVersions(
        compared, repeated, Optional.of(first).filter(text -> !text.isEmpty()));
  }

  /** Writes all versions. */
  void writeTo(DataOutput out) throws IOException {
    for (int slot = 0; slot < SLOTS; slot++) {
      Won won = slots.getAcquire(slot);
      if (won != null) {
        out.writeBoolean(true);
        out.writeLong(won.number);
        out.writeLong(won.compared);
        out.writeLong(won.repeated);
        out.writeUTF(won.first);
        for (int index = 0; index < won.known(); index++) {
          out.writeLong(won.versions[index]);
        }
      }
    }
    out.writeBoolean(false);
  }

  /**
   * Adds the versions of another process of the same run; versions in both are repeated.
   *
   * @throws IOException if the format is wrong
   */
  void add(DataInput in) throws IOException {
    for (int read = 0; in.readBoolean(); read++) {
      long number = in.readLong();
      Won other = new Won(number);
      long compared = in.readLong();
      other.repeated = in.readLong();
      other.first = in.readUTF();
      if (read == SLOTS
          || number < 0
          || other.repeated < 0
          || compared < other.repeated
          || other.first.length() > LONGEST_NAME) {
        throw new IOException("versions of record " + number);
      }
      other.compared = compared;
      for (int index = 0; index < other.known(); index++) {
        other.versions[index] = in.readLong();
      }
      of(number).ifPresent(won -> merge(won, other));
    }
  }

  private void merge(Won won, Won other) {
    int known = other.known();
    for (int index = 0; index < known; index++) {
      won.add(other.versions[index], format);
    }
    won.compared += other.compared - known;
    won.repeated += other.repeated;
    won.first = won.first.isEmpty() ? other.first : won.first;
  }
}
