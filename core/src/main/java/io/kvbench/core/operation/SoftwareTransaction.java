package io.kvbench.core.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A transaction of software transactional memory: reads several records, then writes some of them
 * in one transaction that applies only if none has been written since. If one has, everything is
 * repeated with the same records and values, without a pause, up to a number of attempts; then the
 * answer is {@link Outcome#CONFLICT}. With one record, it is a compare-and-set, or an update,
 * instead of a transaction.
 *
 * @param reads at least one, of different records
 * @param values what to write to the first of these records; at least one, and no more than there
 *     are reads
 * @param attempts the max number of attempts
 */
public record SoftwareTransaction(
    List<Operation.Read> reads, List<Value> values, Isolation isolation, int attempts)
    implements Composite {

  /** The isolation level of the transaction, each stricter than the one before. */
  public enum Isolation {
    /** Nothing, so that another client's write may be overwritten, and there is no conflict. */
    READ_COMMITTED,
    /** No record that was read has been written since. */
    REPEATABLE_READS,
    /** Also, all reads of an attempt are at the version of the whole store of its first read. */
    SERIALIZABLE,
    /** Also, no record that is written has been written after that version. */
    SERIALIZABLE_SNAPSHOT;

    /** Returns whether all reads are of one version of the whole store. */
    public boolean readsSnapshot() {
      return this == SERIALIZABLE || this == SERIALIZABLE_SNAPSHOT;
    }
  }

  @Override
  public OperationType type() {
    return OperationType.STM;
  }

  @Override
  public boolean usesAnswers() {
    return true;
  }

  @Override
  public Operation first() {
    return read(0, 0);
  }

  private Operation read(int index, long snapshot) {
    Operation.Read read = reads.get(index);
    return isolation.readsSnapshot()
        ? new Operation.SnapshotRead(read.key(), snapshot, read.consistency())
        : read;
  }

  private Operation commit(long[] versions, long snapshot) {
    if (reads.size() == 1 && isolation != Isolation.SERIALIZABLE_SNAPSHOT) {
      Key key = reads.getFirst().key();
      return isolation == Isolation.READ_COMMITTED
          ? new Operation.Update(key, values.getFirst())
          : new Operation.CompareAndSet(key, versions[0], values.getFirst());
    }
    List<Operation.Part> parts = new ArrayList<>(reads.size());
    for (int index = 0; index < reads.size(); index++) {
      Key key = reads.get(index).key();
      boolean written = index < values.size();
      if (isolation != Isolation.READ_COMMITTED) {
        parts.add(
            written
                ? new Operation.CompareAndSet(key, versions[index], values.get(index))
                : new Operation.Guard(key, versions[index]));
      } else if (written) {
        parts.add(new Operation.Update(key, values.get(index)));
      }
    }
    return new Operation.Transaction(
        parts, isolation == Isolation.SERIALIZABLE_SNAPSHOT ? snapshot : 0);
  }

  @Override
  public Steps start() {
    return new Attempts();
  }

  private final class Attempts implements Steps {
    private final long[] versions = new long[reads.size()];
    private int attempt = 1;

    /** The next read; after the last of them, the transaction. */
    private int position;

    /** The version of the whole store that the first read of the attempt was answered with. */
    private long snapshot;

    private long attemptedNanos;

    @Override
    public Optional<Operation> next(int step, StepResult result, Witness witness) {
      if (position == 0) {
        attemptedNanos = result.sentNanos();
      }
      Optional<Operation> next = next(result);
      if (position == 0 || next.isEmpty()) {
        witness.span(
            OperationType.STM_ATTEMPT, result.status(), attemptedNanos, result.doneNanos());
      }
      return next;
    }

    private Optional<Operation> next(StepResult result) {
      if (position == reads.size()) {
        boolean again = result.status() == Outcome.CONFLICT && attempt < attempts;
        attempt++;
        position = 0;
        return again ? Optional.of(first()) : Optional.empty();
      }
      if (result.status() != Outcome.OK) {
        return Optional.empty();
      }
      if (position == 0) {
        snapshot = result.snapshot();
      }
      versions[position++] = result.version();
      return Optional.of(
          position < reads.size() ? read(position, snapshot) : commit(versions, snapshot));
    }
  }
}
