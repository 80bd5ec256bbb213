package io.kvbench.runner.metrics;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.HostSample.CpuFigures;
import io.kvbench.core.host.HostSample.LoadFigures;
import io.kvbench.core.host.HostSample.MemoryFigures;
import io.kvbench.core.host.ProcessFigures;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Looks at a host that tells of its processes only. */
final class Samples {
  private static final OptionalLong NO = OptionalLong.empty();

  private Samples() {}

  /** A look so many seconds after the first one. */
  static HostSample sample(long second, ProcessFigures... processes) {
    OptionalDouble none = OptionalDouble.empty();
    return new HostSample(
        second,
        Instant.EPOCH.plusSeconds(second),
        second * 1_000_000_000L,
        new LoadFigures(none, none, none),
        new CpuFigures(2, NO, NO, NO, NO, NO, NO, NO, NO),
        new MemoryFigures(NO, NO, NO),
        List.of(processes),
        List.of(),
        List.of(),
        List.of(),
        0);
  }

  static ProcessFigures process(String name, long incarnation, long cpuMillis) {
    return new ProcessFigures(
        name,
        42,
        incarnation,
        NO,
        "etcd",
        "sleeping",
        1,
        OptionalLong.of(cpuMillis),
        OptionalLong.of(1_024),
        NO,
        NO,
        NO,
        NO,
        NO,
        NO,
        NO);
  }
}
