package io.kvbench.runner.metrics;

import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import io.kvbench.results.host.ProcessFigures;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Samples of a host whose counters grow by known amounts in each second. */
final class Samples {
  private static final OptionalLong NO = OptionalLong.empty();

  private Samples() {}

  /** Returns all metrics in Prometheus' text format. */
  static String text(LiveMetrics metrics) {
    return metrics.export("").body().toString(StandardCharsets.UTF_8);
  }

  /** A look so many seconds after the first one. */
  static HostSample sample(long second, ProcessFigures... processes) {
    return sampleAt(second, 1_000 * second, processes);
  }

  /** Returns a sample of a host whose two processors have been busy for this time. */
  static HostSample busy(long second, long busyMillis) {
    return sampleAt(second, 1_000 * second, busyMillis);
  }

  /** Returns a sample taken this number of milliseconds after the first one. */
  static HostSample sampleAt(long number, long millis, ProcessFigures... processes) {
    return sampleAt(number, millis, 400 * millis / 1_000, processes);
  }

  private static HostSample sampleAt(
      long number, long millis, long userMillis, ProcessFigures... processes) {
    OptionalDouble none = OptionalDouble.empty();
    return new HostSample(
        number,
        Instant.EPOCH.plusMillis(millis),
        millis * 1_000_000L,
        new LoadFigures(OptionalDouble.of(1.5), none, none),
        new CpuFigures(
            2, some(userMillis), NO, some(millis / 10), NO, NO, NO, NO, some(millis / 5)),
        new MemoryFigures(NO, some(1 << 20), NO),
        List.of(processes),
        List.of(
            new DiskFigures(
                "vda", NO, some(millis / 500), NO, NO, some(millis / 250), NO, NO, NO, NO)),
        List.of(new InterfaceFigures("eth0", 3 * millis, 0, 5 * millis, 0)),
        List.of(),
        0,
        NO);
  }

  private static OptionalLong some(long figure) {
    return OptionalLong.of(figure);
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
        some(11),
        some(12),
        NO,
        NO,
        NO,
        NO);
  }
}
