package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A read and, whether or not it found the record, a write of the same key: YCSB's
 * read-modify-write. Its own time runs from the intended start of the read to the answer of the
 * update.
 */
public record ReadModifyWrite(Operation.Read read, Operation.Update update) implements Composite {
  @Override
  public OperationType type() {
    return OperationType.READ_MODIFY_WRITE;
  }

  @Override
  public Operation first() {
    return read;
  }

  @Override
  public Steps start() {
    return (step, result, witness) ->
        step == 0 && result.status() instanceof Outcome ? Optional.of(update) : Optional.empty();
  }
}
