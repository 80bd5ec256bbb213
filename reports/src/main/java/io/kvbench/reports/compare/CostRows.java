package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.ProcessUse;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The rows of cost per primary operation and per byte: processors, disks and networks of servers.
 */
final class CostRows {
  private static final double NANOS_PER_MILLI = 1e6;

  private CostRows() {}

  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    Table table = new Table(runs, differences);
    table.figure("servers sampled", RowGroup.WORK, Unit.SHARE, run -> run.hosts().serversSampled());
    table.figure("hosts sampled", RowGroup.WORK, Unit.SHARE, run -> run.hosts().hostsSampled());
    table.figure("server CPU", RowGroup.TRAFFIC, Unit.CPU_SECONDS, run -> run.hosts().cpuSeconds());
    table.figure("server CPU per operation", RowGroup.COST, Unit.NANOS, CostRows::serverCpu);
    table.figure(
        "max CPU of one server",
        RowGroup.USAGE,
        Unit.CPU_PERCENT,
        run -> run.hosts().maxCpuPercent());
    table.cells(
        "max memory of one server",
        RowGroup.USAGE,
        run -> Cell.of(run.hosts().maxResidentBytes(), Unit.BYTES));
    table.metric(Metric.CLIENT_CPU.words(), Metric.CLIENT_CPU, ComparedRun::measured);
    table.figure(
        "disk written per operation", RowGroup.COST, Unit.MEAN_BYTES, CostRows::diskPerOperation);
    table.figure("disk written per byte", RowGroup.COST, Unit.TIMES, CostRows::diskPerByte);
    table.figure(
        "network per operation", RowGroup.COST, Unit.MEAN_BYTES, CostRows::networkPerOperation);
    table.figure("network per byte", RowGroup.COST, Unit.TIMES, CostRows::networkPerByte);
    table.figure("space per byte", RowGroup.SPACE, Unit.TIMES, CostRows::spacePerByte);
    return table.knownRows();
  }

  private static OptionalDouble serverCpu(ComparedRun run) {
    OptionalDouble millis = run.hosts().serversPerSecond(ProcessUse::cpuMillis);
    return millis.isPresent()
        ? perOperation(OptionalDouble.of(millis.getAsDouble() * NANOS_PER_MILLI), run)
        : millis;
  }

  private static OptionalDouble diskPerOperation(ComparedRun run) {
    return perOperation(run.hosts().serversPerSecond(ProcessUse::writtenBytes), run);
  }

  private static OptionalDouble networkPerOperation(ComparedRun run) {
    return perOperation(run.hosts().networkPerSecond(), run);
  }

  private static OptionalDouble diskPerByte(ComparedRun run) {
    return perByte(diskPerOperation(run), LogicalBytes.written(run), run);
  }

  private static OptionalDouble networkPerByte(ComparedRun run) {
    return perByte(networkPerOperation(run), LogicalBytes.moved(run), run);
  }

  private static OptionalDouble spacePerByte(ComparedRun run) {
    OptionalLong taken = run.hosts().meanDiskBytes();
    long kept = LogicalBytes.kept(run).orElse(0);
    return taken.isPresent() && kept > 0
        ? OptionalDouble.of((double) taken.getAsLong() / kept)
        : OptionalDouble.empty();
  }

  private static OptionalDouble perOperation(OptionalDouble perSecond, ComparedRun run) {
    long operations = run.measured().primaryOkCount();
    double seconds = run.measured().wallNanos() / 1e9;
    return perSecond.isPresent() && operations > 0
        ? OptionalDouble.of(perSecond.getAsDouble() * seconds / operations)
        : OptionalDouble.empty();
  }

  private static OptionalDouble perByte(
      OptionalDouble perOperation, OptionalLong bytes, ComparedRun run) {
    return perOperation.isPresent() && bytes.orElse(0) > 0
        ? OptionalDouble.of(
            perOperation.getAsDouble() * run.measured().primaryOkCount() / bytes.getAsLong())
        : OptionalDouble.empty();
  }
}
