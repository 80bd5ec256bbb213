package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.LimitsResult;
import io.kvbench.results.format.LimitsResult.Measured;
import io.kvbench.results.format.LimitsResult.Node;
import java.util.ArrayList;
import java.util.List;

/** The limits of the servers: requested, in force, and their measured effects. */
public final class LimitsSheet {
  private static final List<Figure<Row>> COLUMNS =
      List.of(
          Figure.of("server", row -> Cell.words(row.server)),
          Figure.of("limit", row -> Cell.words(row.what)),
          Figure.of("requested", Row::asked),
          Figure.of("in effect", Row::inForce),
          Figure.of("measured", Row::measured),
          Figure.of("over the run", row -> Cell.words(String.join(", ", row.words))));

  /** A limit of a server. */
  private record Row(
      String server, String what, Cell asked, Cell inForce, Cell measured, List<String> words) {}

  private LimitsSheet() {}

  public static Sheet of(LimitsResult limits) {
    List<Row> rows = new ArrayList<>();
    for (Node node : limits.nodes()) {
      if (node.asked().memoryBytes().isPresent()) {
        rows.add(memory(node));
      }
      if (node.asked().cpus().isPresent()) {
        rows.add(cpus(node));
      }
      if (node.asked().diskBytesPerSecond().isPresent()) {
        rows.add(disk(node));
      }
    }
    return Sheet.of(
        "Limits",
        "read back before the load; memory is the peak with page cache, CPUs and writes the average",
        COLUMNS,
        rows);
  }

  private static Row memory(Node node) {
    Measured measured = node.measured();
    List<String> words = new ArrayList<>();
    if (measured.oomKills() > 0) {
      words.add("killed " + measured.oomKills() + "×");
    }
    measured
        .memoryFailures()
        .ifPresent(count -> words.add("at the limit " + Quantities.count(count) + "×"));
    return new Row(
        node.name(),
        "memory",
        Cell.of(node.asked().memoryBytes(), Unit.BINARY_BYTES),
        Cell.of(node.inForce().memoryBytes(), Unit.BINARY_BYTES),
        Cell.of(measured.peakMemoryBytes(), Unit.BINARY_BYTES),
        words);
  }

  private static Row cpus(Node node) {
    Measured measured = node.measured();
    List<String> words = new ArrayList<>();
    measured.cpusMax().ifPresent(most -> words.add("max " + Quantities.rate(most)));
    if (measured.periods().orElse(0) > 0 && measured.throttledPeriods().isPresent()) {
      words.add(
          "throttled "
              + Quantities.percent(
                  measured.throttledPeriods().getAsLong(), measured.periods().getAsLong())
              + " of periods");
    }
    measured.throttledNanos().ifPresent(nanos -> words.add(Quantities.duration(nanos)));
    return new Row(
        node.name(),
        "CPUs",
        Cell.of(node.asked().cpus(), Unit.MEAN),
        Cell.of(node.inForce().cpus(), Unit.MEAN),
        Cell.of(measured.cpusMean(), Unit.MEAN),
        words);
  }

  private static Row disk(Node node) {
    return new Row(
        node.name(),
        "disk/s",
        Cell.of(node.asked().diskBytesPerSecond(), Unit.BYTES),
        Cell.of(node.inForce().diskBytesPerSecond(), Unit.BYTES),
        Cell.of(node.measured().writtenBytesPerSecond(), Unit.BYTES),
        List.of());
  }
}
