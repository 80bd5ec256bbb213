package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.host.HostSample.InterfaceFigures;
import java.util.List;
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
    List<InterfaceFigures> oshi = new OshiHost(info.getHardware()).interfaces();

    InterfaceFigures before = loopback(proc);
    InterfaceFigures after = loopback(oshi);
    assertThat(after.receivedBytes()).isGreaterThanOrEqualTo(before.receivedBytes());
    assertThat(after.sentPackets()).isGreaterThanOrEqualTo(before.sentPackets());
  }

  private static InterfaceFigures loopback(List<InterfaceFigures> all) {
    return all.stream().filter(each -> each.name().equals("lo")).findFirst().orElseThrow();
  }
}
