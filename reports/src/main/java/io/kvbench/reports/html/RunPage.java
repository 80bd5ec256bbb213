package io.kvbench.reports.html;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.SloResult;
import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.files.StoredRun;
import io.kvbench.reports.text.Headline;
import io.kvbench.reports.text.Quantities;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import java.util.List;
import java.util.Optional;

/** What stands in the page of a run, in its order; it can be read without its charts. */
final class RunPage {
  private static final TextStyle AS_TEXT = new TextStyle(96, false, true);

  private final StoredRun run;
  private final RunResult result;
  private final List<PhaseResult> measured;
  private final Figures figures;
  private final Markup page = new Markup();

  RunPage(StoredRun run, Figures figures) {
    this.run = run;
    this.result = run.result();
    this.measured = PhaseResult.measured(result.phases());
    this.figures = figures;
  }

  Markup markup() {
    new PageOutline(this::header, this::tables, this::repeat)
        .render(page, figures, result.environment().kvbenchVersion());
    return page;
  }

  private void header() {
    headline();
    tiles();
  }

  private void tables() {
    new RunTables(result, page).render();
    text();
  }

  private void repeat() {
    new PlanSection(run.plan(), result).render(page, "h3");
  }

  private void headline() {
    Headline headline = Headline.of(result);
    page.element("h1", result.workload() + " on " + Labels.system(result));
    page.open("p", "class", "verdict " + Parts.verdictClass(result));
    page.within("strong", headline.word()).text(": " + headline.sentence()).close();
    Parts.list(page, headline.reasons());
    List<SloResult> slos = result.slos().orElse(List.of());
    Parts.list(
        page,
        slos.stream()
            .map(slo -> (slo.met() ? "threshold kept: " : "threshold broken: ") + slo.observed())
            .toList());
    page.element(
        "p",
        "%s, through %s. Begun %s, seed %s."
            .formatted(
                result.cluster().description(),
                result.system().client(),
                result.startedAt(),
                result.seed()),
        "class",
        "subject");
    Parts.list(page, result.system().notes().orElse(List.of()));
  }

  /** The few figures that people look for first. */
  private void tiles() {
    TimeHistogram response =
        measured.stream()
            .flatMap(phase -> phase.operations().entrySet().stream())
            .filter(entry -> !entry.getKey().isComposite())
            .map(entry -> entry.getValue().response().times())
            .reduce(TimeHistogram.empty(), TimeHistogram::plus);
    long wall = measured.stream().mapToLong(PhaseResult::wallNanos).sum();
    long ok = measured.stream().mapToLong(PhaseResult::okCount).sum();
    long count = measured.stream().mapToLong(PhaseResult::operationCount).sum();
    long errors = measured.stream().mapToLong(PhaseResult::errorCount).sum();
    ClientTime time =
        measured.stream().map(PhaseResult::clientTime).reduce(ClientTime.none(), ClientTime::plus);
    page.open("dl", "class", "tiles");
    tile("Answered OK", wall == 0 ? "–" : Quantities.rate(ok * 1e9 / wall) + "/s");
    tile("Operations", Quantities.count(count));
    tile("Errors", Quantities.count(errors) + " (" + Quantities.percent(errors, count) + ")");
    for (double percentile : List.of(50.0, 99.0, 99.9)) {
      String name = "Response p" + (percentile == 99.9 ? "99.9" : String.valueOf((int) percentile));
      tile(
          name,
          response.count() == 0 ? "–" : Quantities.duration(response.percentileNanos(percentile)));
    }
    tile("Under way at once", wall == 0 ? "–" : Quantities.rate((double) time.busyNanos() / wall));
    tile("Client time in OK", Quantities.percent(time.okNanos(), time.totalNanos()));
    page.close();
  }

  private void tile(String name, String figure) {
    page.open("div").element("dt", name).element("dd", figure).close();
  }

  private void text() {
    page.open("details").element("summary", "The same as text");
    page.open("pre", "tabindex", "0");
    page.lines(TextReport.of(result, Optional.of(run.directory()), AS_TEXT));
    page.close().close();
  }
}
