package io.kvbench.bindings.memory;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.util.OptionalLong;

/**
 * A store that does nothing and reports success.
 *
 * @param keys whether to render keys first
 */
record NothingStore(boolean keys) implements Store {
  /** The reason for the lack of watchers, and what the user can do. */
  static final String NO_WATCHERS =
      "The store that does nothing has no writes to report; omit memory.nothing, or"
          + " watchedupdateproportion and watchreplayproportion.";

  @Override
  public void perform(Operation operation, Completion completion) {
    // The comparison keeps the compiler from eliminating the text.
    if (keys && operation.anyKey(NothingStore::isEmpty)) {
      completion.failed(ErrorKind.INVALID, "the key is empty");
    } else {
      completion.succeeded(Outcome.OK);
    }
  }

  private static boolean isEmpty(Key key) {
    return key.toString().isEmpty();
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    throw new BindingException(NO_WATCHERS);
  }

  @Override
  public OptionalLong countKeys() {
    return OptionalLong.empty();
  }
}
