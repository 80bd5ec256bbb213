package io.kvbench.results.directory;

import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.workload.LoadProfile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The content of {@code plan.json}: the complete plan of a run, so that it can be repeated and so
 * that two runs can be compared.
 *
 * @param schema {@link #SCHEMA}
 * @param seed what the clients' random streams are derived from
 * @param load what requests are like; empty in files of earlier versions
 * @param faults what is going to be done to the servers during the run phase, in order; empty where
 *     nothing is
 * @param settings every setting in force, also those left at their defaults, by name; whoever fills
 *     this in has masked the secrets
 * @param notes remarks of the planner for the user
 */
public record PlanDocument(
    String schema,
    String workload,
    String system,
    long seed,
    Optional<LoadProfile> load,
    List<PhaseDocument> phases,
    Optional<List<FaultDocument>> faults,
    Map<String, SettingDocument> settings,
    List<String> notes) {

  public static final String SCHEMA = "kvbench-plan/1";

  public PlanDocument {
    phases = List.copyOf(phases);
    faults = faults.map(List::copyOf);
    settings = Map.copyOf(settings);
    notes = List.copyOf(notes);
  }

  /**
   * A phase of the plan.
   *
   * @param name {@code load}, {@code warmup} or {@code run}
   * @param step which part of a run with changing numbers of clients; empty in any other phase
   * @param loadModel in words, as in the result
   * @param offeredPerSecond the rate of arrivals; empty in a closed loop
   * @param requests how many requests it makes; empty if only time ends it
   * @param maxWallNanos when it ends at the latest; empty if only the number of requests ends it
   * @param onlyIfStoreIsEmpty whether the phase is left out when the store has records already
   * @param mix the share of each type of operation, from 0 to 1, by the type's name
   */
  public record PhaseDocument(
      String name,
      Optional<ClientStep> step,
      int clients,
      int connections,
      String loadModel,
      OptionalDouble offeredPerSecond,
      OptionalLong requests,
      OptionalLong maxWallNanos,
      boolean onlyIfStoreIsEmpty,
      Map<String, Double> mix) {

    public PhaseDocument {
      mix = Map.copyOf(mix);
    }
  }

  /**
   * A planned fault of a server, or of the network between clients and servers.
   *
   * @param action {@code KILL}, {@code PAUSE}, {@code RESUME}, {@code RESTART}, {@code CUT}, {@code
   *     HEAL}, {@code RESET}, {@code ISOLATE} or {@code REJOIN}; {@code NETWORK} for a change of a
   *     network condition
   * @param target {@code leader}, {@code follower}, {@code all}, {@code random}, {@code killed},
   *     {@code paused}, {@code cut}, {@code isolated}, {@code slowed}, {@code full}, {@code node1}
   *     and so on, or a server's name; for {@code NETWORK} the condition, such as {@code
   *     net.latency=250ms}
   * @param atNanos when, from the start of the run phase
   * @param everyNanos the time between repetitions; empty where it is not repeated, and in files of
   *     earlier versions
   * @param forNanos after which time it is undone; empty where it is not, and in files of earlier
   *     versions
   */
  public record FaultDocument(
      String action, String target, long atNanos, OptionalLong everyNanos, OptionalLong forNanos) {}

  /**
   * A setting in force.
   *
   * @param value as it was written, or the default
   * @param origin the file and line, or the flag, that it comes from; empty for a default
   * @param affects {@code load}, {@code servers}, {@code client} or {@code presentation}; empty in
   *     files of earlier versions
   * @param decides the fact that runs are compared by rather than by this value, as in {@code key
   *     size}; empty where there is none, and in files of earlier versions
   * @param sha256 the digest of the file that it names, where the file shapes the load
   */
  public record SettingDocument(
      String value,
      Optional<String> origin,
      Optional<String> affects,
      Optional<String> decides,
      Optional<String> sha256) {}
}
