package io.kvbench.reports.html;

import io.kvbench.reports.suite.CellFigures;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteGrids;
import io.kvbench.reports.suite.SuiteSheets;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Quantities;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What stands in the page of a suite, in its order. */
final class SuitePage {
  private static final List<String> COLUMNS =
      Stream.of(
              Stream.of("run", "status"),
              CellFigures.METRICS.stream().map(Metric::words),
              Stream.of("errors", "time", "verdict"))
          .flatMap(names -> names)
          .toList();

  private final SuiteCells cells;
  private final StyledSystems systems;
  private final Markup page = new Markup();

  SuitePage(SuiteCells cells, StyledSystems systems) {
    this.cells = cells;
    this.systems = systems;
  }

  Markup markup() {
    page.open("header").element("h1", "Suite " + cells.suite().name());
    tiles();
    page.close().open("main");
    pictures();
    page.open("section", "id", "combinations").element("h2", "Combinations");
    page.table(SuiteSheets.combinations(cells));
    page.table(SuiteSheets.differences(cells));
    comparison();
    page.close();
    page.open("section", "id", "runs").element("h2", "Runs");
    runs();
    page.close().close();
    return page;
  }

  private void tiles() {
    SuiteDocument suite = cells.suite();
    page.open("dl", "class", "tiles");
    tile("Runs done", suite.count(Status.DONE) + " of " + suite.needed());
    for (Status status : List.of(Status.RUNNING, Status.FAILED, Status.PARTIAL, Status.SKIPPED)) {
      if (suite.count(status) > 0) {
        tile("Runs " + word(status), Quantities.count(suite.count(status)));
      }
    }
    tile("Combinations", Quantities.count(cells.combinations().size()));
    long nanos =
        suite.cells().stream()
            .flatMap(cell -> cell.outcome().stream())
            .mapToLong(CellOutcome::wallNanos)
            .sum();
    tile("Time in runs", Quantities.elapsed(nanos));
    page.close();
    page.element(
        "p",
        "Started %s, last change %s."
            .formatted(
                suite.startedAt().truncatedTo(ChronoUnit.SECONDS),
                suite.updatedAt().truncatedTo(ChronoUnit.SECONDS)),
        "class",
        "subject");
  }

  private void tile(String name, String value) {
    page.open("div").element("dt", name).element("dd", value).close();
  }

  private void pictures() {
    page.open("section", "id", "figures").element("h2", "Figures");
    if (cells.done().isEmpty()) {
      page.element("p", "No run is done yet.");
    } else {
      List<SuiteGrids> grids =
          CellFigures.METRICS.stream()
              .flatMap(figure -> SuiteGrids.of(cells, figure).stream())
              .toList();
      grids.forEach(each -> new SuiteGridTables(each, page).render());
      if (grids.isEmpty()) {
        bars();
      } else {
        page.open("details").element("summary", "All combinations as bars");
        bars();
        page.close();
      }
    }
    page.close();
  }

  private void bars() {
    page.element(
        "p",
        "A bar is the median of the runs of a combination, a dot is one run. All panels of a"
            + " figure have the same scale, which begins at 0.",
        "class",
        "subject");
    for (Metric figure : CellFigures.METRICS) {
      SuiteBars.of(cells, systems, figure).render(page);
    }
  }

  private void comparison() {
    boolean hasPaths = cells.done().stream().anyMatch(cell -> cell.resultDirectory().isPresent());
    if (hasPaths && cells.suite().isOver() && cells.compared().size() > 1) {
      page.open("p").text("All runs side by side, with differences in their setup and noise: ");
      page.within("a", "comparison", "href", SuiteDirectory.COMPARISON_PAGE).close();
    }
  }

  private void runs() {
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Runs");
    page.open("table", "class", "words runs").open("thead").open("tr");
    COLUMNS.forEach(name -> page.element("th", name, "scope", "col"));
    page.close().close().open("tbody");
    cells.combinations().forEach(each -> each.cells().forEach(this::run));
    page.close().close().close();
  }

  private void run(SuiteDocument.Cell cell) {
    page.open("tr").open("th", "scope", "row");
    Optional<String> directory = cell.resultDirectory().filter(path -> cell.outcome().isPresent());
    if (directory.isPresent()) {
      page.within(
          "a", SuiteTitles.ofRun(cell), "href", directory.get() + "/" + ResultDirectory.REPORT);
    } else {
      page.text(SuiteTitles.ofRun(cell));
    }
    page.close();
    page.element("td", word(cell.status()));
    for (Metric figure : CellFigures.METRICS) {
      page.element(
          "td",
          cell.outcome()
              .map(outcome -> CellText.plain(CellFigures.cell(figure, outcome)))
              .orElse(CellText.ABSENT),
          "class",
          "number");
    }
    page.element(
        "td",
        cell.outcome().map(each -> Quantities.count(each.errorCount())).orElse(CellText.ABSENT),
        "class",
        "number");
    page.element(
        "td",
        cell.outcome().map(each -> Quantities.elapsed(each.wallNanos())).orElse(CellText.ABSENT),
        "class",
        "number");
    verdict(cell);
    page.close();
  }

  private void verdict(SuiteDocument.Cell cell) {
    Optional<CellOutcome> outcome = cell.outcome();
    if (outcome.isEmpty()) {
      page.element("td", cell.reason().orElse(""));
      return;
    }
    String verdict = outcome.get().verdict();
    page.open("td", "class", verdict.toLowerCase(Locale.ROOT));
    page.within("strong", verdict);
    String checks = String.join(", ", outcome.get().checks());
    page.text((checks.isEmpty() ? "" : " (" + checks + ")"));
    cell.reason().ifPresent(why -> page.text(" " + why));
    page.close();
  }

  private static String word(Status status) {
    return status == Status.SKIPPED ? "not run" : status.toString();
  }
}
