package io.kvbench.core.operation;

/**
 * One question to a store, complete in itself and immutable. A binding switches over the kinds
 * without a {@code default}, so a new kind shows every binding that has to take a stand.
 */
public sealed interface Operation extends Request {

  /** Returns the name under which this operation is measured. */
  OperationType type();

  /**
   * Creates a record. A key that is there already is answered {@link Outcome#ALREADY_EXISTS} where
   * the store can tell.
   */
  record Insert(Key key, Value value) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.INSERT;
    }
  }

  /** Reads the whole value of one key. */
  record Read(Key key, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.READ;
    }
  }

  /** Replaces the whole value of a record. */
  record Update(Key key, Value value) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.UPDATE;
    }
  }

  /** Removes a record. */
  record Delete(Key key) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.DELETE;
    }
  }

  /**
   * Reads up to {@code limit} records in the order of their keys, beginning with the first that is
   * not below {@code start}.
   */
  record Scan(Key start, int limit, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.SCAN;
    }
  }
}
