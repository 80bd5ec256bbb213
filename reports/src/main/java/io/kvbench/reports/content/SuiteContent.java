package io.kvbench.reports.content;

import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.KeyFigure;
import io.kvbench.reports.document.Element.KeyFigures;
import io.kvbench.reports.document.Element.Notes;
import io.kvbench.reports.document.Element.Prose;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.suite.CellFigures;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.reports.suite.SuiteSheets;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A suite: its progress, the figures of all combinations as heat maps or bars, then tables, with
 * links to the pages of its runs.
 */
public final class SuiteContent {
  private final SuiteCells cells;

  private SuiteContent(SuiteCells cells) {
    this.cells = cells;
  }

  /** Returns the document of a suite, or of suites that are looked at together. */
  public static Document of(SuiteCells cells) {
    return new SuiteContent(cells).document();
  }

  private Document document() {
    SuiteDocument suite = cells.suite();
    List<Element> answer =
        List.of(
            new KeyFigures(figures(suite)),
            new Notes(
                Stream.of(Metric.THROUGHPUT, Metric.P99)
                    .flatMap(each -> best(each).stream())
                    .toList()),
            new Entries(
                List.of(
                    Entry.of("Started", time(suite.startedAt())),
                    Entry.of("Last change", time(suite.updatedAt())))));
    return new Document(
        "Suite " + suite.name(),
        "",
        List.of(
            Section.of("answer", "", answer),
            Section.of("figures", "Figures", charts()),
            Section.of(
                "combinations",
                "Combinations",
                List.of(
                    Tabulation.of(SuiteSheets.combinations(cells)),
                    Tabulation.of(SuiteSheets.differences(cells)))),
            Section.of("failed", "Runs that did not finish", List.of(failed(suite))),
            Section.of(
                "runs",
                "Runs",
                List.of(
                    new Folded(
                        "Each run, and all side by side",
                        List.of(runs(), Tabulation.of(comparison(suite))))))));
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Returns the combination with the best median of a figure, of at least two that have it. */
  private Optional<String> best(Metric figure) {
    List<Combination> ranked =
        cells.combinations().stream()
            .filter(each -> !each.values(figure).isEmpty())
            .sorted(Comparator.comparingDouble(each -> better(figure, median(figure, each))))
            .toList();
    if (ranked.size() < 2) {
      return Optional.empty();
    }
    Combination best = ranked.getFirst();
    List<String> alike =
        ranked.stream()
            .skip(1)
            .filter(each -> worst(figure, best) >= better(figure, median(figure, each)))
            .map(Combination::title)
            .toList();
    return Optional.of(
        "%s: %s with %s%s"
            .formatted(
                figure == Metric.THROUGHPUT ? "Highest throughput" : "Lowest " + figure.words(),
                best.title(),
                Quantities.of(median(figure, best), figure.unit().charted()),
                alike.isEmpty()
                    ? ""
                    : ", in the median; this may be noise: its worst run is no better than the"
                        + " median of "
                        + String.join("; ", alike)));
  }

  private static double median(Metric figure, Combination of) {
    return CellFigures.median(of.values(figure)).orElseThrow();
  }

  private static double worst(Metric figure, Combination of) {
    return of.values(figure).stream().mapToDouble(each -> better(figure, each)).max().orElseThrow();
  }

  /** Returns a number that is smaller for what is better. */
  private static double better(Metric figure, double value) {
    return figure.better() == Better.MORE ? -value : value;
  }

  private List<KeyFigure> figures(SuiteDocument suite) {
    List<KeyFigure> figures = new ArrayList<>();
    figures.add(
        new KeyFigure("Runs done", Cell.words(suite.count(Status.DONE) + " of " + suite.needed())));
    for (Status status : List.of(Status.RUNNING, Status.FAILED, Status.PARTIAL, Status.SKIPPED)) {
      if (suite.count(status) > 0) {
        figures.add(
            new KeyFigure("Runs " + word(status), Cell.of(suite.count(status), Unit.COUNT)));
      }
    }
    figures.add(new KeyFigure("Combinations", Cell.of(cells.combinations().size(), Unit.COUNT)));
    long nanos =
        suite.cells().stream()
            .flatMap(cell -> cell.outcome().stream())
            .mapToLong(CellOutcome::wallNanos)
            .sum();
    figures.add(new KeyFigure("Time in runs", Cell.words(Quantities.elapsed(nanos))));
    return figures;
  }

  private List<Element> charts() {
    if (cells.done().isEmpty()) {
      return List.of(new Prose("No run is done yet."));
    }
    List<Element> grids = new ArrayList<>();
    for (Metric figure : MetricLists.SUITE) {
      SuiteCharts.grids("", cells, figure).ifPresent(grids::add);
      SuiteCharts.differences("", cells, figure).ifPresent(grids::add);
    }
    List<Element> bars =
        MetricLists.SUITE.stream().<Element>map(each -> SuiteCharts.bars(cells, each)).toList();
    if (grids.isEmpty()) {
      return bars;
    }
    grids.add(new Folded("All combinations as bars", bars));
    return grids;
  }

  /** Of the runs that are over, those without figures. */
  private static Notes failed(SuiteDocument suite) {
    List<String> notes = new ArrayList<>();
    for (SuiteDocument.Cell cell : suite.cells()) {
      if (cell.status() == Status.FAILED || cell.status() == Status.PARTIAL) {
        String why = cell.reason().map(reason -> ": " + reason).orElse("");
        notes.add(SuiteTitles.ofRun(cell) + " " + cell.status() + why);
      }
    }
    long skipped = suite.count(Status.SKIPPED);
    if (skipped > 0) {
      notes.add(
          Quantities.count(skipped, "run") + (skipped == 1 ? " was" : " were") + " not started");
    }
    return new Notes(notes);
  }

  private Sheet comparison(SuiteDocument suite) {
    boolean hasPaths = cells.done().stream().anyMatch(cell -> cell.resultDirectory().isPresent());
    boolean isThere = hasPaths && suite.isOver() && cells.compared().size() > 1;
    return new Sheet(
        "",
        "",
        List.of(new Sheet.Column("All runs side by side", false)),
        isThere
            ? List.of(List.of(new Cell.Link("comparison", SuiteDirectory.COMPARISON_PAGE)))
            : List.of());
  }

  private Element runs() {
    List<Figure<SuiteDocument.Cell>> columns = new ArrayList<>();
    columns.add(Figure.of("run", SuiteContent::link));
    columns.add(Figure.of("status", cell -> Cell.words(word(cell.status()))));
    for (Metric figure : MetricLists.SUITE) {
      columns.add(
          Figure.of(
              figure.words(), cell -> known(cell, outcome -> CellFigures.cell(figure, outcome))));
    }
    columns.add(
        Figure.of("errors", cell -> known(cell, each -> Cell.of(each.errorCount(), Unit.COUNT))));
    columns.add(
        Figure.of(
            "time", cell -> known(cell, each -> Cell.words(Quantities.elapsed(each.wallNanos())))));
    columns.add(Figure.of("verdict", cell -> new Cell.Words(verdict(cell))));
    return Tabulation.of(
        Sheet.of(
            "Runs",
            "",
            columns,
            cells.combinations().stream().flatMap(each -> each.cells().stream()).toList()));
  }

  private static Cell known(SuiteDocument.Cell cell, Function<CellOutcome, Cell> figure) {
    return cell.outcome().map(figure).orElseGet(Cell.Absent::new);
  }

  private static Cell link(SuiteDocument.Cell cell) {
    String title = SuiteTitles.ofRun(cell);
    return cell.resultDirectory()
        .filter(path -> cell.outcome().isPresent())
        .<Cell>map(path -> new Cell.Link(title, path + "/" + ResultDirectory.REPORT))
        .orElseGet(() -> Cell.words(title));
  }

  private static String verdict(SuiteDocument.Cell cell) {
    String reason = cell.reason().orElse("");
    return cell.outcome()
        .map(
            each ->
                each.checks().isEmpty()
                    ? each.verdict()
                    : "%s (%s)".formatted(each.verdict(), String.join(", ", each.checks())))
        .map(verdict -> reason.isEmpty() ? verdict : verdict + " " + reason)
        .orElse(reason);
  }

  private static String word(Status status) {
    return status == Status.SKIPPED ? "not run" : status.toString();
  }
}
