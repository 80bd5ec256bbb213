package io.kvbench.results.host;

import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The source of a {@link HostMetric}: one sample of a host, and one process in it.
 *
 * @param process empty where only the host is read
 * @param directory the data directory of the process; empty where unknown
 * @param disks those of the sample, without devices that are made of other disks
 * @param interfaces those of the sample, without the bridges of containers
 */
public record HostReading(
    HostSample sample,
    Optional<ProcessFigures> process,
    Optional<DirectoryFigures> directory,
    List<DiskFigures> disks,
    List<InterfaceFigures> interfaces) {
  private static final Predicate<String> MADE_OF_DISKS =
      Pattern.compile("(dm-|md|loop|zram|ram)\\d+").asMatchPredicate();
  private static final Predicate<String> BRIDGES =
      Pattern.compile("(veth|br-|docker|virbr|ifb).*").asMatchPredicate();

  public HostReading {
    disks = List.copyOf(disks);
    interfaces = List.copyOf(interfaces);
  }

  /** Reads a host and one process on it. */
  public static HostReading of(
      HostSample sample, Optional<ProcessFigures> process, Optional<DirectoryFigures> directory) {
    return new HostReading(
        sample,
        process,
        directory,
        sample.disks().stream().filter(each -> !MADE_OF_DISKS.test(each.device())).toList(),
        sample.interfaces().stream().filter(each -> !BRIDGES.test(each.name())).toList());
  }

  /**
   * Returns this reading without the disks and interfaces that the other lacks: the earlier counts
   * of one that appeared or was removed must not change the difference.
   */
  public HostReading commonWith(HostReading other) {
    return new HostReading(
        sample,
        process,
        directory,
        common(disks, other.disks, DiskFigures::device),
        common(interfaces, other.interfaces, InterfaceFigures::name));
  }

  /** Returns the names of the disks, with + between them; empty where there are none. */
  public Optional<String> diskNames() {
    return names(disks, DiskFigures::device);
  }

  /** Returns the names of the interfaces likewise. */
  public Optional<String> interfaceNames() {
    return names(interfaces, InterfaceFigures::name);
  }

  private static <T> List<T> common(List<T> own, List<T> others, Function<T, String> name) {
    Set<String> there = others.stream().map(name).collect(Collectors.toSet());
    return own.stream().filter(each -> there.contains(name.apply(each))).toList();
  }

  private static <T> Optional<String> names(List<T> all, Function<T, String> name) {
    return all.stream().map(name).reduce((one, other) -> one + "+" + other);
  }
}
