package io.kvbench.core.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Collects everything that is wrong, so that the user sees it at once. Of very many problems the
 * first {@value #SHOWN} are kept and the others counted. Not thread-safe.
 */
public final class Problems {
  private static final int SHOWN = 20;

  private final List<Problem> problems = new ArrayList<>();
  private int count;

  /** Adds a problem with the setting or file at {@code origin}. */
  public void add(Origin origin, String message) {
    add(origin.toString(), message);
  }

  /**
   * Adds a problem with something that has no origin of its own, such as a default that does not
   * fit.
   */
  public void add(String where, String message) {
    add(where, () -> message);
  }

  /** Adds a problem whose message takes time to make; it is only made if it is kept. */
  void add(Origin origin, Supplier<String> message) {
    add(origin.toString(), message);
  }

  private void add(String where, Supplier<String> message) {
    count++;
    if (problems.size() < SHOWN) {
      problems.add(new Problem(where, message.get()));
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public int count() {
    return count;
  }

  /** Returns the first of those that were added, in that order. */
  public List<Problem> list() {
    return List.copyOf(problems);
  }

  /** Returns how many are not in the list. */
  public int omitted() {
    return count - problems.size();
  }
}
