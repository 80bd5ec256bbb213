package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments;
import java.util.List;

/**
 * A combination of which a plan can be made.
 *
 * @param title its values on those axes on which there are several, in words
 * @param workload the name of the workload
 * @param assignments all properties of its runs, in the order of precedence
 * @param phases in words
 * @param servers stands for the servers that its runs need: equal for equal ones
 * @param kind where these come from
 */
record PlannedCombination(
    Combination combination,
    String title,
    String workload,
    Assignments assignments,
    List<String> phases,
    Expected expected,
    String servers,
    ServerKind kind) {
  PlannedCombination {
    phases = List.copyOf(phases);
  }

  /** The origin of servers. */
  enum ServerKind {
    /** The system runs inside kvbench. */
    NONE,
    /** They are the user's own. */
    ENDPOINTS,
    /** Each run starts its own. */
    OF_RUN,
    /** The suite starts them for all runs that need them. */
    SHARED
  }
}
