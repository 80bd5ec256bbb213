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
    if (keys && hasEmptyKey(operation)) {
      completion.failed(ErrorKind.INVALID, "the key is empty");
    } else {
      completion.succeeded(Outcome.OK);
    }
  }

  private static boolean hasEmptyKey(Operation operation) {
    return switch (operation) {
      case Operation.Write write -> isEmpty(write.key());
      case Operation.Read read -> isEmpty(read.key());
      case Operation.Scan scan -> isEmpty(scan.start());
      case Operation.Transaction transaction ->
          transaction.writes().stream().anyMatch(write -> isEmpty(write.key()));
      case Operation.Watch watch -> isEmpty(watch.key());
    };
  }

  private static boolean isEmpty(Key key) {
    return key.toString().isEmpty();
  }

  @Override
  public OptionalLong countKeys() {
    return OptionalLong.empty();
  }
}
