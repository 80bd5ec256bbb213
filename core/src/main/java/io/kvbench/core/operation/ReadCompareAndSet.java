package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A read and, when it has found the record, a compare-and-set of the same key on the version that
 * was read. Its own time runs from the intended start of the read to the answer of the
 * compare-and-set, or to that of the read where there was no record.
 *
 * @param value what to write
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
