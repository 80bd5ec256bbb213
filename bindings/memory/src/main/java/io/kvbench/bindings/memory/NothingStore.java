package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.util.OptionalLong;

/**
 * Does nothing and calls it done.
 *
 * @param keys whether to write keys out first
 */
record NothingStore(boolean keys) implements Store {
  @Override
  public void perform(Operation operation, Completion completion) {
    // The comparison keeps the compiler from leaving the text out.
    if (keys && key(operation).toString().isEmpty()) {
      completion.failed(ErrorKind.INVALID, "the key is empty");
    } else {
      completion.succeeded(Outcome.OK);
    }
  }

  private static Key key(Operation operation) {
    return switch (operation) {
      case Operation.Write write -> write.key();
      case Operation.Read read -> read.key();
      case Operation.Scan scan -> scan.start();
      case Operation.Transaction transaction -> transaction.writes().getFirst().key();
    };
  }

  @Override
  public OptionalLong countKeys() {
    return OptionalLong.empty();
  }
}
