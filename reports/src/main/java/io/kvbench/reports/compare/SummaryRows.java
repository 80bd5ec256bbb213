package io.kvbench.reports.compare;

import static io.kvbench.reports.compare.RowGroup.THROUGHPUT;
import static io.kvbench.reports.compare.RowGroup.TRAFFIC;
import static io.kvbench.reports.compare.RowGroup.USAGE;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.HostUse;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The summary table of dbtester: its rows under its names and in its order. The {@linkplain
 * RowNotes notes} explain them.
 */
final class SummaryRows {
  private final Table table;

  private SummaryRows(Table table) {
    this.table = table;
  }

  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    Table table = new Table(runs, differences);
    SummaryRows rows = new SummaryRows(table);
    table.figure(
        "TOTAL-SECONDS", RowGroup.DURATION, Unit.SECONDS, run -> run.measured().wallNanos() / 1e9);
    table.count("TOTAL-REQUEST-NUMBER", RowGroup.WORK, run -> run.measured().requests());
    table.figure("MAX-THROUGHPUT", THROUGHPUT, Unit.PER_SECOND, ComparedRun::maxPerSecond);
    table.metric(Metric.THROUGHPUT.row(), Metric.THROUGHPUT, ComparedRun::measured);
    table.figure("MIN-THROUGHPUT", THROUGHPUT, Unit.PER_SECOND, ComparedRun::minPerSecond);
    Stream.concat(Stream.of(Metric.MIN, Metric.MEAN, Metric.MAX), MetricLists.PERCENTILES.stream())
        .forEach(metric -> table.metric(metric.row(), metric, ComparedRun::measured));
    Function<HostUse, OptionalLong> received = host -> host.network().receivedBytes();
    Function<HostUse, OptionalLong> sent = host -> host.network().sentBytes();
    rows.bytes("SERVER-TOTAL-NETWORK-RX-DATA-SUM", TRAFFIC, hosts -> hosts.overHosts(received));
    rows.bytes("SERVER-TOTAL-NETWORK-TX-DATA-SUM", TRAFFIC, hosts -> hosts.overHosts(sent));
    rows.bytes("CLIENT-TOTAL-NETWORK-RX-SUM", TRAFFIC, hosts -> hosts.overClientHosts(received));
    rows.bytes("CLIENT-TOTAL-NETWORK-TX-SUM", TRAFFIC, hosts -> hosts.overClientHosts(sent));
    rows.cpu("SERVER-MAX-CPU-USAGE", ComparedHosts::maxMeanCpuPercent);
    rows.bytes("SERVER-MAX-MEMORY-USAGE", USAGE, ComparedHosts::maxMeanResidentBytes);
    rows.cpu("CLIENT-MAX-CPU-USAGE", ComparedHosts::clientMaxCpuPercent);
    rows.bytes("CLIENT-MAX-MEMORY-USAGE", USAGE, ComparedHosts::clientMaxResidentBytes);
    table.count("CLIENT-ERROR-COUNT", RowGroup.ERRORS, run -> run.measured().errorCount());
    rows.disks("READS-COMPLETED", host -> host.disks().reads());
    rows.disks("SECTORS-READS", host -> host.disks().sectorsRead());
    rows.disks("WRITES-COMPLETED", host -> host.disks().writes());
    rows.disks("SECTORS-WRITTEN", host -> host.disks().sectorsWritten());
    rows.bytes("SERVER-AVG-DISK-SPACE-USAGE", RowGroup.SPACE, ComparedHosts::meanDiskBytes);
    return table.rows();
  }

  private void bytes(String name, RowGroup group, ToDoubleFunction<ComparedHosts> figure) {
    table.bytes(name, group, run -> figure.applyAsDouble(run.hosts()));
  }

  private void cpu(String name, ToDoubleFunction<ComparedHosts> figure) {
    table.figure(name, USAGE, Unit.CPU_PERCENT, run -> figure.applyAsDouble(run.hosts()));
  }

  private void disks(String what, Function<HostUse, OptionalLong> figure) {
    String name = "SERVER-AVG-" + what + "-DELTA-SUM";
    table.count(name, TRAFFIC, run -> run.hosts().overHosts(figure));
  }
}
