package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A read and, if it finds the record, a compare-and-set of the same key with the version that was
 * read. Its own time runs from the intended start of the read to the answer of the compare-and-set,
 * or of the read if there was no record.
 *
 * @param value the value to write
 */
public record ReadCompareAndSet(Operation.Read read, Value value) implements Composite {
  @Override
  public OperationType type() {
    return OperationType.READ_COMPARE_AND_SET;
  }

  @Override
  public boolean needsVersion() {
    return true;
  }

  @Override
  public Optional<Operation> second(Outcome answer, long version) {
    return answer == Outcome.OK
        ? Optional.of(new Operation.CompareAndSet(read.key(), version, value))
        : Optional.empty();
  }
}
