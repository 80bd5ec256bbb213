package io.kvbench.core.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings as given: names and texts in order of precedence, a later one winning. Not
 * thread-safe.
 */
public final class Assignments {

  /** One {@code name=text} and its origin. */
  public record Assignment(String name, String text, Origin origin) {}

  private final List<Assignment> assignments = new ArrayList<>();

  /** Adds an assignment that overrides those added before. */
  public Assignments add(String name, String text, Origin origin) {
    assignments.add(new Assignment(name, text, origin));
    return this;
  }

  /** Adds all assignments of another, which override those added before. */
  public Assignments addAll(Assignments later) {
    assignments.addAll(later.assignments);
    return this;
  }

  /** Removes all assignments of a name; returns the text of the last one. */
  public Optional<String> take(String name) {
    Optional<String> last =
        assignments.reversed().stream()
            .filter(each -> each.name().equals(name))
            .map(Assignment::text)
            .findFirst();
    assignments.removeIf(each -> each.name().equals(name));
    return last;
  }

  public List<Assignment> list() {
    return List.copyOf(assignments);
  }
}
