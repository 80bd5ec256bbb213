package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.StoreFindings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The input of the verdict on a run.
 *
 * @param localSystem whether the system lives inside kvbench
 * @param repeatedCompletions how often the binding completed an operation again
 * @param records what requests choose from
 * @param endpointHere an endpoint that is an address of kvbench's machine
 * @param rates of the phases, in any order; a phase without any is not judged by them
 * @param hosts what the hosts did; empty where they were not sampled
 * @param agents what each agent did; empty where the clients were those of this process
 */
public record Evidence(
    RunStatus status,
    List<PhaseResult> phases,
    StoreFindings store,
    RunResult.ClusterResult cluster,
    boolean localSystem,
    long repeatedCompletions,
    Records records,
    Optional<String> endpointHere,
    List<PhaseRates> rates,
    Optional<HostsResult> hosts,
    List<AgentResult> agents) {

  public Evidence {
    phases = List.copyOf(phases);
    rates = List.copyOf(rates);
    agents = List.copyOf(agents);
  }

  /** Creates the evidence of a run without agents. */
  public Evidence(
      RunStatus status,
      List<PhaseResult> phases,
      StoreFindings store,
      RunResult.ClusterResult cluster,
      boolean localSystem,
      long repeatedCompletions,
      Records records,
      Optional<String> endpointHere,
      List<PhaseRates> rates,
      Optional<HostsResult> hosts) {
    this(
        status,
        phases,
        store,
        cluster,
        localSystem,
        repeatedCompletions,
        records,
        endpointHere,
        rates,
        hosts,
        List.of());
  }

  /** Returns how many processes have sent the requests. */
  int processes() {
    return Math.max(1, agents.size());
  }

  /** Returns the rates of a phase; none where they are not known. */
  PhaseRates ratesOf(PhaseResult phase) {
    return rates.stream()
        .filter(of -> of.phase() == phase.name() && of.step().equals(phase.step()))
        .findFirst()
        .orElseGet(() -> new PhaseRates(phase.name(), phase.step(), List.of(), Map.of()));
  }

  /**
   * The records of a workload.
   *
   * @param count how many there are when the run begins; 0 if that is not known
   * @param bytesEach how many bytes a record has on average, its key included
   * @param sameKey whether the workload reads one of them only, as its purpose
   * @param before how many must be there before the first phase; 0 where a phase loads them, or no
   *     request needs one
   */
  public record Records(long count, long bytesEach, boolean sameKey, long before) {}

  /**
   * The rates of a phase in each full second of its window of sending, in order.
   *
   * @param okPerSecond operations answered OK per second; of a closed loop
   * @param p50Nanos median response times of those answered OK, by type; of an open loop with a
   *     constant rate, and of types with enough operations in each second
   */
  public record PhaseRates(
      PhaseName phase,
      Optional<ClientStep> step,
      List<Double> okPerSecond,
      Map<OperationType, List<Double>> p50Nanos) {
    public PhaseRates {
      okPerSecond = List.copyOf(okPerSecond);
      p50Nanos = Map.copyOf(p50Nanos);
    }
  }

  /**
   * Returns the load on kvbench's machine in a phase by neither kvbench nor its servers; empty with
   * agents, of whose processes there are no samples.
   */
  OptionalDouble otherLoad(PhaseResult phase) {
    return hosts
        .filter(sampled -> agents.isEmpty())
        .flatMap(all -> all.of(phase))
        .map(span -> span.otherLoad(cluster.inContainers()))
        .orElse(OptionalDouble.empty());
  }

  /** Returns the least memory that a server's host has; empty where not all were sampled. */
  OptionalLong serverMemoryBytes(PhaseResult phase) {
    return hosts
        .flatMap(all -> all.of(phase))
        .map(HostsResult.Span::serverMemoryBytes)
        .orElse(OptionalLong.empty());
  }
}
