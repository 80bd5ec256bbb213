package io.kvbench.core.host;

import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The disks and the network interfaces of a host as one of each, without what would count twice:
 * devices that are made of other disks, and the bridges of containers.
 */
public final class HostTotals {
  private static final Predicate<String> MADE_OF_DISKS =
      Pattern.compile("(dm-|md|loop|zram|ram)\\d+").asMatchPredicate();
  private static final Predicate<String> BRIDGES =
      Pattern.compile("(veth|br-|docker|virbr|ifb).*").asMatchPredicate();

  private HostTotals() {}

  /** Returns the sum of all disks, named for what it is the sum of; empty where there are none. */
  public static Optional<DiskFigures> disks(HostSample sample) {
    List<DiskFigures> all =
        sample.disks().stream().filter(disk -> !MADE_OF_DISKS.test(disk.device())).toList();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DiskFigures(
                names(all, DiskFigures::device),
                sum(all, DiskFigures::reads),
                sum(all, DiskFigures::sectorsRead),
                sum(all, DiskFigures::readMillis),
                sum(all, DiskFigures::writes),
                sum(all, DiskFigures::sectorsWritten),
                sum(all, DiskFigures::writeMillis),
                sum(all, DiskFigures::busyMillis)));
  }

  /** Returns the sum of all interfaces, named likewise; the loopback is one of them. */
  public static Optional<InterfaceFigures> interfaces(HostSample sample) {
    List<InterfaceFigures> all =
        sample.interfaces().stream().filter(each -> !BRIDGES.test(each.name())).toList();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new InterfaceFigures(
                names(all, InterfaceFigures::name),
                total(all, InterfaceFigures::receivedBytes),
                total(all, InterfaceFigures::receivedPackets),
                total(all, InterfaceFigures::sentBytes),
                total(all, InterfaceFigures::sentPackets)));
  }

  /**
   * Returns a sample with those of its disks and interfaces only that another has, too: what one
   * that has come or gone did before is nobody's, and takes nothing from the others.
   */
  public static HostSample whatBothHave(HostSample sample, HostSample other) {
    return sample.with(
        both(sample.disks(), other.disks(), DiskFigures::device),
        both(sample.interfaces(), other.interfaces(), InterfaceFigures::name));
  }

  private static <T> List<T> both(List<T> own, List<T> others, Function<T, String> name) {
    Set<String> there = others.stream().map(name).collect(Collectors.toSet());
    return own.stream().filter(each -> there.contains(name.apply(each))).toList();
  }

  private static <T> String names(List<T> all, Function<T, String> name) {
    return all.stream().map(name).collect(Collectors.joining("+"));
  }

  /** The sum of some would be taken for the sum of all. */
  private static OptionalLong sum(
      List<DiskFigures> all, Function<DiskFigures, OptionalLong> figure) {
    List<OptionalLong> each = all.stream().map(figure).toList();
    return each.contains(OptionalLong.empty())
        ? OptionalLong.empty()
        : OptionalLong.of(each.stream().mapToLong(OptionalLong::orElseThrow).sum());
  }

  private static long total(List<InterfaceFigures> all, ToLongFunction<InterfaceFigures> figure) {
    return all.stream().mapToLong(figure).sum();
  }
}
