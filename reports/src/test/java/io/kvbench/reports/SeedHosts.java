package io.kvbench.reports;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.ProcessUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Resource use of three servers on separate machines and a client on another, as far as the older
 * tools' table reports it.
 *
 * @param received over all servers, as the other counters
 * @param cpuPercent the mean over servers when it was highest
 * @param residentBytes likewise
 */
public record SeedHosts(
    long received,
    long sent,
    long clientReceived,
    long clientSent,
    double cpuPercent,
    long residentBytes,
    double clientCpuPercent,
    long clientResidentBytes,
    long reads,
    long writes,
    long sectorsWritten) {
  private static final int NODES = 3;

  HostsResult result(long wallNanos) {
    List<ProcessUse> nodes = new ArrayList<>();
    List<HostUse> hosts = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      String name = "node-" + node;
      nodes.add(process(name, wallNanos, cpuPercent, residentBytes));
      hosts.add(
          host(
              name,
              wallNanos,
              part(received, node),
              part(sent, node),
              OptionalLong.of(part(reads, node)),
              OptionalLong.of(0),
              OptionalLong.of(part(writes, node)),
              OptionalLong.of(part(sectorsWritten, node))));
    }
    OptionalLong none = OptionalLong.empty();
    hosts.add(host("client", wallNanos, clientReceived, clientSent, none, none, none, none));
    Span span =
        new Span(
            Optional.of(PhaseName.RUN),
            Optional.empty(),
            PhaseFixtures.START,
            wallNanos,
            nodes,
            Optional.of(process("client", wallNanos, clientCpuPercent, clientResidentBytes)),
            NodesUse.of(
                nodes,
                OptionalDouble.of(NODES * cpuPercent),
                OptionalLong.of(NODES * residentBytes)),
            hosts,
            Optional.empty());
    return new HostsResult(List.of(), List.of(span));
  }

  private static long part(long sum, int node) {
    return sum / NODES + (node < sum % NODES ? 1 : 0);
  }

  private static ProcessUse process(String name, long wall, double cpuPercent, long resident) {
    OptionalLong none = OptionalLong.empty();
    return new ProcessUse(
        name,
        name,
        0,
        wall,
        none,
        OptionalDouble.empty(),
        OptionalDouble.of(cpuPercent),
        none,
        OptionalLong.of(resident),
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none);
  }

  private static HostUse host(
      String name,
      long wall,
      long received,
      long sent,
      OptionalLong reads,
      OptionalLong sectorsRead,
      OptionalLong writes,
      OptionalLong sectorsWritten) {
    OptionalLong none = OptionalLong.empty();
    return new HostUse(
        name,
        new HostUse.HostCoverage(0, 0, wall),
        new HostUse.HostHardware(none, Optional.empty(), Optional.empty()),
        new HostUse.HostCpu(none, none, none, OptionalDouble.empty(), OptionalDouble.empty()),
        new HostUse.HostMemory(none, none),
        new HostUse.HostDisks(reads, sectorsRead, none, writes, sectorsWritten, none),
        new HostUse.HostNetwork(OptionalLong.of(received), OptionalLong.of(sent), none, none, none),
        new HostUse.SamplerUse(none, OptionalDouble.empty()),
        OptionalDouble.empty());
  }
}
