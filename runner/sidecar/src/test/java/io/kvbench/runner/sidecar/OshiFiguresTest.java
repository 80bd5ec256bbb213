package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import oshi.SystemInfo;

/** The ways of systems without /proc, where there is one to compare with. */
class OshiFiguresTest {
  private final SystemInfo info = new SystemInfo();
  private final ProcFile reader = new ProcFile();

  @Test
  void tellsOfAProcessWhatProcTells() {
    long pid = ProcessHandle.current().pid();
    long pageBytes = info.getHardware().getMemory().getPageSize();
    ProcessReading proc =
        new LinuxProcess(pid, pageBytes, reader, new OpenFileBudget(0)).read().orElseThrow();
    ProcessReading oshi = new OshiProcess(info.getOperatingSystem(), pid).read().orElseThrow();

    assertThat(oshi.parentPid()).isEqualTo(proc.parentPid());
    assertThat(oshi.program()).isEqualTo(proc.program());
    assertThat(oshi.cpuMillis().orElseThrow()).isGreaterThanOrEqualTo(proc.cpuMillis().getAsLong());
    assertThat(oshi.residentBytes().orElseThrow()).isPositive();
    assertThat(oshi.virtualBytes().orElseThrow()).isPositive();
    assertThat(oshi.threads().orElseThrow()).isPositive();
    assertThat(oshi.openFiles().orElseThrow()).isPositive();
    assertThat(new OshiProcess(info.getOperatingSystem(), Integer.MAX_VALUE).read()).isEmpty();
  }

  @Test
  void tellsOfInterfacesWhatProcTells() {
    List<InterfaceFigures> proc =
        new LinuxHost(info.getHardware().getProcessor(), reader).interfaces();
    List<InterfaceFigures> oshi = oshiHost().interfaces();

    InterfaceFigures before = loopback(proc);
    InterfaceFigures after = loopback(oshi);
    assertThat(after.receivedBytes()).isGreaterThanOrEqualTo(before.receivedBytes());
    assertThat(after.sentPackets()).isGreaterThanOrEqualTo(before.sentPackets());
  }

  @Test
  void tellsOfProcessorsAndMemoryWhatProcTells() {
    HostMeter linux = new LinuxHost(info.getHardware().getProcessor(), reader);
    HostMeter oshi = oshiHost();

    CpuFigures before = linux.cpu();
    CpuFigures between = oshi.cpu();
    CpuFigures after = linux.cpu();
    assertThat(between.processors()).isEqualTo(before.processors());
    assertBetween(before, between, after, CpuFigures::userMillis);
    assertBetween(before, between, after, CpuFigures::systemMillis);
    assertBetween(before, between, after, CpuFigures::idleMillis);
    assertThat(before.niceMillis()).isPresent();
    assertThat(before.ioWaitMillis()).isPresent();
    assertThat(before.softIrqMillis()).isPresent();

    MemoryFigures proc = linux.memory();
    assertThat(oshi.memory().totalBytes()).isEqualTo(proc.totalBytes());
    assertThat((double) oshi.memory().availableBytes().orElseThrow())
        .isCloseTo(proc.availableBytes().orElseThrow(), withinPercentage(20));
    assertThat(proc.swapUsedBytes().orElseThrow())
        .isCloseTo(oshi.memory().swapUsedBytes().orElseThrow(), within(16L << 20));
  }

  /** The same file by the names of its columns, rather than by their places. */
  @Test
  void tellsOfRetransmissionsWhatTheKernelNamesSo() throws Exception {
    HostMeter linux = new LinuxHost(info.getHardware().getProcessor(), reader);

    long before = snmp("RetransSegs");
    OptionalLong between = linux.retransmits();
    OptionalLong oshi = oshiHost().retransmits();
    long after = snmp("RetransSegs");

    assertThat(between.orElseThrow()).isBetween(before, after);
    assertThat(oshi.orElseThrow()).isBetween(between.orElseThrow(), after);
  }

  private HostMeter oshiHost() {
    return new OshiHost(info.getHardware(), info.getOperatingSystem().getInternetProtocolStats());
  }

  private static long snmp(String name) throws Exception {
    List<String> tcp =
        Files.readAllLines(Path.of("/proc/net/snmp")).stream()
            .filter(line -> line.startsWith("Tcp:"))
            .toList();
    int column = List.of(tcp.getFirst().split(" ", -1)).indexOf(name);
    return Long.parseLong(tcp.getLast().split(" ", -1)[column]);
  }

  private static void assertBetween(
      CpuFigures before,
      CpuFigures between,
      CpuFigures after,
      Function<CpuFigures, OptionalLong> figure) {
    assertThat(figure.apply(between).orElseThrow())
        .isBetween(figure.apply(before).orElseThrow(), figure.apply(after).orElseThrow());
  }

  private static InterfaceFigures loopback(List<InterfaceFigures> all) {
    return all.stream().filter(each -> each.name().equals("lo")).findFirst().orElseThrow();
  }
}
