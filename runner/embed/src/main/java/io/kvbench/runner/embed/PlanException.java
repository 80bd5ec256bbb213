package io.kvbench.runner.embed;

import io.kvbench.core.setting.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** A request that cannot be planned. The message has all problems. */
public final class PlanException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  PlanException(List<Problem> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  private static String message(List<Problem> problems) {
    return problems.stream()
        .map(Problem::toString)
        .collect(
            Collectors.joining(
                "\n  ",
                problems.size() == 1 ? "error:\n  " : problems.size() + " errors:\n  ",
                ""));
  }

  /** Returns all problems, in the order in which they were found. */
  public List<Problem> problems() {
    return problems;
  }
}
