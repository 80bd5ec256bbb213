package io.kvbench.core.operation;

import java.util.List;

/**
 * One question to a store, complete in itself, immutable and safe for any thread. kvbench's own
 * bindings switch over the kinds without a {@code default}, so a new kind shows every binding that
 * has to take a stand; those of other projects may refuse what they do not know, as {@link
 * ErrorKind#INVALID}. Each kind says which {@linkplain Outcome answers} it may get besides OK;
 * whatever else happens is an {@linkplain ErrorKind error}.
 */
public sealed interface Operation extends Request {

  /** Returns the name under which this operation is measured. */
  OperationType type();

  /** An operation that changes one record. Several of them can make up a {@link Transaction}. */
  sealed interface Write extends Operation {
    /** Returns the key of the record. */
    Key key();
  }

  /**
   * Creates a record. A key that is there already is answered {@link Outcome#ALREADY_EXISTS} where
   * the store can tell.
   */
  record Insert(Key key, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.INSERT;
    }
  }

  /**
   * Reads the whole value of one key. Answered with the value, by {@code Completion.found}, which
   * counts as OK, or {@link Outcome#NOT_FOUND}; never OK without the value, which nobody could
   * check.
   *
   * @param consistency how fresh the answer has to be; a store that cannot do it refuses
   */
  record Read(Key key, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.READ;
    }
  }

  /**
   * Replaces the whole value of a record. A record that is not there is answered {@link
   * Outcome#NOT_FOUND} where the store can tell.
   */
  record Update(Key key, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.UPDATE;
    }
  }

  /**
   * Replaces the whole value of a record if nobody has written it since it was read: a record that
   * is another one by now is answered {@link Outcome#CONFLICT}, one that has gone {@link
   * Outcome#NOT_FOUND} where the store can tell that apart.
   *
   * @param expectedVersion the version with which the read of the record was answered
   */
  record CompareAndSet(Key key, long expectedVersion, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.COMPARE_AND_SET;
    }
  }

  /**
   * Removes a record. One that is not there is answered {@link Outcome#NOT_FOUND} where the store
   * can tell.
   */
  record Delete(Key key) implements Write {
    @Override
    public OperationType type() {
      return OperationType.DELETE;
    }
  }

  /**
   * Reads up to {@code limit} records in the order of their keys, beginning with the first that is
   * not below {@code start}. Answered OK also where there are fewer of them, and {@link
   * Outcome#NOT_FOUND} where there are none. The binding has to have received the records whole
   * when it answers; nobody looks at them, so they are not handed over.
   *
   * @param start compared byte by byte, without sign
   * @param limit at least 1
   * @param consistency how fresh the answer has to be
   */
  record Scan(Key start, int limit, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.SCAN;
    }
  }

  /**
   * Carries out several writes of different records together: all of them, or none. Where the store
   * tells of one that its record is not as it has to be ({@link Outcome#ALREADY_EXISTS}, {@link
   * Outcome#NOT_FOUND}, {@link Outcome#CONFLICT}), none is carried out and that is the answer.
   *
   * @param writes at least one, each of another key
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
   * opened, then the value is written, and the answer is there when the write was acknowledged and
   * the watch has told of this very write. Opening the watch is part of the operation's time.
   *
   * <p>A write that was acknowledged and of which the watch has not told within the binding's limit
   * is a {@link ErrorKind#TIMEOUT}. Where a watch tells of one write only and that was somebody
   * else's, the answer is {@link Outcome#CONFLICT}, and the value is written all the same.
   */
  record Watch(Key key, Value value) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.WATCH;
    }
  }
}
