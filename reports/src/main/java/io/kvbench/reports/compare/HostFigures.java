package io.kvbench.reports.compare;

import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.ServerResult;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What servers, kvbench and their hosts used in the phases that a run was about. Empty is what
 * nobody looked at.
 *
 * @param received bytes that came to the servers' hosts
 * @param sent bytes that went from them
 * @param reads requests of the disks of these hosts
 * @param sectorsRead of 512 bytes
 * @param cpuSeconds processor time of all servers
 * @param writtenBytes what all servers made their systems write to disks
 * @param readBytes likewise read
 * @param maxMeanCpuPercent the mean over servers when it was highest; 100 is one processor
 * @param maxCpuPercent the most of a single server
 * @param maxMeanResidentBytes the mean over servers when it was highest
 * @param maxResidentBytes the most of a single server
 * @param meanDiskBytes what a server's files took at the end, on average
 * @param clientReceived bytes that came to the host of kvbench
 */
record HostFigures(
    OptionalLong received,
    OptionalLong sent,
    OptionalLong reads,
    OptionalLong sectorsRead,
    OptionalLong writes,
    OptionalLong sectorsWritten,
    OptionalDouble cpuSeconds,
    OptionalLong readBytes,
    OptionalLong writtenBytes,
    OptionalDouble maxMeanCpuPercent,
    OptionalDouble maxCpuPercent,
    OptionalLong maxMeanResidentBytes,
    OptionalLong maxResidentBytes,
    OptionalLong meanDiskBytes,
    OptionalLong clientReceived,
    OptionalLong clientSent,
    OptionalDouble clientMaxCpuPercent,
    OptionalLong clientMaxResidentBytes) {

  static HostFigures of(RunResult result) {
    OptionalLong unknown = OptionalLong.empty();
    OptionalDouble unmeasured = OptionalDouble.empty();
    long peak = result.client().peakResidentBytes();
    return new HostFigures(
        unknown,
        unknown,
        unknown,
        unknown,
        unknown,
        unknown,
        unmeasured,
        unknown,
        unknown,
        unmeasured,
        unmeasured,
        unknown,
        unknown,
        meanDiskBytes(result.cluster().askedServers()),
        unknown,
        unknown,
        unmeasured,
        peak == 0 ? unknown : OptionalLong.of(peak));
  }

  /** A mean over some of the servers would be none of theirs. */
  private static OptionalLong meanDiskBytes(List<ServerResult> servers) {
    OptionalDouble mean =
        servers.stream().allMatch(server -> server.diskBytes().isPresent())
            ? servers.stream().mapToLong(server -> server.diskBytes().orElseThrow()).average()
            : OptionalDouble.empty();
    return mean.isPresent()
        ? OptionalLong.of(Math.round(mean.getAsDouble()))
        : OptionalLong.empty();
  }
}
