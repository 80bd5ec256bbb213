package io.kvbench.bindings.memory;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Operation;
import java.util.OptionalLong;

/** A store that executes operations immediately on the calling thread; thread-safe. */
interface Store {
  /** The message of operations after the end. */
  String CLOSED = "the store was closed";

  void perform(Operation operation, Completion completion);

  /** Reports writes to a listener, on the writing threads, until the watcher is closed. */
  Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException;

  OptionalLong countKeys();
}
