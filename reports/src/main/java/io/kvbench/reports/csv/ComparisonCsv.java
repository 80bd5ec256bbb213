package io.kvbench.reports.csv;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.Ranking;
import io.kvbench.reports.compare.RepeatedFigure;
import io.kvbench.reports.compare.Row;
import io.kvbench.reports.content.RankingText;
import io.kvbench.reports.content.RemarkText;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.Csv;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as a table of comma-separated values, quoted as in RFC 4180: a column for each run,
 * or for each group of repeats, and a last one of remarks. It begins with the older tools' rows as
 * those tools wrote them, with rows of plain bytes beside the humanised ones. Then come the errors,
 * what differs, each type of operation, locks, leases and watchers, the client time, the costs and
 * who is best, as plain numbers. A cell is empty where nothing is known.
 */
public final class ComparisonCsv {
  private static final String REMARKS = "REMARKS";

  private final Comparison comparison;
  private final StringBuilder csv = new StringBuilder();

  private ComparisonCsv(Comparison comparison) {
    this.comparison = comparison;
  }

  public static String of(Comparison comparison) {
    return new ComparisonCsv(comparison).render();
  }

  private String render() {
    line("", comparison.columns().stream().map(CsvText::of).toList(), REMARKS);
    comparison.summary().forEach(this::summary);
    errors();
    comparison.differences().forEach(this::difference);
    comparison
        .operations()
        .forEach(row -> line(unit(row), cells(row, ComparisonCsv::raw), marks(row)));
    comparison
        .coordination()
        .forEach(row -> line(unit(row), cells(row, ComparisonCsv::raw), judged(row)));
    comparison.account().forEach(row -> line(row.name(), cells(row, ComparisonCsv::raw), ""));
    comparison.costs().forEach(row -> line(unit(row), cells(row, ComparisonCsv::raw), marks(row)));
    comparison.repeats().forEach(this::repeat);
    comparison.standings().forEach(this::standing);
    return csv.toString();
  }

  private void summary(Row row) {
    line(row.name(), cells(row, ComparisonCsv::summary), marks(row));
    Optional<String> raw = row.rawName();
    raw.ifPresent(name -> line(name, cells(row, ComparisonCsv::raw), marks(row)));
  }

  private void errors() {
    for (ErrorKind kind : ErrorKind.values()) {
      List<Long> counts = perGroup(run -> run.errors().getOrDefault(kind, 0L));
      if (counts.stream().anyMatch(count -> count > 0)) {
        line("ERROR " + kind, counts.stream().map(count -> Long.toString(count)).toList(), "");
        messages(kind);
      }
    }
  }

  private void messages(ErrorKind kind) {
    for (int index = 0; index < comparison.groups().size(); index++) {
      int group = index;
      for (int run : comparison.groups().get(group).runs()) {
        comparison
            .runs()
            .get(run)
            .errorMessages(kind)
            .forEach(
                message ->
                    line(
                        "ERROR " + kind + ": " + PlainText.of(message.message()),
                        only(group, Long.toString(message.count())),
                        ""));
      }
    }
  }

  private List<Long> perGroup(ToLongFunction<ComparedRun> count) {
    return comparison.groups().stream()
        .map(
            group ->
                group.runs().stream()
                    .mapToLong(run -> count.applyAsLong(comparison.runs().get(run)))
                    .sum())
        .toList();
  }

  private void repeat(RepeatedFigure repeat) {
    String remarks = RemarkText.of(repeat);
    int group = comparison.groups().indexOf(repeat.group());
    String name = "MEDIAN " + repeat.figure().words() + " (" + named(repeat.figure().unit()) + ")";
    line(name, only(group, Quantities.plain(repeat.median().estimate(), 6)), remarks);
    line(name + " low", only(group, Quantities.plain(repeat.median().low(), 6)), level(repeat));
    line(name + " high", only(group, Quantities.plain(repeat.median().high(), 6)), level(repeat));
  }

  private static String level(RepeatedFigure repeat) {
    return "confidence level " + Quantities.percent(repeat.median().level(), 1);
  }

  private void difference(Difference difference) {
    line(
        "DIFFERENCE " + PlainText.of(difference.subject()),
        comparison.groups().stream().map(group -> raw(group.cell(difference.values()))).toList(),
        (Marks.of(difference.number() == 0 ? List.of() : List.of(difference.number()))
                + " "
                + difference.why())
            .strip());
  }

  private void standing(Ranking standing) {
    line(
        "BEST " + standing.figure(),
        only(standing.best(), standing.isTie() ? "" : "best"),
        RankingText.of(standing, comparison));
  }

  private List<String> only(int group, String cell) {
    List<String> cells = new ArrayList<>(Collections.nCopies(comparison.groups().size(), ""));
    cells.set(group, cell);
    return cells;
  }

  private static List<String> cells(Row row, Function<Cell, String> form) {
    return row.cells().stream().map(form).toList();
  }

  private static String summary(Cell cell) {
    return cell instanceof Cell.Absent ? "" : guarded(cell, CellText.summary(cell));
  }

  private static String raw(Cell cell) {
    return guarded(cell, CellText.raw(cell));
  }

  private static String guarded(Cell cell, String text) {
    return cell instanceof Cell.Words ? CsvText.of(text) : text;
  }

  private static String unit(Row row) {
    return row.unit().map(unit -> row.name() + " (" + named(unit) + ")").orElse(row.name());
  }

  private static String named(Unit unit) {
    return switch (unit) {
      case SECONDS, CPU_SECONDS -> "seconds";
      case NANOS -> "nanoseconds";
      case MICROS -> "microseconds";
      case BYTES, MEAN_BYTES, BINARY_BYTES -> "bytes";
      case CPU_PERCENT -> "%";
      case PER_SECOND -> "per second";
      default -> "number";
    };
  }

  private static String judged(Row row) {
    return Stream.of(row.better().words(), marks(row))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String marks(Row row) {
    return row.notComparable().isEmpty() ? "" : "not comparable " + Marks.of(row.notComparable());
  }

  private void line(String name, List<String> cells, String remark) {
    List<String> all = new ArrayList<>(List.of(name));
    all.addAll(cells);
    all.add(CsvText.of(remark));
    csv.append(Csv.row(all)).append('\n');
  }
}
