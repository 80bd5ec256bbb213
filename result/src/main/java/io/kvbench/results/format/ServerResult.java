package io.kvbench.results.format;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of one server after the run. Values that it did not report are empty.
 *
 * @param endpoint where clients connect to
 * @param name its name among the servers that kvbench started
 * @param leader whether it was the leader of its cluster; false if unknown
 * @param keysFound the workload's records that it had
 * @param diskBytes what its files took on disk after it was stopped, or at the end where it was not
 * @param termBefore a number that grows with every election of a leader, before the first phase
 * @param termAfter the same number after the last phase
 * @param details further properties of this system, by name
 * @param problem why its state is missing or incomplete, for the user
 */
public record ServerResult(
    String endpoint,
    Optional<String> name,
    Optional<String> version,
    boolean leader,
    OptionalLong keysFound,
    OptionalLong diskBytes,
    OptionalLong termBefore,
    OptionalLong termAfter,
    Map<String, String> details,
    Optional<String> problem) {

  public ServerResult {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }
}
