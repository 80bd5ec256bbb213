package io.kvbench.runner.run.hosts;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.HostSample.CpuFigures;
import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import io.kvbench.core.host.HostTotals;
import io.kvbench.core.result.HostUse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** What went on at one host in a phase so far. */
final class HostFold {
  private long samples;
  private long missed;
  private long coveredNanos;
  private OptionalLong processors = OptionalLong.empty();
  private Optional<String> devices = Optional.empty();
  private Optional<String> interfaces = Optional.empty();
  private final Growth cpu = new Growth();
  private final Growth ioWait = new Growth();
  private final Growth steal = new Growth();
  private final Level load = new Level();
  private final Level memoryTotal = new Level();
  private final Level memoryAvailable = new Level();
  private final Growth reads = new Growth();
  private final Growth sectorsRead = new Growth();
  private final Growth readMillis = new Growth();
  private final Growth writes = new Growth();
  private final Growth sectorsWritten = new Growth();
  private final Growth writeMillis = new Growth();
  private final Growth receivedBytes = new Growth();
  private final Growth sentBytes = new Growth();
  private final Growth receivedPackets = new Growth();
  private final Growth sentPackets = new Growth();
  private final Growth sampler = new Growth();
  private final OtherLoad other = new OtherLoad();

  void seen(HostSample now) {
    samples++;
    processors = positive(now.cpu().processors());
    devices = HostTotals.disks(now).map(DiskFigures::device).or(() -> devices);
    interfaces = HostTotals.interfaces(now).map(InterfaceFigures::name).or(() -> interfaces);
    load.add(now.load().oneMinute());
    memoryTotal.add(now.memory().totalBytes());
    memoryAvailable.add(now.memory().availableBytes());
  }

  void missed(long more) {
    missed += more;
  }

  void grown(HostSample from, HostSample to, long nanos) {
    coveredNanos += nanos;
    cpu.add(busyMillis(from.cpu()), busyMillis(to.cpu()));
    ioWait.add(from.cpu().ioWaitMillis(), to.cpu().ioWaitMillis());
    steal.add(from.cpu().stealMillis(), to.cpu().stealMillis());
    sampler.add(positive(from.sidecarCpuNanos()), positive(to.sidecarCpuNanos()));
    other.grown(from, to, nanos);
    HostSample before = HostTotals.whatBothHave(from, to);
    HostSample after = HostTotals.whatBothHave(to, from);
    HostTotals.disks(before)
        .ifPresent(disks -> grown(disks, HostTotals.disks(after).orElse(disks)));
    HostTotals.interfaces(before)
        .ifPresent(all -> grown(all, HostTotals.interfaces(after).orElse(all)));
  }

  private void grown(DiskFigures from, DiskFigures to) {
    reads.add(from.reads(), to.reads());
    sectorsRead.add(from.sectorsRead(), to.sectorsRead());
    readMillis.add(from.readMillis(), to.readMillis());
    writes.add(from.writes(), to.writes());
    sectorsWritten.add(from.sectorsWritten(), to.sectorsWritten());
    writeMillis.add(from.writeMillis(), to.writeMillis());
  }

  private void grown(InterfaceFigures from, InterfaceFigures to) {
    add(receivedBytes, from.receivedBytes(), to.receivedBytes());
    add(sentBytes, from.sentBytes(), to.sentBytes());
    add(receivedPackets, from.receivedPackets(), to.receivedPackets());
    add(sentPackets, from.sentPackets(), to.sentPackets());
  }

  private static void add(Growth growth, long from, long to) {
    growth.add(OptionalLong.of(from), OptionalLong.of(to));
  }

  private static OptionalLong positive(long figure) {
    return figure > 0 ? OptionalLong.of(figure) : OptionalLong.empty();
  }

  /** Kinds that a system does not tell of are part of those that it does. */
  private static OptionalLong busyMillis(CpuFigures told) {
    List<Function<CpuFigures, OptionalLong>> kinds =
        List.of(CpuFigures::niceMillis, CpuFigures::irqMillis, CpuFigures::softIrqMillis);
    return told.userMillis().isEmpty() || told.systemMillis().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            told.userMillis().getAsLong()
                + told.systemMillis().getAsLong()
                + kinds.stream().mapToLong(kind -> kind.apply(told).orElse(0)).sum());
  }

  /**
   * Returns the figures.
   *
   * @param missing how many samples have not come since the last
   */
  HostUse result(String host, long missing) {
    return new HostUse(
        host,
        samples,
        missed + missing,
        coveredNanos,
        processors,
        devices,
        interfaces,
        cpu.value(),
        ioWait.value(),
        steal.value(),
        load.mean(),
        load.max(),
        memoryTotal.wholeMax(),
        memoryAvailable.wholeMin(),
        reads.value(),
        sectorsRead.value(),
        readMillis.value(),
        writes.value(),
        sectorsWritten.value(),
        writeMillis.value(),
        receivedBytes.value(),
        sentBytes.value(),
        receivedPackets.value(),
        sentPackets.value(),
        sampler.value(),
        Percents.ofNanos(sampler.value(), coveredNanos),
        other.percent());
  }
}
