package io.kvbench.runner.run.hosts;

import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import io.kvbench.results.host.ProcessFigures;
import io.kvbench.results.host.SamplingHeader;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The samples of a remote sidecar, once a second. */
final class RemoteSamples {
  static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

  private RemoteSamples() {}

  static SamplingHeader header(Instant startedAt, String... targets) {
    return new SamplingHeader(
        SamplingHeader.SCHEMA, "db.example", "Linux", startedAt, 1_000, List.of(targets));
  }

  static HostSample sample(long number, Instant at, String... targets) {
    OptionalLong no = OptionalLong.empty();
    OptionalDouble none = OptionalDouble.empty();
    return new HostSample(
        number,
        at,
        number * 1_000_000_000L,
        new LoadFigures(none, none, none),
        new CpuFigures(2, no, no, no, no, no, no, no, no),
        new MemoryFigures(no, no, no),
        Arrays.stream(targets).map(RemoteSamples::process).toList(),
        List.of(),
        List.of(),
        List.of(),
        number,
        no);
  }

  private static ProcessFigures process(String target) {
    OptionalLong no = OptionalLong.empty();
    return new ProcessFigures(
        target, 42, 0, no, "etcd", "sleeping", 1, no, no, no, no, no, no, no, no, no);
  }
}
