package io.kvbench.results.verdict;

import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ProcessUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Samples of made-up hosts in a phase: figures that a test does not set are unknown. */
final class SampledHosts {
  private static final OptionalLong NO = OptionalLong.empty();
  private static final OptionalDouble NONE = OptionalDouble.empty();

  private SampledHosts() {}

  /** Returns this machine with two processors and this load from other processes. */
  static HostsResult local(PhaseResult phase, double otherCpuPercent) {
    return spanning(
        phase,
        List.of(),
        List.of(
            host(HostsResult.LOCAL, OptionalLong.of(2), NO, OptionalDouble.of(otherCpuPercent))));
  }

  /** Returns servers, each on a host with so much memory. */
  static HostsResult servers(PhaseResult phase, OptionalLong... memoryBytes) {
    List<ProcessUse> nodes = new ArrayList<>();
    List<HostUse> hosts = new ArrayList<>();
    for (OptionalLong bytes : memoryBytes) {
      String name = "host" + hosts.size();
      nodes.add(process(name));
      hosts.add(host(name, NO, bytes, NONE));
    }
    return spanning(phase, nodes, hosts);
  }

  private static HostsResult spanning(
      PhaseResult phase, List<ProcessUse> nodes, List<HostUse> hosts) {
    return new HostsResult(
        List.of(),
        List.of(
            new HostsResult.Span(
                Optional.of(phase.name()),
                phase.step(),
                phase.span().startedAt(),
                phase.span().wallNanos(),
                nodes,
                Optional.empty(),
                Optional.empty(),
                hosts,
                Optional.empty())));
  }

  private static ProcessUse process(String host) {
    return new ProcessUse(
        "server", host, 9, 1, NO, NONE, NONE, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO);
  }

  private static HostUse host(
      String name, OptionalLong processors, OptionalLong memoryBytes, OptionalDouble otherPercent) {
    return new HostUse(
        name,
        new HostUse.HostCoverage(9, 0, 1),
        new HostUse.HostHardware(processors, Optional.empty(), Optional.empty()),
        new HostUse.HostCpu(NO, NO, NO, NONE, NONE),
        new HostUse.HostMemory(memoryBytes, NO),
        new HostUse.HostDisks(NO, NO, NO, NO, NO, NO),
        new HostUse.HostNetwork(NO, NO, NO, NO, NO),
        new HostUse.SamplerUse(NO, NONE),
        otherPercent);
  }
}
