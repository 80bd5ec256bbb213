package io.kvbench.bindings.support;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Problems;

/** Something that fails for reasons that a user can fix, tried before a run. */
@FunctionalInterface
public interface Check {
  void run() throws BindingException;

  /**
   * Runs a check and reports its failure.
   *
   * @param where what the problem is in: a setting, or where it was set
   */
  static void run(String where, Check check, Problems problems) {
    try {
      check.run();
    } catch (BindingException e) {
      problems.add(where, String.valueOf(e.getMessage()));
    }
  }
}
