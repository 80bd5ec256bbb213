package io.kvbench.core.binding;

import io.kvbench.core.setting.Secrets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one server says about itself and its records, at one moment.
 *
 * @param endpoint where it is, as the binding was told
 * @param version its version, if it tells
 * @param leader whether it leads its cluster; false where it does not tell
 * @param term a number that is the same in all servers of a cluster and grows with every election
 *     of a leader, such as Raft's term; empty where the server does not tell
 * @param keys how many records the workload has there; empty where there is no way to count that is
 *     fit for millions of records, which {@link #NOT_COUNTED} then declares, or it failed, which
 *     {@code problem} then says
 * @param details further facts that only this system tells, by names in small letters and with the
 *     unit in the name, such as {@code dbSizeBytes}; in the order in which to show them
 * @param problem why there is no answer, or only a part of one, in words for the user; passwords in
 *     it, as in {@code user:password@host}, are masked
 */
public record ServerState(
    String endpoint,
    Optional<String> version,
    boolean leader,
    OptionalLong term,
    OptionalLong keys,
    Map<String, String> details,
    Optional<String> problem) {

  /** The detail that says why {@code keys} are empty, where nobody counted for a good reason. */
  public static final String NOT_COUNTED = "keysNotCounted";

  public ServerState {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    problem = problem.map(Secrets::mask);
  }

  /** Returns a server that tells nothing but the number of its records. */
  public static ServerState of(String endpoint, OptionalLong keys) {
    return new ServerState(
        endpoint, Optional.empty(), false, OptionalLong.empty(), keys, Map.of(), Optional.empty());
  }

  /** Returns a server that declares that it cannot count its records, and why. */
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

  /** Returns a server that did not answer. */
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
