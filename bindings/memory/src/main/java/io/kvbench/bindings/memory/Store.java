package io.kvbench.bindings.memory;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Operation;
import java.util.OptionalLong;

/** Carries operations out, at once and on the calling thread; may be called from many. */
interface Store {
  void perform(Operation operation, Completion completion);

  /** Tells a listener of writes, on the threads that write, until the watcher is closed. */
  Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException;

  OptionalLong countKeys();
}
