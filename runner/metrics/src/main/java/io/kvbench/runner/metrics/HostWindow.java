package io.kvbench.runner.metrics;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.HostSample.CpuFigures;
import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import io.kvbench.core.host.HostTotals;
import io.kvbench.core.host.ProcessFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** The looks at one host of about the last second: rates are over all of it. For one thread. */
final class HostWindow {
  /** A little less than a second: looks are late by turns. */
  private static final long LONG_NANOS = Duration.ofMillis(950).toNanos();

  private static final long LEAST_PATIENCE = Duration.ofSeconds(3).toNanos();
  private static final int PERIODS = 3;
  private static final long SECTOR_BYTES = 512;
  private static final double MILLI = 1e-3;
  private static final double NANO = 1e-9;

  private final List<HostSample> looks = new ArrayList<>();
  private long arrivedNanos;
  private long patienceNanos = LEAST_PATIENCE;

  void add(HostSample look, long nowNanos) {
    if (!looks.isEmpty()) {
      HostSample before = looks.getLast();
      long periods = Math.max(1, look.number() - before.number());
      patienceNanos = Math.max(LEAST_PATIENCE, PERIODS * nanos(before, look) / periods);
    }
    looks.add(look);
    arrivedNanos = nowNanos;
    while (looks.size() > 2 && nanos(looks.get(1), look) >= LONG_NANOS) {
      looks.removeFirst();
    }
  }

  private static long nanos(HostSample from, HostSample to) {
    return to.sinceStartNanos() - from.sinceStartNanos();
  }

  /** Returns whether three looks are overdue, and three seconds have passed. */
  boolean isOver(long nowNanos) {
    return nowNanos - arrivedNanos > patienceNanos;
  }

  List<ProcessFigures> processes() {
    return looks.getLast().processes();
  }

  static OptionalDouble level(OptionalLong figure) {
    return figure.isPresent() ? OptionalDouble.of(figure.getAsLong()) : OptionalDouble.empty();
  }

  OptionalDouble load() {
    return looks.getLast().load().oneMinute();
  }

  OptionalDouble memoryAvailable() {
    return level(looks.getLast().memory().availableBytes());
  }

  /** Counters of another process begin anew. */
  OptionalDouble cores(ProcessFigures now) {
    return scaled(
        rate(
            look ->
                look.process(now.target())
                    .filter(each -> each.incarnation() == now.incarnation())
                    .map(ProcessFigures::cpuMillis)
                    .orElse(OptionalLong.empty())),
        MILLI);
  }

  OptionalDouble busy() {
    return share(HostWindow::busyMillis);
  }

  OptionalDouble steal() {
    return share(CpuFigures::stealMillis);
  }

  private OptionalDouble share(Function<CpuFigures, OptionalLong> figure) {
    long processors = looks.getLast().cpu().processors();
    return processors > 0
        ? scaled(rate(look -> figure.apply(look.cpu())), MILLI / processors)
        : OptionalDouble.empty();
  }

  /** Kinds that a system does not tell of are part of those that it does. */
  private static OptionalLong busyMillis(CpuFigures cpu) {
    return cpu.userMillis().isEmpty() || cpu.systemMillis().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            Stream.of(
                    cpu.userMillis(),
                    cpu.systemMillis(),
                    cpu.niceMillis(),
                    cpu.irqMillis(),
                    cpu.softIrqMillis())
                .mapToLong(kind -> kind.orElse(0))
                .sum());
  }

  OptionalDouble diskRead() {
    return disks(DiskFigures::sectorsRead);
  }

  OptionalDouble diskWritten() {
    return disks(DiskFigures::sectorsWritten);
  }

  private OptionalDouble disks(Function<DiskFigures, OptionalLong> sectors) {
    Optional<String> names = HostTotals.disks(looks.getLast()).map(DiskFigures::device);
    return scaled(
        rate(
            look ->
                HostTotals.disks(look)
                    .filter(disks -> names.equals(Optional.of(disks.device())))
                    .map(sectors)
                    .orElse(OptionalLong.empty())),
        SECTOR_BYTES);
  }

  OptionalDouble networkReceived() {
    return network(InterfaceFigures::receivedBytes);
  }

  OptionalDouble networkSent() {
    return network(InterfaceFigures::sentBytes);
  }

  private OptionalDouble network(Function<InterfaceFigures, Long> bytes) {
    Optional<String> names = HostTotals.interfaces(looks.getLast()).map(InterfaceFigures::name);
    return rate(
        look ->
            HostTotals.interfaces(look)
                .filter(all -> names.equals(Optional.of(all.name())))
                .map(all -> OptionalLong.of(bytes.apply(all)))
                .orElse(OptionalLong.empty()));
  }

  /** Returns by how much a counter grew in each second; nothing where it began anew. */
  private OptionalDouble rate(Function<HostSample, OptionalLong> counter) {
    long nanos = nanos(looks.getFirst(), looks.getLast());
    OptionalLong from = counter.apply(looks.getFirst());
    OptionalLong to = counter.apply(looks.getLast());
    return nanos <= 0 || from.isEmpty() || to.isEmpty() || to.getAsLong() < from.getAsLong()
        ? OptionalDouble.empty()
        : OptionalDouble.of((to.getAsLong() - from.getAsLong()) / (nanos * NANO));
  }

  private static OptionalDouble scaled(OptionalDouble rate, double factor) {
    return rate.isPresent() ? OptionalDouble.of(rate.getAsDouble() * factor) : rate;
  }
}
