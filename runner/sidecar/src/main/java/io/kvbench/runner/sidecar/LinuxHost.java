package io.kvbench.runner.sidecar;

import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Disks and network interfaces of Linux. OSHI has neither the sectors nor the times of reads and
 * writes apart, asks udev for every disk each time, and reads ten files for each interface.
 */
final class LinuxHost implements DevicesMeter {
  private static final Path DISKS = Path.of("/proc/diskstats");
  private static final Path BLOCK = Path.of("/sys/block");
  private static final Path INTERFACES = Path.of("/proc/self/net/dev");

  private final ProcFile reader;

  LinuxHost(ProcFile reader) {
    this.reader = reader;
  }

  @Override
  public List<DiskFigures> disks() {
    return lines(DISKS)
        .map(text -> text.lines().flatMap(line -> disk(line).stream()).toList())
        .orElse(List.of());
  }

  /** Fields of the kernel's iostats document. Partitions, and what was never used, are left out. */
  private static Optional<DiskFigures> disk(String line) {
    String[] fields = line.strip().split("\\s+", -1);
    if (fields.length < 14 || (fields[3].equals("0") && fields[7].equals("0"))) {
      return Optional.empty();
    }
    String device = fields[2];
    return Files.isDirectory(BLOCK.resolve(device.replace('/', '!')))
        ? Optional.of(
            new DiskFigures(
                device,
                number(fields[3]),
                number(fields[5]),
                number(fields[6]),
                number(fields[7]),
                number(fields[9]),
                number(fields[10]),
                number(fields[12])))
        : Optional.empty();
  }

  private static OptionalLong number(String field) {
    return OptionalLong.of(Long.parseLong(field));
  }

  @Override
  public List<InterfaceFigures> interfaces() {
    return lines(INTERFACES)
        .map(text -> text.lines().skip(2).map(LinuxHost::networkInterface).toList())
        .orElse(List.of());
  }

  private static InterfaceFigures networkInterface(String line) {
    int colon = line.indexOf(':');
    String[] fields = line.substring(colon + 1).strip().split("\\s+", -1);
    return new InterfaceFigures(
        line.substring(0, colon).strip(),
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[8]),
        Long.parseLong(fields[9]));
  }

  private Optional<String> lines(Path file) {
    try {
      return Optional.of(reader.read(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
