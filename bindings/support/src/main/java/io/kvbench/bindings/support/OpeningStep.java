package io.kvbench.bindings.support;

import io.kvbench.core.binding.BindingException;

/**
 * A step of opening a binding.
 *
 * @param <T> what it opens
 */
@FunctionalInterface
public interface OpeningStep<T> {
  T run() throws BindingException, InterruptedException;

  /** Runs a step; if it fails, closes what the steps before it have opened. */
  static <T> T orClose(Runnable close, OpeningStep<T> step)
      throws BindingException, InterruptedException {
    boolean opened = false;
    try {
      T result = step.run();
      opened = true;
      return result;
    } finally {
      if (!opened) {
        close.run();
      }
    }
  }
}
