package io.kvbench.reports.html;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.SendingWindow;
import io.kvbench.core.result.SloResult;
import io.kvbench.reports.files.StoredRun;
import io.kvbench.reports.text.Headline;
import io.kvbench.reports.text.Quantities;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import java.time.temporal.ChronoUnit;
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
    RunTables.render(result, page);
    text();
  }

  private void repeat() {
    new PlanSection(run.plan(), result).render(page, "h3");
  }

  private void headline() {
    Headline headline = Headline.of(result);
    page.element("h1", headline.subject());
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
        "%s%s. Started %s, seed %s."
            .formatted(
                result.cluster().description(),
                headline.client().map(client -> ", " + client).orElse(""),
                result.startedAt().truncatedTo(ChronoUnit.SECONDS),
                result.seed()),
        "class",
        "subject");
    Parts.list(page, headline.notes());
  }

  /** The few figures that people look for first. */
  private void tiles() {
    TimeHistogram response =
        measured.stream()
            .flatMap(phase -> phase.operations().entrySet().stream())
            .filter(entry -> !entry.getKey().isComposite())
            .map(entry -> entry.getValue().response().times())
            .reduce(TimeHistogram.empty(), TimeHistogram::plus);
    SendingWindow window = new SendingWindow(measured);
    boolean sent = window.nanos() > 0;
    long count = measured.stream().mapToLong(PhaseResult::operationCount).sum();
    long ok = measured.stream().mapToLong(PhaseResult::okCount).sum();
    long errors = measured.stream().mapToLong(PhaseResult::errorCount).sum();
    ClientTime time =
        measured.stream().map(PhaseResult::clientTime).reduce(ClientTime.none(), ClientTime::plus);
    page.open("dl", "class", "tiles");
    tile("Answered OK", sent ? Quantities.rate(window.okPerSecond()) + "/s" : "–");
    tile("Operations", Quantities.count(count));
    share("Answers not OK", count - ok - errors, count);
    share("Errors", errors, count);
    for (double percentile : List.of(50.0, 99.0, 99.9)) {
      String name = "Response p" + (percentile == 99.9 ? "99.9" : String.valueOf((int) percentile));
      tile(
          name,
          Percentile.isKnown(percentile, response.count())
              ? Quantities.duration(response.percentileNanos(percentile))
              : "–");
    }
    tile("Under way at once", sent ? Quantities.rate(window.concurrency()) : "–");
    tile("Client time in OK", Quantities.percent(time.okNanos(), time.totalNanos()));
    page.close();
  }

  private void share(String name, long part, long count) {
    tile(name, Quantities.count(part) + " (" + Quantities.percent(part, count) + ")");
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
