package io.kvbench.runner.suite;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.results.statistics.StoppingRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A suite all of whose runs can be carried out.
 *
 * @param axes the names of all parameters, in order
 * @param definition everything that the suite depends on, by name, with secrets masked
 * @param combinations in the order of the axes
 * @param cells in the order in which they run
 * @param until after which runs of a combination no more are needed; empty where all are
 * @param pause before each run but the first
 * @param budget of time; empty for none
 * @param clean whether keys are removed from servers that had a run before
 * @param permissions those of everything that is written
 */
public record SuitePlan(
    String name,
    List<String> axes,
    Map<String, String> definition,
    List<PlannedCombination> combinations,
    List<PlannedCell> cells,
    Optional<StoppingRule> until,
    Duration pause,
    Optional<Duration> budget,
    boolean clean,
    FilePermissions permissions) {
  public SuitePlan {
    axes = List.copyOf(axes);
    definition = Map.copyOf(definition);
    combinations = List.copyOf(combinations);
    cells = List.copyOf(cells);
  }

  /**
   * A run.
   *
   * @param name that of its directory
   * @param repeat which run of its combination, from 1
   */
  record PlannedCell(String name, PlannedCombination of, int repeat) {}

  /** Returns how many runs there are. */
  public int size() {
    return cells.size();
  }

  /** Returns how many runs each combination has, or may have. */
  int repeats() {
    return cells.size() / combinations.size();
  }
}
