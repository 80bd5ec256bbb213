package io.kvbench.core.operation;

import java.util.List;

/**
 * One self-contained request to a store. Immutable and safe for any thread. kvbench's own bindings
 * switch over the kinds without a {@code default}, so that the compiler finds every binding that
 * does not handle a new kind; bindings of other projects may reject unknown kinds as {@link
 * ErrorKind#INVALID}. Each kind documents the {@linkplain Outcome answers} it may get besides OK;
 * anything else is an {@linkplain ErrorKind error}.
 */
public sealed interface Operation extends Request {

  /** Returns the type under which this operation is measured. */
  OperationType type();

  /** An operation that changes one record. A {@link Transaction} consists of several. */
  sealed interface Write extends Operation {
    /** Returns the key of the record. */
    Key key();
  }

  /**
   * Creates a record. If the key exists, the answer is {@link Outcome#ALREADY_EXISTS}, if the store
   * detects it.
   */
  record Insert(Key key, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.INSERT;
    }
  }

  /**
   * Reads the whole value of one key. Answered with the value, through {@code Completion.found},
   * which counts as OK, or {@link Outcome#NOT_FOUND}; never with OK alone, since the value must be
   * checked.
   *
   * @param consistency how fresh the answer must be; stores without this consistency reject the
   *     read
   */
  record Read(Key key, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.READ;
    }
  }

  /**
   * Replaces the whole value of a record. If the record is missing, the answer is {@link
   * Outcome#NOT_FOUND}, if the store detects it.
   */
  record Update(Key key, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.UPDATE;
    }
  }

  /**
   * Replaces the whole value of a record if it has not been written since it was read. If it has
   * changed, the answer is {@link Outcome#CONFLICT}; if it is gone, {@link Outcome#NOT_FOUND}, if
   * the store distinguishes the two.
   *
   * @param expectedVersion the version that the read of the record returned
   */
  record CompareAndSet(Key key, long expectedVersion, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.COMPARE_AND_SET;
    }
  }

  /**
   * Removes a record. If it is missing, the answer is {@link Outcome#NOT_FOUND}, if the store
   * detects it.
   */
  record Delete(Key key) implements Write {
    @Override
    public OperationType type() {
      return OperationType.DELETE;
    }
  }

  /**
   * Reads up to {@code limit} records in key order, starting with the first that is not below
   * {@code start}. The answer is OK even if there are fewer, and {@link Outcome#NOT_FOUND} if there
   * are none. The binding must have received all records in full when it answers; it does not pass
   * them on.
   *
   * @param start compared byte by byte, unsigned
   * @param limit at least 1
   * @param consistency how fresh the answer must be
   */
  record Scan(Key start, int limit, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.SCAN;
    }
  }

  /**
   * Applies several writes of different records atomically: all of them, or none. If the record of
   * one is not in the expected state ({@link Outcome#ALREADY_EXISTS}, {@link Outcome#NOT_FOUND},
   * {@link Outcome#CONFLICT}), none is applied, and that outcome is the answer.
   *
   * @param writes at least one, each with a different key
   */
  record Transaction(List<Write> writes) implements Operation {
    public Transaction {
      writes = List.copyOf(writes);
      if (writes.isEmpty()) {
        throw new IllegalArgumentException("a transaction needs at least one write");
      }
    }

    @Override
    public OperationType type() {
      return OperationType.TRANSACTION;
    }
  }

  /**
   * Replaces the whole value of a record, as an update does, while watching the record: a watch is
   * opened, then the value is written, and the operation completes when the write is acknowledged
   * and the watch has reported this very write. Opening the watch is part of the operation's time.
   *
   * <p>If the watch has not reported an acknowledged write within the binding's timeout, the
   * operation ends with {@link ErrorKind#TIMEOUT}. If a watch fires only once, and did so for
   * another client's write, the answer is {@link Outcome#CONFLICT}, although the value is written.
   */
  record Watch(Key key, Value value) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.WATCH;
    }
  }
}
