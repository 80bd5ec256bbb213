package io.kvbench.testkit.contract;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import java.util.List;

/**
 * A write to test.
 *
 * @param present whether the key has a record
 * @param together whether the write is the only one of a transaction
 * @param size of the value to write, in bytes
 */
record WriteCase(Kind kind, boolean present, boolean together, int size) {

  /** The kinds of writes. */
  enum Kind {
    INSERT(Capability.INSERT),
    UPDATE(Capability.UPDATE),
    COMPARE_AND_SET(Capability.COMPARE_AND_SET),
    DELETE(Capability.DELETE);

    final Capability needed;

    Kind(Capability needed) {
      this.needed = needed;
    }

    boolean hasValue() {
      return this != DELETE;
    }
  }

  Operation operation(Key key, long version) {
    Operation.Write write = write(key, version);
    return together ? new Operation.Transaction(List.of(write)) : write;
  }

  private Operation.Write write(Key key, long version) {
    return switch (kind) {
      case INSERT -> new Operation.Insert(key, value());
      case UPDATE -> new Operation.Update(key, value());
      case COMPARE_AND_SET -> new Operation.CompareAndSet(key, version, value());
      case DELETE -> new Operation.Delete(key);
    };
  }

  Value value() {
    return Values.of(size);
  }

  /** Returns the answer to a write within the size limit, according to the facts. */
  Status promised(SystemFacts facts) {
    WriteAnswers answers = together ? facts.together() : facts.alone();
    return switch (kind) {
      case INSERT -> present ? answers.insertOfPresent() : Outcome.OK;
      case UPDATE -> present ? Outcome.OK : answers.updateOfAbsent();
      case COMPARE_AND_SET -> present ? Outcome.OK : answers.compareAndSetOfAbsent();
      case DELETE -> present ? Outcome.OK : answers.deleteOfAbsent();
    };
  }

  @Override
  public String toString() {
    return "%s of %s record%s, %d bytes"
        .formatted(
            kind,
            present ? "a" : "no",
            together ? " in a transaction" : "",
            kind.hasValue() ? size : 0);
  }
}
