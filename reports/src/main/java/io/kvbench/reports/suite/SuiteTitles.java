package io.kvbench.reports.suite;

import io.kvbench.results.directory.SuiteDocument.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Titles of the parameters of a suite's cells. */
public final class SuiteTitles {
  /** The axis of systems. */
  public static final String SYSTEM = "db";

  /** The axis of several suites that are looked at together. */
  static final String SUITE = "suite";

  /** Axes whose values say what they are. */
  private static final List<String> BARE = List.of(SYSTEM, "workload", "cell", SUITE);

  private SuiteTitles() {}

  /** Returns the values on some axes, such as {@code store, clients=10}. */
  public static String of(List<String> axes, Map<String, String> parameters) {
    return String.join(
        ", ",
        axes.stream()
            .flatMap(
                axis ->
                    Optional.ofNullable(parameters.get(axis))
                        .map(value -> BARE.contains(axis) ? value : axis + "=" + value)
                        .stream())
            .toList());
  }

  /** Returns the title of one of the runs of a combination. */
  public static String ofRun(Cell cell) {
    return cell.title() + " #" + cell.repeat();
  }
}
