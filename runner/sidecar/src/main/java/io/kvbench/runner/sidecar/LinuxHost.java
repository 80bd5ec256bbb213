package io.kvbench.runner.sidecar;

import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import oshi.hardware.CentralProcessor;

/**
 * A host as Linux reports it. OSHI reports load; of the rest it reports less, or at a price that is
 * too high for every second: it has neither the sectors nor the times of reads and writes apart,
 * asks udev for every disk each time, reads ten files for each interface, and takes the swap in use
 * from a file of two hundred lines.
 */
final class LinuxHost implements HostMeter {
  private static final Path BLOCK = Path.of("/sys/block");
  private static final byte[] CPU = ProcText.label("cpu ");
  private static final byte[] TOTAL = ProcText.label("MemTotal:");
  private static final byte[] AVAILABLE = ProcText.label("MemAvailable:");
  private static final byte[] SWAP = ProcText.label("SwapTotal:");
  private static final byte[] SWAP_FREE = ProcText.label("SwapFree:");
  private static final byte[] TCP = ProcText.label("Tcp: ");
  private static final int TCP_TO_RETRANSMITS = 11;
  private static final long KIB = 1024;

  /** Weighted time, and four fields of discards, before those of flushes; Linux 5.5 and later. */
  private static final int BUSY_TO_FLUSHES = 5;

  private final CentralProcessor processor;
  private final KernelFile stat;
  private final KernelFile meminfo;
  private final KernelFile diskstats;
  private final KernelFile netDev;
  private final KernelFile snmp;
  private final Map<String, Boolean> isWhole = new HashMap<>();

  LinuxHost(CentralProcessor processor, ProcFile reader) {
    this.processor = processor;
    stat = new KernelFile("/proc/stat", reader, true);
    meminfo = new KernelFile("/proc/meminfo", reader, true);
    diskstats = new KernelFile("/proc/diskstats", reader, true);
    netDev = new KernelFile("/proc/self/net/dev", reader, true);
    snmp = new KernelFile("/proc/self/net/snmp", reader, true);
  }

  @Override
  public LoadFigures load() {
    return OshiHost.load(processor);
  }

  /** The first line of proc_stat(5). */
  @Override
  public CpuFigures cpu() {
    long processors = processor.getLogicalProcessorCount();
    try {
      ProcText text = stat.read();
      return new CpuFigures(
          processors,
          millis(text.number(CPU)),
          millis(text.number()),
          millis(text.number()),
          millis(text.number()),
          millis(text.number()),
          millis(text.number()),
          millis(text.number()),
          millis(text.number()));
    } catch (IOException e) {
      OptionalLong none = OptionalLong.empty();
      return new CpuFigures(processors, none, none, none, none, none, none, none, none);
    }
  }

  private static OptionalLong millis(long ticks) {
    return OptionalLong.of(ticks * LinuxProcess.MILLIS_PER_TICK);
  }

  @Override
  public MemoryFigures memory() {
    try {
      ProcText text = meminfo.read();
      return new MemoryFigures(
          OptionalLong.of(text.number(TOTAL) * KIB),
          OptionalLong.of(text.number(AVAILABLE) * KIB),
          OptionalLong.of((text.number(SWAP) - text.number(SWAP_FREE)) * KIB));
    } catch (IOException e) {
      OptionalLong none = OptionalLong.empty();
      return new MemoryFigures(none, none, none);
    }
  }

  @Override
  public List<DiskFigures> disks() {
    List<DiskFigures> disks = new ArrayList<>();
    try {
      for (ProcText text = diskstats.readAll(); text.hasMore(); text.nextLine()) {
        addDisk(text, disks);
      }
      return disks;
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Fields of the kernel's iostats document. Partitions, and what was never used, are left out. */
  private void addDisk(ProcText text, List<DiskFigures> disks) throws IOException {
    text.skip(2);
    String device = text.word();
    final long reads = text.number();
    text.skip(1);
    final long sectorsRead = text.number();
    final long readMillis = text.number();
    final long writes = text.number();
    if ((reads == 0 && writes == 0) || !isWhole.computeIfAbsent(device, LinuxHost::isWhole)) {
      return;
    }
    text.skip(1);
    long sectorsWritten = text.number();
    long writeMillis = text.number();
    text.skip(1);
    final long busyMillis = text.number();
    text.skip(BUSY_TO_FLUSHES);
    disks.add(
        new DiskFigures(
            device,
            OptionalLong.of(reads),
            OptionalLong.of(sectorsRead),
            OptionalLong.of(readMillis),
            OptionalLong.of(writes),
            OptionalLong.of(sectorsWritten),
            OptionalLong.of(writeMillis),
            OptionalLong.of(busyMillis),
            numberIfAny(text),
            numberIfAny(text)));
  }

  private static OptionalLong numberIfAny(ProcText text) {
    String word = text.word();
    return word.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(word));
  }

  private static boolean isWhole(String device) {
    return Files.isDirectory(BLOCK.resolve(device.replace('/', '!')));
  }

  /** The second of the two lines of TCP in proc_pid_net(5) has the figures. */
  @Override
  public OptionalLong retransmits() {
    try {
      ProcText text = snmp.read();
      text.behind(TCP);
      text.nextLine();
      text.skip(1 + TCP_TO_RETRANSMITS);
      return OptionalLong.of(text.number());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public List<InterfaceFigures> interfaces() {
    List<InterfaceFigures> interfaces = new ArrayList<>();
    try {
      ProcText text = netDev.readAll();
      text.nextLine();
      for (text.nextLine(); text.hasMore(); text.nextLine()) {
        interfaces.add(networkInterface(text));
      }
      return interfaces;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static InterfaceFigures networkInterface(ProcText text) throws IOException {
    String name = text.until(':');
    long receivedBytes = text.number();
    long receivedPackets = text.number();
    text.skip(6);
    return new InterfaceFigures(name, receivedBytes, receivedPackets, text.number(), text.number());
  }
}
