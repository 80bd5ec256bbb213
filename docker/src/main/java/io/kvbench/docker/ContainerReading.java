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
import io.kvbench.results.host.HostSample.InterfaceFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A reading of one container by the engine: counters and gauges of its cgroup, and its network.
 * Missing values are empty.
 *
 * @param cpuNanos processor time since the container was started
 * @param residentBytes memory of its processes, with the files that they have mapped and without
 *     the rest of the page cache
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

  /** Returns the reading; empty for a container that does not run. */
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

  /**
   * Returns what both versions of cgroups count in the same way, under different names: the LRU
   * lists include {@code tmpfs}, but not locked memory.
   */
  private static OptionalLong resident(Statistics told) {
    Optional<StatsConfig> all =
        Optional.ofNullable(told.getMemoryStats()).map(MemoryStatsConfig::getStats);
    OptionalLong first =
        sum(all.map(StatsConfig::getTotalRss), all.map(StatsConfig::getTotalMappedFile));
    return first.isPresent() ? first : sum(memory(told, "anon"), memory(told, "file_mapped"));
  }

  /** The client's library knows the names of the first version only. */
  private static Optional<Long> memory(Statistics told, String name) {
    return part(told.getRawValues().get("memory_stats"), "stats")
        .flatMap(stats -> part(stats, name))
        .filter(Number.class::isInstance)
        .map(figure -> ((Number) figure).longValue());
  }

  private static Optional<Object> part(@Nullable Object whole, String name) {
    return whole instanceof Map<?, ?> parts
        ? Optional.ofNullable(parts.get(name))
        : Optional.empty();
  }

  private static OptionalLong sum(Optional<Long> one, Optional<Long> other) {
    return one.isPresent() && other.isPresent()
        ? OptionalLong.of(one.get() + other.get())
        : OptionalLong.empty();
  }

  /**
   * Returns the bytes of the busiest device: if one consists of others, as with LVM, the kernel
   * counts the same bytes for each of them, and volumes are on one device. Empty if the engine has
   * counted nothing yet, or does not count.
   */
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
                .max()
                .orElse(0));
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
