package io.kvbench.reports.compare;

import static io.kvbench.reports.compare.RowGroup.COST;
import static io.kvbench.reports.compare.RowGroup.USAGE;
import static io.kvbench.reports.compare.RowGroup.WORK;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.ProcessUse;
import java.util.List;

/**
 * The rows of cost per primary operation and per byte: processors, disks and networks of servers.
 */
final class CostRows {
  private static final double NANOS_PER_MILLI = 1e6;

  private CostRows() {}

  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    Table table = new Table(runs, differences);
    table.figure("servers sampled", WORK, Unit.SHARE, run -> run.hosts().serversSampled());
    table.figure("hosts sampled", WORK, Unit.SHARE, run -> run.hosts().hostsSampled());
    table.figure("server CPU", RowGroup.TRAFFIC, Unit.CPU_SECONDS, run -> run.hosts().cpuSeconds());
    table.figure("server CPU per operation", COST, Unit.NANOS, CostRows::serverCpu);
    table.figure(
        "max CPU of one server", USAGE, Unit.CPU_PERCENT, run -> run.hosts().maxCpuPercent());
    table.figure(
        "max memory of one server", USAGE, Unit.BYTES, run -> run.hosts().maxResidentBytes());
    table.metric(Metric.CLIENT_CPU.words(), Metric.CLIENT_CPU, ComparedRun::measured);
    table.figure("disk written per operation", COST, Unit.MEAN_BYTES, CostRows::diskPerOperation);
    table.figure(
        "disk written per byte",
        COST,
        Unit.RATIO,
        run -> perByte(diskPerOperation(run), LogicalBytes.written(run), run));
    table.figure("network per operation", COST, Unit.MEAN_BYTES, CostRows::networkPerOperation);
    table.figure(
        "network per byte",
        COST,
        Unit.RATIO,
        run -> perByte(networkPerOperation(run), LogicalBytes.moved(run), run));
    table.figure(
        "space per byte",
        RowGroup.SPACE,
        Unit.RATIO,
        run -> run.hosts().meanDiskBytes() / LogicalBytes.kept(run));
    return table.knownRows();
  }

  private static double serverCpu(ComparedRun run) {
    return perOperation(run.hosts().serversPerSecond(ProcessUse::cpuMillis) * NANOS_PER_MILLI, run);
  }

  private static double diskPerOperation(ComparedRun run) {
    return perOperation(run.hosts().serversPerSecond(ProcessUse::writtenBytes), run);
  }

  private static double networkPerOperation(ComparedRun run) {
    return perOperation(run.hosts().networkPerSecond(), run);
  }

  private static double perOperation(double perSecond, ComparedRun run) {
    return perSecond * (run.measured().wallNanos() / 1e9) / run.measured().primaryOkCount();
  }

  private static double perByte(double perOperation, double bytes, ComparedRun run) {
    return perOperation * run.measured().primaryOkCount() / bytes;
  }
}
