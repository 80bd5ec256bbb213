package io.kvbench.reports;

import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.HostSample.DiskFigures;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import io.kvbench.results.host.ProcessFigures;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Host samples whose counters grow by known amounts each second. */
public final class HostFixtures {
  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private HostFixtures() {}

  /** A sample with every figure, of a process that uses half a core. */
  public static HostSample sample(long number) {
    return sample(number, interfaces(number));
  }

  /** The sample as if one of its interfaces had not been there. */
  public static HostSample sampleWithout(String name, long number) {
    return sample(
        number, interfaces(number).stream().filter(each -> !each.name().equals(name)).toList());
  }

  private static List<InterfaceFigures> interfaces(long number) {
    return List.of(
        new InterfaceFigures("eth0", 5_000 + number * 2_000, 50 + number * 20, 7, 1),
        new InterfaceFigures("lo", number * 1_000_000, number * 900, number * 1_000_000, 900));
  }

  private static HostSample sample(long number, List<InterfaceFigures> interfaces) {
    return new HostSample(
        number,
        START.plusSeconds(number),
        number * 1_000_000_000L,
        new LoadFigures(OptionalDouble.of(1.5), OptionalDouble.of(1.25), OptionalDouble.of(0.75)),
        new CpuFigures(
            2,
            known(1_000 + number * 400),
            known(10),
            known(500 + number * 100),
            known(9_000 + number * 1_400),
            known(30 + number * 80),
            known(4),
            known(5 + number * 10),
            known(6 + number * 10)),
        new MemoryFigures(known(8L << 30), known(6L << 30), known(0)),
        List.of(process("node1", 0, number)),
        List.of(disk(number)),
        interfaces,
        List.of(new DirectoryFigures("/var/lib/node1", known(number << 20), known(1L << 40))),
        number * 4_000_000,
        known(20 + number * 3));
  }

  /** A sample of a system that reports next to nothing. */
  public static HostSample bareSample(long number) {
    OptionalLong no = OptionalLong.empty();
    OptionalDouble none = OptionalDouble.empty();
    return new HostSample(
        number,
        START.plusSeconds(number),
        number * 1_000_000_000L,
        new LoadFigures(none, none, none),
        new CpuFigures(2, no, no, no, no, no, no, no, no),
        new MemoryFigures(no, no, no),
        List.of(
            new ProcessFigures(
                "node1", 42, 0, no, "etcd", "sleeping", 1, no, no, no, no, no, no, no, no, no)),
        List.of(),
        List.of(),
        List.of(),
        number,
        no);
  }

  /** A process whose counters have begun anew with its incarnation. */
  public static ProcessFigures process(String target, long incarnation, long number) {
    return new ProcessFigures(
        target,
        42 + incarnation,
        incarnation,
        known(1),
        "etcd",
        "sleeping",
        1,
        known(100 + number * 500),
        known((100L + number) << 20),
        known(1L << 30),
        known(12),
        known(30 + number),
        known(1_000 + number * 250),
        known(10 + number * 2),
        known(4_096),
        known(number << 20));
  }

  private static DiskFigures disk(long number) {
    return new DiskFigures(
        "vda",
        known(100 + number),
        known(800 + number * 8),
        known(50 + number),
        known(200 + number * 10),
        known(1_600 + number * 2_048),
        known(90 + number * 20),
        known(120 + number * 15),
        known(60 + number * 5),
        known(70 + number * 9));
  }

  private static OptionalLong known(long figure) {
    return OptionalLong.of(figure);
  }
}
