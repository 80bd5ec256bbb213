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
 * What an engine reports about one container: counters and gauges of its cgroup, and its network.
 * What it does not tell is empty.
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

  /**
   * What both versions of cgroups count alike, under other names: the LRU lists have {@code tmpfs}
   * in them, and lack what is locked.
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
   * Of the busiest device: where one is made of others, as with LVM, the kernel counts the same
   * bytes for each of them, and volumes are in one place. An engine that has counted nothing yet
   * says nothing, as does one that does not count.
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
