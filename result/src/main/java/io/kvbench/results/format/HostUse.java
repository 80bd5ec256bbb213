package io.kvbench.results.format;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The activity of a host in a phase, of all programs on it. Disks and interfaces are summed,
 * without what would count twice; a sector has 512 bytes. A container counts as a host: it has its
 * own network, and no disks.
 *
 * @param host the name of its sampler
 * @param samples the number of samples
 * @param samplesMissed the number of missed samples
 * @param coveredNanos for how much of the phase its counters are known
 * @param processors how many it has
 * @param devices the disks that are summed, with + between them
 * @param interfaces the network interfaces likewise
 * @param cpuMillis processor time that was not idle, over all processors, without steal
 * @param ioWaitMillis time that processors were idle for disks
 * @param stealMillis steal
 * @param loadMean the load average over a minute, on average over samples
 * @param memoryAvailableBytesMin the minimum of memory available without swapping
 * @param samplerCpuNanos processor time of the sidecar itself
 * @param samplerCpuPercent the same over that time; 100 is one core
 * @param otherCpuPercent processor time of everything that is not sampled as a process here: of
 *     neither kvbench, nor a server, nor the sidecar; 100 is one core, interrupts are left out
 */
public record HostUse(
    String host,
    long samples,
    long samplesMissed,
    long coveredNanos,
    OptionalLong processors,
    Optional<String> devices,
    Optional<String> interfaces,
    OptionalLong cpuMillis,
    OptionalLong ioWaitMillis,
    OptionalLong stealMillis,
    OptionalDouble loadMean,
    OptionalDouble loadMax,
    OptionalLong memoryTotalBytes,
    OptionalLong memoryAvailableBytesMin,
    OptionalLong reads,
    OptionalLong sectorsRead,
    OptionalLong readMillis,
    OptionalLong writes,
    OptionalLong sectorsWritten,
    OptionalLong writeMillis,
    OptionalLong receivedBytes,
    OptionalLong sentBytes,
    OptionalLong receivedPackets,
    OptionalLong sentPackets,
    OptionalLong samplerCpuNanos,
    OptionalDouble samplerCpuPercent,
    OptionalDouble otherCpuPercent) {}
