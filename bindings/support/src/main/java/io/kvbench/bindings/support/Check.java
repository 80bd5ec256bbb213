package io.kvbench.bindings.support;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Problems;

/** A check, before a run, for failures that a user can fix. */
@FunctionalInterface
public interface Check {
  void run() throws BindingException;

  /**
   * Runs a check and reports its failure.
   *
   * @param where the location of the problem: a setting, or its origin
   */
  static void run(String where, Check check, Problems problems) {
    try {
      check.run();
    } catch (BindingException e) {
      problems.add(where, String.valueOf(e.getMessage()));
    }
  }
}
