package io.kvbench.reports.compare;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The summary table of dbtester: its rows under its names and in its order. The {@linkplain
 * RowNotes notes} explain them.
 */
final class SummaryRows {
  private SummaryRows() {}

  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    Table table = new Table(runs, differences);
    totals(table);
    times(table);
    network(table);
    usage(table);
    table.count(
        "CLIENT-ERROR-COUNT", RowGroup.ERRORS, run -> OptionalLong.of(run.measured().errorCount()));
    disks(table);
    return table.rows();
  }

  private static void totals(Table table) {
    table.figure(
        "TOTAL-SECONDS",
        RowGroup.DURATION,
        Unit.SECONDS,
        run -> OptionalDouble.of(run.measured().wallNanos() / 1e9));
    table.count(
        "TOTAL-REQUEST-NUMBER", RowGroup.WORK, run -> OptionalLong.of(run.measured().requests()));
    throughput(table, "MAX-THROUGHPUT", ComparedRun::maxPerSecond);
    table.metric(Metric.THROUGHPUT.row(), Metric.THROUGHPUT, ComparedRun::measured);
    throughput(table, "MIN-THROUGHPUT", ComparedRun::minPerSecond);
  }

  private static void throughput(
      Table table, String name, Function<ComparedRun, OptionalDouble> figure) {
    table.figure(name, RowGroup.THROUGHPUT, Unit.PER_SECOND, figure);
  }

  private static void times(Table table) {
    for (Metric metric : EnumSet.range(Metric.MIN, Metric.P999)) {
      table.metric(metric.row(), metric, ComparedRun::measured);
    }
  }

  private static void network(Table table) {
    RowGroup group = RowGroup.TRAFFIC;
    table.bytes(
        "SERVER-TOTAL-NETWORK-RX-DATA-SUM",
        "SERVER-TOTAL-NETWORK-RX-DATA-BYTES-SUM-RAW",
        group,
        run -> run.hosts().overHosts(host -> host.network().receivedBytes()));
    table.bytes(
        "SERVER-TOTAL-NETWORK-TX-DATA-SUM",
        "SERVER-TOTAL-NETWORK-TX-DATA-BYTES-SUM-RAW",
        group,
        run -> run.hosts().overHosts(host -> host.network().sentBytes()));
    table.bytes(
        "CLIENT-TOTAL-NETWORK-RX-SUM",
        "CLIENT-TOTAL-NETWORK-RX-BYTES-SUM-RAW",
        group,
        run -> run.hosts().overClientHosts(host -> host.network().receivedBytes()));
    table.bytes(
        "CLIENT-TOTAL-NETWORK-TX-SUM",
        "CLIENT-TOTAL-NETWORK-TX-BYTES-SUM-RAW",
        group,
        run -> run.hosts().overClientHosts(host -> host.network().sentBytes()));
  }

  private static void usage(Table table) {
    RowGroup group = RowGroup.USAGE;
    table.figure(
        "SERVER-MAX-CPU-USAGE", group, Unit.CPU_PERCENT, run -> run.hosts().maxMeanCpuPercent());
    table.bytes(
        "SERVER-MAX-MEMORY-USAGE",
        "SERVER-MAX-MEMORY-USAGE-BYTES-RAW",
        group,
        run -> run.hosts().maxMeanResidentBytes());
    table.figure(
        "CLIENT-MAX-CPU-USAGE", group, Unit.CPU_PERCENT, run -> run.hosts().clientMaxCpuPercent());
    table.bytes(
        "CLIENT-MAX-MEMORY-USAGE",
        "CLIENT-MAX-MEMORY-USAGE-BYTES-RAW",
        group,
        run -> run.hosts().clientMaxResidentBytes());
  }

  private static void disks(Table table) {
    RowGroup group = RowGroup.TRAFFIC;
    table.count(
        "SERVER-AVG-READS-COMPLETED-DELTA-SUM",
        group,
        run -> run.hosts().overHosts(host -> host.disks().reads()));
    table.count(
        "SERVER-AVG-SECTORS-READS-DELTA-SUM",
        group,
        run -> run.hosts().overHosts(host -> host.disks().sectorsRead()));
    table.count(
        "SERVER-AVG-WRITES-COMPLETED-DELTA-SUM",
        group,
        run -> run.hosts().overHosts(host -> host.disks().writes()));
    table.count(
        "SERVER-AVG-SECTORS-WRITTEN-DELTA-SUM",
        group,
        run -> run.hosts().overHosts(host -> host.disks().sectorsWritten()));
    table.bytes(
        "SERVER-AVG-DISK-SPACE-USAGE",
        "SERVER-AVG-DISK-SPACE-USAGE-BYTES-RAW",
        RowGroup.SPACE,
        run -> run.hosts().meanDiskBytes());
  }
}
