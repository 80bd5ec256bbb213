package io.kvbench.runner.sidecar;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import oshi.software.os.OSProcess;
import oshi.software.os.OSProcess.State;
import oshi.software.os.OperatingSystem;

/**
 * A process as OSHI reports it, on systems without /proc. OSHI returns 0 for unknown figures, so a
 * 0 of a figure that cannot be 0 counts as unknown, and so does a 0 of both directions of the disk.
 */
final class OshiProcess implements ProcessMeter {
  private final Optional<OSProcess> process;

  OshiProcess(OperatingSystem system, long pid) {
    process = Optional.ofNullable(system.getProcess(Math.toIntExact(pid)));
  }

  @Override
  public Optional<ProcessReading> read() {
    return process.filter(OSProcess::updateAttributes).filter(OshiProcess::isThere).map(this::of);
  }

  private static boolean isThere(OSProcess process) {
    return process.getState() != State.ZOMBIE && process.getState() != State.INVALID;
  }

  private ProcessReading of(OSProcess told) {
    boolean transfers = told.getBytesRead() > 0 || told.getBytesWritten() > 0;
    boolean switches = told.getVoluntaryContextSwitches() > 0;
    return new ProcessReading(
        told.getStartTime(),
        OptionalLong.of(told.getParentProcessID()),
        told.getName(),
        told.getState().name().toLowerCase(Locale.ROOT),
        OptionalLong.of(told.getKernelTime() + told.getUserTime()),
        positive(told.getResidentMemory()),
        positive(told.getVirtualSize()),
        positive(told.getThreadCount()),
        positive(told.getOpenFiles()),
        known(switches, told.getVoluntaryContextSwitches()),
        known(switches, told.getInvoluntaryContextSwitches()),
        known(transfers, told.getBytesRead()),
        known(transfers, told.getBytesWritten()));
  }

  private static OptionalLong positive(long figure) {
    return known(figure > 0, figure);
  }

  private static OptionalLong known(boolean known, long figure) {
    return known ? OptionalLong.of(figure) : OptionalLong.empty();
  }
}
