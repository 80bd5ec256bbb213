package io.kvbench.runner.sidecar;

import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import java.util.List;
import java.util.OptionalLong;

/** A meter of one host. Figures that the host does not report are empty. */
interface HostMeter {

  LoadFigures load();

  CpuFigures cpu();

  MemoryFigures memory();

  List<DiskFigures> disks();

  List<InterfaceFigures> interfaces();

  /** Returns how many TCP segments were sent again. */
  OptionalLong retransmits();
}
