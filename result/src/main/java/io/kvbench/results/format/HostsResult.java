package io.kvbench.results.format;

import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Resource use of servers, kvbench and their hosts while phases ran, from samples. Unknown figures
 * are absent, never 0.
 *
 * @param samplers the samplers, one for each host
 * @param spans all phases together first, then each phase in order
 */
public record HostsResult(List<SamplerResult> samplers, List<Span> spans) {
  public static final String LOCAL = "local";

  public HostsResult {
    samplers = List.copyOf(samplers);
    spans = List.copyOf(spans);
  }

  /** Returns the figures of all phases together; empty where no phase had begun. */
  public Optional<Span> overall() {
    return spans.stream().filter(span -> span.phase().isEmpty()).findFirst();
  }

  public Optional<Span> of(PhaseResult phase) {
    return spans.stream()
        .filter(span -> span.phase().equals(Optional.of(phase.name())))
        .filter(span -> span.step().equals(phase.step()))
        .findFirst();
  }

  /**
   * The source of a host's samples.
   *
   * @param host the name of the host: {@code local} for the machine of kvbench, a container's or a
   *     sidecar's name for others
   * @param kind {@code sidecar}, or {@code docker} for an engine's own figures of a container
   * @param hostName the host name that the host reports
   * @param operatingSystem the operating system that it reports
   * @param everyMillis the planned time between two samples
   * @param samples the number of samples, in and between phases
   * @param cpuNanos processor time of the sidecar until its last sample, its start included
   * @param problem why some are missing, or all from some time on, in a sentence for the user
   * @param clock of a host other than kvbench's, by how much its wall clock is ahead
   */
  public record SamplerResult(
      String host,
      String kind,
      Optional<String> hostName,
      Optional<String> operatingSystem,
      long everyMillis,
      long samples,
      OptionalLong cpuNanos,
      Optional<String> problem,
      Optional<ClockResult> clock) {}

  /**
   * The offset of another host's wall clock from kvbench's; times in the result and in files are
   * already kvbench's.
   *
   * @param offsetNanos theirs less ours when the run began; negative where theirs was behind
   * @param uncertaintyNanos by how much that may be wrong, either way: half of the quickest round
   *     trip
   * @param offsetNanosAtEnd the same once more at the end; empty if the host was not there
   */
  public record ClockResult(
      long offsetNanos,
      long uncertaintyNanos,
      OptionalLong offsetNanosAtEnd,
      OptionalLong uncertaintyNanosAtEnd) {}

  /**
   * The figures of a phase. Counters are the growth between the first and the last sample in it:
   * {@code coveredNanos} is the time between these.
   *
   * @param phase empty for all phases together
   * @param step which part of a run with changing numbers of clients
   * @param wallNanos how long it took; of all phases the sum
   * @param nodes the servers, by name
   * @param client kvbench itself
   * @param overNodes the servers together; empty where there are none
   * @param hosts by the names of their samplers
   * @param agents the agents whose clients sent the requests; empty where there are none
   */
  public record Span(
      Optional<PhaseName> phase,
      Optional<ClientStep> step,
      Instant startedAt,
      long wallNanos,
      List<ProcessUse> nodes,
      Optional<ProcessUse> client,
      Optional<NodesUse> overNodes,
      List<HostUse> hosts,
      Optional<List<ProcessUse>> agents) {

    public Span {
      nodes = List.copyOf(nodes);
      hosts = List.copyOf(hosts);
      agents = agents.map(List::copyOf);
    }

    /** Returns all processes: servers, kvbench and agents. */
    public Stream<ProcessUse> processes() {
      return Stream.of(nodes.stream(), client.stream(), agents.stream().flatMap(List::stream))
          .flatMap(each -> each);
    }

    /**
     * Returns the share of the processors of kvbench's machine that was used by neither kvbench nor
     * the servers that it started there, from 0 to 1; empty where that was not sampled.
     *
     * @param contained whether the servers ran in containers there, which are sampled apart
     */
    public OptionalDouble otherLoad(boolean contained) {
      Optional<HostUse> local = host(LOCAL);
      if (local.isEmpty()
          || local.get().otherCpuPercent().isEmpty()
          || local.get().hardware().processors().isEmpty()) {
        return OptionalDouble.empty();
      }
      double ofServers =
          contained
              ? nodes.stream()
                  .filter(node -> !node.host().equals(LOCAL))
                  .mapToDouble(node -> node.cpuPercentMean().orElse(0))
                  .sum()
              : 0;
      double other = Math.max(0, local.get().otherCpuPercent().getAsDouble() - ofServers);
      return OptionalDouble.of(other / (100 * local.get().hardware().processors().getAsLong()));
    }

    /**
     * Returns the least memory that a server's host has; empty where that of one was not sampled.
     * Containers have no figure: their memory may be limited.
     */
    public OptionalLong serverMemoryBytes() {
      List<OptionalLong> memory =
          nodes.stream()
              .map(node -> host(node.host()))
              .map(
                  host ->
                      host.map(machine -> machine.memory().memoryTotalBytes())
                          .orElse(OptionalLong.empty()))
              .toList();
      return memory.contains(OptionalLong.empty())
          ? OptionalLong.empty()
          : memory.stream().mapToLong(OptionalLong::orElseThrow).min();
    }

    public Optional<HostUse> host(String name) {
      return hosts.stream().filter(host -> host.host().equals(name)).findFirst();
    }
  }
}
