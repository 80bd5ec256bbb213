package io.kvbench.reports;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import io.kvbench.results.host.ProcessFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Three servers and kvbench on a host that all of them share, as pages draw them. */
final class PageHosts {
  private static final long SECOND = 1_000_000_000L;

  private PageHosts() {}

  static List<String> targets(String text) {
    return List.of("node-1" + text, "node-2" + text, "node-3" + text, "client");
  }

  /** The resource use during the run. */
  static HostsResult used(long wallNanos, String text) {
    List<ProcessUse> uses = targets(text).stream().map(PageHosts::use).toList();
    Span span =
        new Span(
            Optional.of(PhaseName.RUN),
            Optional.empty(),
            PhaseFixtures.START,
            wallNanos,
            uses.subList(0, 3),
            Optional.of(uses.getLast()),
            Optional.empty(),
            List.of(),
            Optional.empty());
    SamplerResult sidecar =
        new SamplerResult(
            "local",
            "sidecar",
            Optional.of("host" + text),
            Optional.of("Linux" + text),
            1_000,
            wallNanos / SECOND,
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());
    return new HostsResult(List.of(sidecar), List.of(span));
  }

  private static ProcessUse use(String name) {
    OptionalLong some = OptionalLong.of(1L << 28);
    return new ProcessUse(
        name,
        "local",
        10,
        10 * SECOND,
        some,
        OptionalDouble.of(50),
        OptionalDouble.of(90),
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some);
  }

  /** A sample of a host whose figures go up and down. */
  static HostSample sample(String target, int second) {
    OptionalLong no = OptionalLong.empty();
    long wave = second * 1_000L + (second % 17) * 37L;
    List<ProcessFigures> processes = new ArrayList<>();
    processes.add(
        new ProcessFigures(
            target,
            42,
            0,
            no,
            "server",
            "sleeping",
            1,
            OptionalLong.of(wave / 2),
            OptionalLong.of((200L + second % 29) << 20),
            no,
            no,
            no,
            no,
            no,
            OptionalLong.of(wave),
            OptionalLong.of(wave * 1_024)));
    return new HostSample(
        second,
        PhaseFixtures.START.plusSeconds(second),
        second * SECOND,
        new LoadFigures(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
        new CpuFigures(2, no, no, no, no, no, no, no, no),
        new MemoryFigures(no, no, no),
        processes,
        List.of(
            new DiskFigures(
                "vda",
                no,
                OptionalLong.of(wave),
                no,
                no,
                OptionalLong.of(wave * 20),
                no,
                no,
                no,
                no)),
        List.of(new InterfaceFigures("eth0", wave * 4_000, wave, wave * 3_000, wave)),
        List.<DirectoryFigures>of(),
        second,
        no);
  }
}
