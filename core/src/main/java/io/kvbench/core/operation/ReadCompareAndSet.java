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
  public Operation first() {
    return read;
  }

  @Override
  public boolean usesAnswers() {
    return true;
  }

  @Override
  public Steps start() {
    return (step, result, witness) ->
        step == 0 && result.status() == Outcome.OK
            ? Optional.of(new Operation.CompareAndSet(read.key(), result.version(), value))
            : Optional.empty();
  }
}
