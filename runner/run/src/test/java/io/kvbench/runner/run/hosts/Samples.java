package io.kvbench.runner.run.hosts;

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
import java.util.stream.Stream;

/** Samples whose counters grow by known amounts in each second. */
final class Samples {
  static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private Samples() {}

  /** Returns when a sample is due. */
  static Instant at(long number) {
    return START.plusSeconds(number);
  }

  /** The host's counters, and these processes. */
  static HostSample sample(long number, ProcessFigures... processes) {
    return sample(number, List.of(), List.of(), processes);
  }

  /** The same with a disk and an interface more, whose counters stand where the others' do. */
  static HostSample sampleWithMore(long number, ProcessFigures... processes) {
    return sample(number, List.of("vdb"), List.of("eth1"), processes);
  }

  private static HostSample sample(
      long number, List<String> disks, List<String> networks, ProcessFigures... processes) {
    return new HostSample(
        number,
        at(number),
        number * 1_000_000_000L,
        new LoadFigures(
            OptionalDouble.of(number),
            OptionalDouble.of(number + 1),
            OptionalDouble.of(number + 2)),
        new CpuFigures(
            2,
            some(400 * number),
            some(0),
            some(100 * number),
            some(1_000 * number),
            some(30 * number),
            some(0),
            some(0),
            some(7 * number)),
        new MemoryFigures(some(8L << 30), some((6L << 30) - number), some(0)),
        List.of(processes),
        Stream.concat(Stream.of("vda", "dm-0"), disks.stream())
            .map(name -> disk(name, number))
            .toList(),
        Stream.concat(
                Stream.of(
                    network("eth0", number),
                    new InterfaceFigures("veth1", 2_000 * number, 20 * number, 5 * number, number)),
                networks.stream().map(name -> network(name, number)))
            .toList(),
        Stream.of(processes)
            .map(each -> new DirectoryFigures(each.target(), some(number << 20), some(1L << 40)))
            .toList(),
        1_000_000_000 + 4_000_000 * number,
        some(3 * number));
  }

  private static InterfaceFigures network(String name, long number) {
    return new InterfaceFigures(name, 2_000 * number, 20 * number, 1_000 * number, 10 * number);
  }

  private static DiskFigures disk(String name, long number) {
    return new DiskFigures(
        name,
        some(3 * number),
        some(24 * number),
        some(number),
        some(10 * number),
        some(2_048 * number),
        some(20 * number),
        some(15 * number),
        some(6 * number),
        some(9 * number));
  }

  /**
   * A process in a sample.
   *
   * @param incarnation its counters begin anew with each
   * @param cpuMillis its processor time
   */
  static ProcessFigures process(String name, long incarnation, long number, long cpuMillis) {
    return new ProcessFigures(
        name,
        42 + incarnation,
        incarnation,
        some(1),
        "etcd",
        "sleeping",
        1,
        some(cpuMillis),
        some((100 + number) << 20),
        some(1L << 30),
        some(12 + number),
        some(30),
        some(250 * number),
        some(2 * number),
        some(0),
        some(number << 20));
  }

  /** A process of which nothing is known. */
  static ProcessFigures unknown(String name) {
    OptionalLong no = OptionalLong.empty();
    return new ProcessFigures(
        name, 42, 0, no, "etcd", "sleeping", 1, no, no, no, no, no, no, no, no, no);
  }

  static OptionalLong some(long figure) {
    return OptionalLong.of(figure);
  }
}
