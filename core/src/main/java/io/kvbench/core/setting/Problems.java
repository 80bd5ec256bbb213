package io.kvbench.core.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The problems found so far, reported together. Of very many problems the first {@value #SHOWN} are
 * kept and the others counted. Not thread-safe.
 */
public final class Problems {
  private static final int SHOWN = 20;

  private final List<Problem> problems = new ArrayList<>();
  private int count;

  /** Adds a problem with the setting or file at {@code origin}. */
  public void add(Origin origin, String message) {
    add(origin.toString(), message);
  }

  /** Adds a problem without an origin, such as an unsuitable default. */
  public void add(String where, String message) {
    add(where, () -> message);
  }

  /** Adds a problem whose message is expensive; it is only computed if it is kept. */
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

  /** Returns the first problems, in the order in which they were added. */
  public List<Problem> list() {
    return List.copyOf(problems);
  }

  /** Returns how many problems are not in the list. */
  public int omitted() {
    return count - problems.size();
  }
}
