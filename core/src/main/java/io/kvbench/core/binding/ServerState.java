package io.kvbench.core.binding;

import io.kvbench.core.setting.Secrets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of one server and its records at one moment.
 *
 * @param endpoint the endpoint that the binding was given
 * @param version its version, if reported
 * @param leader whether it is the leader of its cluster; false if unknown
 * @param term a number that is the same in all servers of a cluster and grows with every election
 *     of a leader, such as Raft's term; empty if not reported
 * @param keys the number of the workload's records there; empty if the system has no way to count
 *     millions of records, as {@link #NOT_COUNTED} then declares, or if counting failed, as {@code
 *     problem} then says
 * @param details further properties of this system, by camel-case names with the unit in the name,
 *     such as {@code dbSizeBytes}; in the order in which to show them
 * @param problem why the answer is missing or incomplete, for the user; passwords, as in {@code
 *     user:password@host}, are masked
 */
public record ServerState(
    String endpoint,
    Optional<String> version,
    boolean leader,
    OptionalLong term,
    OptionalLong keys,
    Map<String, String> details,
    Optional<String> problem) {

  /**
   * The detail that identifies a server regardless of its address: two endpoints with the same
   * value are the same server.
   */
  public static final String IDENTITY = "serverId";

  /** The detail with the reason why records were deliberately not counted. */
  public static final String NOT_COUNTED = "keysNotCounted";

  public ServerState {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    problem = problem.map(Secrets::mask);
  }

  /** Returns the state of a server that reports only its number of records. */
  public static ServerState of(String endpoint, OptionalLong keys) {
    return new ServerState(
        endpoint, Optional.empty(), false, OptionalLong.empty(), keys, Map.of(), Optional.empty());
  }

  /** Returns the state of a server that cannot count its records, with the reason. */
  public static ServerState uncounted(String endpoint, String why) {
    return new ServerState(
        endpoint,
        Optional.empty(),
        false,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Map.of(NOT_COUNTED, why),
        Optional.empty());
  }

  /** Returns the state of a server that did not answer. */
  public static ServerState silent(String endpoint, String problem) {
    return new ServerState(
        endpoint,
        Optional.empty(),
        false,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Map.of(),
        Optional.of(problem));
  }
}
