package io.kvbench.runner.sidecar;

import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import java.util.List;

/** Counters of disks and network interfaces. */
interface DevicesMeter {

  List<DiskFigures> disks();

  List<InterfaceFigures> interfaces();
}
