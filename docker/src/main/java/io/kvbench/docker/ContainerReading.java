package io.kvbench.docker;

import com.github.dockerjava.api.model.BlkioStatEntry;
import com.github.dockerjava.api.model.BlkioStatsConfig;
import com.github.dockerjava.api.model.CpuStatsConfig;
import com.github.dockerjava.api.model.CpuUsageConfig;
import com.github.dockerjava.api.model.MemoryStatsConfig;
import com.github.dockerjava.api.model.PidsStatsConfig;
import com.github.dockerjava.api.model.StatisticNetworksConfig;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.api.model.StatsConfig;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an engine tells of one container: counters and gauges of its cgroup, and its network. What
 * it does not tell is empty.
 *
 * @param cpuNanos processor time since the container was started
 * @param residentBytes memory of its processes, as their resident sizes would add up: without the
 *     page cache that they do not map
 * @param tasks processes and their threads
 */
record ContainerReading(
    long processors,
    OptionalLong cpuNanos,
    OptionalLong residentBytes,
    OptionalLong tasks,
    OptionalLong readBytes,
    OptionalLong writtenBytes,
    List<InterfaceFigures> interfaces) {

  /** Returns what was told; empty of a container that does not run. */
  static Optional<ContainerReading> of(Statistics told) {
    Optional<CpuStatsConfig> cpu = Optional.ofNullable(told.getCpuStats());
    OptionalLong nanos =
        number(
            cpu.map(CpuStatsConfig::getCpuUsage).map(CpuUsageConfig::getTotalUsage).orElse(null));
    if (nanos.isEmpty() || nanos.getAsLong() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new ContainerReading(
            cpu.map(CpuStatsConfig::getOnlineCpus).orElse(0L),
            nanos,
            resident(told),
            number(
                Optional.ofNullable(told.getPidsStats())
                    .map(PidsStatsConfig::getCurrent)
                    .orElse(null)),
            transferred(told, "read"),
            transferred(told, "write"),
            interfaces(told)));
  }

  /** The names are those of the second version of cgroups and, after them, of the first. */
  private static OptionalLong resident(Statistics told) {
    Map<String, Object> all =
        Optional.ofNullable(told.getMemoryStats())
            .map(MemoryStatsConfig::getStats)
            .map(StatsConfig::getRawValues)
            .orElse(Map.of());
    OptionalLong second = sum(all.get("anon"), all.get("file_mapped"));
    return second.isPresent() ? second : sum(all.get("total_rss"), all.get("total_mapped_file"));
  }

  private static OptionalLong sum(@Nullable Object one, @Nullable Object other) {
    return one instanceof Number first && other instanceof Number second
        ? OptionalLong.of(first.longValue() + second.longValue())
        : OptionalLong.empty();
  }

  /** An engine that has counted nothing yet says nothing, as does one that does not count. */
  private static OptionalLong transferred(Statistics told, String operation) {
    List<BlkioStatEntry> all =
        Optional.ofNullable(told.getBlkioStats())
            .map(BlkioStatsConfig::getIoServiceBytesRecursive)
            .orElse(List.of());
    return all.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            all.stream()
                .filter(entry -> operation.equalsIgnoreCase(entry.getOp()))
                .mapToLong(entry -> Optional.ofNullable(entry.getValue()).orElse(0L))
                .sum());
  }

  private static List<InterfaceFigures> interfaces(Statistics told) {
    Map<String, StatisticNetworksConfig> all =
        Optional.ofNullable(told.getNetworks()).orElse(Map.of());
    return new TreeMap<>(all)
        .entrySet().stream().map(entry -> of(entry.getKey(), entry.getValue())).toList();
  }

  private static InterfaceFigures of(String name, StatisticNetworksConfig told) {
    return new InterfaceFigures(
        name,
        number(told.getRxBytes()).orElse(0),
        number(told.getRxPackets()).orElse(0),
        number(told.getTxBytes()).orElse(0),
        number(told.getTxPackets()).orElse(0));
  }

  private static OptionalLong number(@Nullable Long figure) {
    return figure == null ? OptionalLong.empty() : OptionalLong.of(figure);
  }
}
