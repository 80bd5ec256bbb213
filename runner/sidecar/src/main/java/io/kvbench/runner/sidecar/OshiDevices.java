package io.kvbench.runner.sidecar;

import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import java.util.List;
import java.util.OptionalLong;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;

/** Disks and network interfaces as OSHI tells of them, on systems other than Linux. */
final class OshiDevices implements DevicesMeter {
  private static final long SECTOR_BYTES = 512;

  private final List<HWDiskStore> disks;
  private final List<NetworkIF> interfaces;

  OshiDevices(HardwareAbstractionLayer hardware) {
    disks = hardware.getDiskStores();
    interfaces = hardware.getNetworkIFs(true);
  }

  @Override
  public List<DiskFigures> disks() {
    return disks.stream().filter(HWDiskStore::updateAttributes).map(OshiDevices::figures).toList();
  }

  /** Reads and writes are timed together, if at all. */
  private static DiskFigures figures(HWDiskStore disk) {
    return new DiskFigures(
        disk.getName(),
        OptionalLong.of(disk.getReads()),
        OptionalLong.of(disk.getReadBytes() / SECTOR_BYTES),
        OptionalLong.empty(),
        OptionalLong.of(disk.getWrites()),
        OptionalLong.of(disk.getWriteBytes() / SECTOR_BYTES),
        OptionalLong.empty(),
        OptionalLong.of(disk.getTransferTime()));
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
