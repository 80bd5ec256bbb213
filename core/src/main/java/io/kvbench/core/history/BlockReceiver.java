package io.kvbench.core.history;

import org.jspecify.annotations.Nullable;

/** The receiver of full blocks; thread-safe, and does not wait during load. */
interface BlockReceiver {
  /**
   * Takes a block and returns an empty one, perhaps a new one. Returns null if the block was not
   * accepted: the caller keeps it.
   */
  @Nullable HistoryBlock exchange(HistoryBlock full);
}
