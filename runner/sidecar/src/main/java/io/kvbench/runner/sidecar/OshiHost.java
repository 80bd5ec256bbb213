package io.kvbench.runner.sidecar;

import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;
import oshi.software.os.InternetProtocolStats;
import oshi.software.os.InternetProtocolStats.TcpStats;

/**
 * A host as OSHI reports it, on systems other than Linux. They report no steal, and no waiting for
 * disks; OSHI returns 0.
 */
final class OshiHost implements HostMeter {
  private static final long SECTOR_BYTES = 512;

  private final CentralProcessor processor;
  private final GlobalMemory memory;
  private final List<HWDiskStore> disks;
  private final List<NetworkIF> interfaces;
  private final InternetProtocolStats protocols;

  OshiHost(HardwareAbstractionLayer hardware, InternetProtocolStats protocols) {
    processor = hardware.getProcessor();
    memory = hardware.getMemory();
    disks = hardware.getDiskStores();
    interfaces = hardware.getNetworkIFs(true);
    this.protocols = protocols;
  }

  @Override
  public LoadFigures load() {
    return load(processor);
  }

  static LoadFigures load(CentralProcessor processor) {
    double[] averages = processor.getSystemLoadAverage(3);
    return new LoadFigures(average(averages[0]), average(averages[1]), average(averages[2]));
  }

  private static OptionalDouble average(double average) {
    return average < 0 ? OptionalDouble.empty() : OptionalDouble.of(average);
  }

  @Override
  public CpuFigures cpu() {
    long[] ticks = processor.getSystemCpuLoadTicks();
    return new CpuFigures(
        processor.getLogicalProcessorCount(),
        millis(ticks, TickType.USER),
        millis(ticks, TickType.NICE),
        millis(ticks, TickType.SYSTEM),
        millis(ticks, TickType.IDLE),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static OptionalLong millis(long[] ticks, TickType type) {
    return OptionalLong.of(ticks[type.getIndex()]);
  }

  @Override
  public MemoryFigures memory() {
    return new MemoryFigures(
        positive(memory.getTotal()),
        positive(memory.getAvailable()),
        OptionalLong.of(memory.getVirtualMemory().getSwapUsed()));
  }

  private static OptionalLong positive(long figure) {
    return figure > 0 ? OptionalLong.of(figure) : OptionalLong.empty();
  }

  @Override
  public List<DiskFigures> disks() {
    return disks.stream().filter(HWDiskStore::updateAttributes).map(OshiHost::figures).toList();
  }

  /** Reads and writes are timed together, if at all, and flushes are not counted. */
  private static DiskFigures figures(HWDiskStore disk) {
    return new DiskFigures(
        disk.getName(),
        OptionalLong.of(disk.getReads()),
        OptionalLong.of(disk.getReadBytes() / SECTOR_BYTES),
        OptionalLong.empty(),
        OptionalLong.of(disk.getWrites()),
        OptionalLong.of(disk.getWriteBytes() / SECTOR_BYTES),
        OptionalLong.empty(),
        OptionalLong.of(disk.getTransferTime()),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /**
   * Windows counts by version of IP; others count all in that of version 4, and OSHI returns 0 for
   * version 6. It returns 0 for all where it fails, and a host that sent nothing has no figure
   * either.
   */
  @Override
  public OptionalLong retransmits() {
    TcpStats four = protocols.getTCPv4Stats();
    TcpStats six = protocols.getTCPv6Stats();
    return four.getSegmentsSent() + six.getSegmentsSent() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(four.getSegmentsRetransmitted() + six.getSegmentsRetransmitted());
  }

  @Override
  public List<InterfaceFigures> interfaces() {
    return interfaces.stream()
        .filter(NetworkIF::updateAttributes)
        .map(
            each ->
                new InterfaceFigures(
                    each.getName(),
                    each.getBytesRecv(),
                    each.getPacketsRecv(),
                    each.getBytesSent(),
                    each.getPacketsSent()))
        .toList();
  }
}
