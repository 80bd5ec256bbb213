package io.kvbench.reports.compare;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What an operation and a byte cost: servers' processors, disks and networks. */
final class CostRows {
  private static final double NANOS = 1e9;

  private CostRows() {}

  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    Table table = new Table(runs, differences);
    table.figure("server CPU", RowGroup.TRAFFIC, Unit.CPU_SECONDS, run -> run.hosts().cpuSeconds());
    table.figure("server CPU per operation", RowGroup.COST, Unit.NANOS, CostRows::serverCpu);
    table.figure(
        "most CPU of one server",
        RowGroup.USAGE,
        Unit.CPU_PERCENT,
        run -> run.hosts().maxCpuPercent());
    table.cells(
        "most memory of one server",
        RowGroup.USAGE,
        run -> Cell.of(run.hosts().maxResidentBytes(), Unit.BYTES));
    table.figure(
        "client CPU per operation",
        RowGroup.COST,
        Unit.NANOS,
        run -> run.measured().clientCpuNanosPerOperation());
    table.figure(
        "disk written per operation", RowGroup.COST, Unit.MEAN_BYTES, CostRows::diskPerOperation);
    table.figure("disk written per byte", RowGroup.COST, Unit.TIMES, CostRows::diskPerByte);
    table.figure(
        "network per operation",
        RowGroup.COST,
        Unit.MEAN_BYTES,
        run -> ratio(network(run), run.measured().okCount()));
    table.figure("network per byte", RowGroup.COST, Unit.TIMES, CostRows::networkPerByte);
    table.figure("space per byte", RowGroup.SPACE, Unit.TIMES, CostRows::spacePerByte);
    return table.knownRows();
  }

  static OptionalDouble serverCpu(ComparedRun run) {
    OptionalDouble seconds = run.hosts().cpuSeconds();
    return seconds.isPresent()
        ? ratio(OptionalDouble.of(seconds.getAsDouble() * NANOS), run.measured().okCount())
        : seconds;
  }

  private static OptionalDouble diskPerOperation(ComparedRun run) {
    return ratio(figure(run.hosts().writtenBytes()), run.measured().okCount());
  }

  static OptionalDouble diskPerByte(ComparedRun run) {
    return ratio(figure(run.hosts().writtenBytes()), LogicalBytes.written(run).orElse(0));
  }

  static OptionalDouble networkPerByte(ComparedRun run) {
    return ratio(network(run), LogicalBytes.moved(run).orElse(0));
  }

  static OptionalDouble spacePerByte(ComparedRun run) {
    return ratio(figure(run.hosts().meanDiskBytes()), LogicalBytes.kept(run).orElse(0));
  }

  private static OptionalDouble network(ComparedRun run) {
    OptionalLong received = run.hosts().received();
    OptionalLong sent = run.hosts().sent();
    return received.isPresent() && sent.isPresent()
        ? OptionalDouble.of(received.getAsLong() + sent.getAsLong())
        : OptionalDouble.empty();
  }

  private static OptionalDouble figure(OptionalLong bytes) {
    return bytes.isPresent() ? OptionalDouble.of(bytes.getAsLong()) : OptionalDouble.empty();
  }

  private static OptionalDouble ratio(OptionalDouble part, long whole) {
    return part.isPresent() && whole > 0
        ? OptionalDouble.of(part.getAsDouble() / whole)
        : OptionalDouble.empty();
  }
}
