package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments;
import io.kvbench.reports.suite.SuiteTitles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A combination of values on all axes, which the cells with these values share.
 *
 * @param parameters the values by the axes' names, in order
 * @param workloads the workload files, later ones overriding earlier ones
 * @param assignments all properties of the runs but those of workload files, in the order of
 *     precedence
 */
record Combination(
    String system,
    Map<String, String> parameters,
    List<String> workloads,
    Assignments assignments) {
  Combination {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    workloads = List.copyOf(workloads);
  }

  /** Returns the values on some axes in words, such as {@code store, clients=10}. */
  String title(List<String> axes) {
    return SuiteTitles.of(axes, parameters);
  }
}
