package io.kvbench.core.setting;

import java.util.ArrayList;
import java.util.List;

/** Collects everything that is wrong, so that the user hears of it at once. Not thread-safe. */
public final class Problems {
  private final List<Problem> problems = new ArrayList<>();

  /** Adds a problem with the setting or file at {@code origin}. */
  public void add(Origin origin, String message) {
    problems.add(new Problem(origin.toString(), message));
  }

  /**
   * Adds a problem with something that has no origin of its own, such as a default that does not
   * fit.
   */
  public void add(String where, String message) {
    problems.add(new Problem(where, message));
  }

  /** Returns whether nothing is wrong so far. */
  public boolean isEmpty() {
    return problems.isEmpty();
  }

  /** Returns what was added, in that order. */
  public List<Problem> list() {
    return List.copyOf(problems);
  }
}
