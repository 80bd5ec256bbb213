package io.kvbench.reports;

import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.HostUse;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.HostsResult.Span;
import io.kvbench.results.format.NodesUse;
import io.kvbench.results.format.ProcessUse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Resource use of three servers, kvbench and their machine. */
public final class HostUseFixtures {
  private static final long SECOND = 1_000_000_000L;

  private HostUseFixtures() {}

  /** Every figure of every server, with a sidecar that was lost near the end. */
  public static HostsResult of(PhaseName phase, Optional<ClientStep> step) {
    Span span = span(Optional.of(phase), step);
    return new HostsResult(List.of(sidecar()), List.of(span(Optional.empty(), step), span));
  }

  /** Containers, for which their engine reports fewer figures. */
  public static HostsResult containers(PhaseName phase) {
    ProcessUse node = container("etcd-1");
    HostUse network =
        new HostUse(
            "etcd-1",
            new HostUse.HostCoverage(52, 0, 51 * SECOND),
            new HostUse.HostHardware(count(2), Optional.empty(), Optional.of("eth0")),
            new HostUse.HostCpu(
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty()),
            new HostUse.HostMemory(OptionalLong.empty(), OptionalLong.empty()),
            new HostUse.HostDisks(
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()),
            new HostUse.HostNetwork(
                count(1_200_000_000),
                count(80_000_000),
                count(900_000),
                count(800_000),
                OptionalLong.empty()),
            new HostUse.SamplerUse(OptionalLong.empty(), OptionalDouble.empty()),
            OptionalDouble.empty());
    Span span =
        new Span(
            Optional.of(phase),
            Optional.empty(),
            PhaseFixtures.START,
            52 * SECOND,
            List.of(node),
            Optional.of(process("client", 55)),
            NodesUse.of(List.of(node), OptionalDouble.of(88), OptionalLong.empty()),
            List.of(network, machine(0)),
            Optional.empty());
    SamplerResult docker =
        new SamplerResult(
            "etcd-1",
            "docker",
            Optional.empty(),
            Optional.empty(),
            1_000,
            52,
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());
    return new HostsResult(List.of(docker, sidecar()), List.of(span));
  }

  /** Every text in it is the one given. */
  public static HostsResult named(String text) {
    HostsResult whole = of(PhaseName.RUN, Optional.empty());
    SamplerResult sampler =
        new SamplerResult(
            "local",
            "sidecar",
            Optional.of(text),
            Optional.of(text),
            1_000,
            61,
            OptionalLong.empty(),
            Optional.of(text + "problem"),
            Optional.empty());
    Span span = whole.overall().orElseThrow();
    List<ProcessUse> nodes = List.of(process(text + "node".repeat(40), 40));
    return new HostsResult(
        List.of(sampler),
        List.of(
            new Span(
                Optional.of(PhaseName.RUN),
                Optional.empty(),
                span.startedAt(),
                span.wallNanos(),
                nodes,
                span.client(),
                span.overNodes(),
                span.hosts(),
                span.agents())));
  }

  private static SamplerResult sidecar() {
    return new SamplerResult(
        "local",
        "sidecar",
        Optional.of("bench-1"),
        Optional.of("GNU/Linux Debian 12"),
        1_000,
        61,
        count(1_140_000_000),
        Optional.of(
            "The sidecar was lost: it ended by itself. Host samples are missing from then on; see"
                + " logs/sidecar.log."),
        Optional.of(new ClockResult(-1_250_000, 90_000, count(-1_260_000), count(85_000))));
  }

  private static Span span(Optional<PhaseName> phase, Optional<ClientStep> step) {
    List<ProcessUse> nodes =
        List.of(
            process("zookeeper-1", 61.25), process("zookeeper-2", 40), process("zookeeper-3", 39));
    return new Span(
        phase,
        step,
        PhaseFixtures.START,
        52_900_000_000L,
        nodes,
        Optional.of(process("client", 55)),
        NodesUse.of(nodes, OptionalDouble.of(171.5), count(1_300_000_000)),
        List.of(machine(3)),
        Optional.empty());
  }

  private static ProcessUse process(String name, double percent) {
    return new ProcessUse(
        name,
        "local",
        50,
        49 * SECOND,
        count((long) (percent * 490)),
        OptionalDouble.of(percent),
        OptionalDouble.of(percent * 1.5),
        count(400_000_000),
        count(430_000_000),
        count(4_000_000_000L),
        count(48),
        count(64),
        count(812_345),
        count(1_234),
        count(4_096),
        count(1_395_864_371),
        count(1_395_864_371),
        count(1_300_000_000));
  }

  private static ProcessUse container(String name) {
    return new ProcessUse(
        name,
        name,
        52,
        51 * SECOND,
        count(20_910),
        OptionalDouble.of(41),
        OptionalDouble.of(88),
        count(80_000_000),
        count(90_000_000),
        OptionalLong.empty(),
        count(12),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        count(0),
        count(1_000_000_000),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static HostUse machine(long missed) {
    return new HostUse(
        "local",
        new HostUse.HostCoverage(50, missed, 49 * SECOND),
        new HostUse.HostHardware(count(2), Optional.of("vda"), Optional.of("eth0+lo")),
        new HostUse.HostCpu(
            count(91_140), count(800), count(392), OptionalDouble.of(3.25), OptionalDouble.of(4.5)),
        new HostUse.HostMemory(count(8_328_000_000L), count(5_000_000_000L)),
        new HostUse.HostDisks(
            count(12), count(96), count(5), count(45_678), count(8_178_892), count(30_000)),
        new HostUse.HostNetwork(
            count(3_400_000_000L),
            count(3_400_000_000L),
            count(4_000_000),
            count(4_000_000),
            count(120)),
        new HostUse.SamplerUse(count(225_400_000), OptionalDouble.of(0.46)),
        OptionalDouble.of(3.5));
  }

  private static OptionalLong count(long figure) {
    return OptionalLong.of(figure);
  }
}
