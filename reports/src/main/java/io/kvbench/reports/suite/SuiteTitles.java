package io.kvbench.reports.suite;

import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.results.directory.SuiteDocument.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Titles of the parameters of a suite's cells. */
public final class SuiteTitles {
  /** The axis of systems. */
  public static final String SYSTEM = "db";

  /** Axes whose values say what they are. */
  private static final List<String> BARE = List.of(SYSTEM, "workload", "cell", SuiteCells.SUITE);

  private SuiteTitles() {}

  /** Returns the values on some axes, such as {@code store, clients=10}. */
  public static String of(List<String> axes, Map<String, String> parameters) {
    return axes.stream()
        .filter(parameters::containsKey)
        .map(axis -> (BARE.contains(axis) ? "" : axis + "=") + parameters.get(axis))
        .collect(Collectors.joining(", "));
  }

  /** Returns combinations by their titles on some axes. */
  public static Map<String, List<Combination>> by(
      List<String> axes, List<Combination> combinations) {
    return combinations.stream()
        .collect(
            Collectors.groupingBy(
                each -> of(axes, each.parameters()), LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns the title of one of the runs of a combination. */
  public static String ofRun(Cell cell) {
    return cell.title() + " #" + cell.repeat();
  }
}
