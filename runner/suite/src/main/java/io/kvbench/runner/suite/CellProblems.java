package io.kvbench.runner.suite;

import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The problems of combinations, each listed once, with the combinations that it concerns. */
final class CellProblems {
  private static final int SHOWN = 3;

  private final int combinations;
  private final Map<Problem, List<String>> found = new LinkedHashMap<>();
  private int omitted;

  /** Collects the problems of so many combinations. */
  CellProblems(int combinations) {
    this.combinations = combinations;
  }

  void add(String title, Problems problems) {
    problems
        .list()
        .forEach(problem -> found.computeIfAbsent(problem, each -> new ArrayList<>()).add(title));
    omitted += problems.omitted();
  }

  void addTo(Problems problems) {
    found.forEach(
        (problem, titles) -> problems.add(problem.where(), problem.message() + where(titles)));
    if (omitted > 0) {
      problems.add("cells", omitted + " more problems are not listed.");
    }
  }

  /** A problem of all combinations is the file's. */
  private String where(List<String> titles) {
    if (titles.size() == combinations) {
      return "";
    }
    String shown = String.join("; ", titles.subList(0, Math.min(SHOWN, titles.size())));
    return " (in "
        + shown
        + (titles.size() > SHOWN ? " and " + (titles.size() - SHOWN) + " more" : "")
        + ")";
  }
}
