package io.kvbench.results.format;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The activity of a host in a phase, of all programs on it. Disks and interfaces are summed without
 * double counting; a sector has 512 bytes. A container counts as a host: it has its own network,
 * and no disks.
 *
 * @param host the name of its sampler
 * @param otherCpuPercent processor time of everything that is not sampled as a process here: of
 *     neither kvbench, nor a server, nor the sidecar; 100 is one core, interrupts are left out
 */
public record HostUse(
    String host,
    HostCoverage coverage,
    HostHardware hardware,
    HostCpu cpu,
    HostMemory memory,
    HostDisks disks,
    HostNetwork network,
    SamplerUse sampler,
    OptionalDouble otherCpuPercent) {

  /**
   * The samples of a host.
   *
   * @param coveredNanos for how much of the phase its counters are known
   */
  public record HostCoverage(long samples, long samplesMissed, long coveredNanos)
      implements FlatPart {}

  /**
   * The hardware that figures are sums of.
   *
   * @param devices the disks that are summed, with + between them
   * @param interfaces the network interfaces likewise
   */
  public record HostHardware(
      OptionalLong processors, Optional<String> devices, Optional<String> interfaces)
      implements FlatPart {}

  /**
   * The processor time and load of a host.
   *
   * @param cpuMillis processor time that was not idle, over all processors, without steal
   * @param ioWaitMillis time that processors were idle for disks
   * @param loadMean the load average over a minute, on average over samples
   */
  public record HostCpu(
      OptionalLong cpuMillis,
      OptionalLong ioWaitMillis,
      OptionalLong stealMillis,
      OptionalDouble loadMean,
      OptionalDouble loadMax)
      implements FlatPart {}

  /**
   * The memory of a host.
   *
   * @param memoryAvailableBytesMin the minimum of memory available without swapping
   */
  public record HostMemory(OptionalLong memoryTotalBytes, OptionalLong memoryAvailableBytesMin)
      implements FlatPart {}

  public record HostDisks(
      OptionalLong reads,
      OptionalLong sectorsRead,
      OptionalLong readMillis,
      OptionalLong writes,
      OptionalLong sectorsWritten,
      OptionalLong writeMillis)
      implements FlatPart {}

  /**
   * The traffic of a host's network.
   *
   * @param retransmits TCP segments that were sent again, over all interfaces of the host; empty in
   *     older results
   */
  public record HostNetwork(
      OptionalLong receivedBytes,
      OptionalLong sentBytes,
      OptionalLong receivedPackets,
      OptionalLong sentPackets,
      OptionalLong retransmits)
      implements FlatPart {}

  /**
   * The processor time of the sidecar itself.
   *
   * @param samplerCpuPercent the same over the time that is covered; 100 is one core
   */
  public record SamplerUse(OptionalLong samplerCpuNanos, OptionalDouble samplerCpuPercent)
      implements FlatPart {}
}
