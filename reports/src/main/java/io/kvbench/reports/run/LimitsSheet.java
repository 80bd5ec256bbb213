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
    return Sheet.of(
        "Limits",
        "read back before the load; memory is the peak with page cache, CPUs and writes the average",
        COLUMNS,
        limits.nodes().stream()
            .flatMap(node -> rows(node).stream())
            .filter(row -> !(row.asked instanceof Cell.Absent))
            .toList());
  }

  private static List<Row> rows(Node node) {
    Measured measured = node.measured();
    return List.of(
        new Row(
            node.name(),
            "memory",
            Cell.of(node.asked().memoryBytes(), Unit.BINARY_BYTES),
            Cell.of(node.inForce().memoryBytes(), Unit.BINARY_BYTES),
            Cell.of(measured.peakMemoryBytes(), Unit.BINARY_BYTES),
            memory(measured)),
        new Row(
            node.name(),
            "CPUs",
            Cell.of(node.asked().cpus(), Unit.MEAN),
            Cell.of(node.inForce().cpus(), Unit.MEAN),
            Cell.of(measured.cpusMean(), Unit.MEAN),
            cpus(measured)),
        new Row(
            node.name(),
            "disk/s",
            Cell.of(node.asked().diskBytesPerSecond(), Unit.BYTES),
            Cell.of(node.inForce().diskBytesPerSecond(), Unit.BYTES),
            Cell.of(measured.writtenBytesPerSecond(), Unit.BYTES),
            List.of()));
  }

  private static List<String> memory(Measured measured) {
    List<String> words = new ArrayList<>();
    if (measured.oomKills() > 0) {
      words.add("killed " + measured.oomKills() + "×");
    }
    measured
        .memoryFailures()
        .ifPresent(count -> words.add("at the limit " + Quantities.count(count) + "×"));
    return words;
  }

  private static List<String> cpus(Measured measured) {
    List<String> words = new ArrayList<>();
    measured.cpusMax().ifPresent(most -> words.add("max " + Quantities.rate(most)));
    long periods = measured.periods().orElse(0);
    if (periods > 0 && measured.throttledPeriods().isPresent()) {
      words.add(
          "throttled %s of periods"
              .formatted(Quantities.percent(measured.throttledPeriods().getAsLong(), periods)));
    }
    measured.throttledNanos().ifPresent(nanos -> words.add(Quantities.duration(nanos)));
    return words;
  }
}
