package io.kvbench.reports.html;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.run.AgentsSheet;
import io.kvbench.reports.run.CoordinationSheets;
import io.kvbench.reports.run.LimitsSheet;
import io.kvbench.reports.run.NetworkSheet;
import io.kvbench.reports.run.NotOkSheet;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.run.ProbesSheet;
import io.kvbench.reports.run.ReplaySheet;
import io.kvbench.reports.run.ServersSheet;
import io.kvbench.reports.run.TimesSheets;
import io.kvbench.reports.run.UsesSheet;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.SpikesSheet;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.FaultsSheet;
import io.kvbench.reports.text.Headline;
import io.kvbench.reports.text.StoreLine;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.MixResult;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.SloResult;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What stands in the page of a run, in its order; it can be read without its charts. */
final class RunPage {
  private static final int MOST_SPIKES = 200;
  private static final TextStyle AS_TEXT = new TextStyle(96, false, true);

  private final StoredRun run;
  private final RunResult result;
  private final Optional<FindResult> found;
  private final Optional<Spikes> spikes;
  private final Figures figures;
  private final Markup page = new Markup();

  /**
   * Takes a run.
   *
   * @param found what it found, if it is a search
   * @param spikes its spikes, if they are known
   */
  RunPage(StoredRun run, Optional<FindResult> found, Optional<Spikes> spikes, Figures figures) {
    this.run = run;
    this.found = found;
    this.spikes = spikes;
    this.result = run.result();
    this.figures = figures;
  }

  Markup markup() {
    new PageOutline(this::header, this::tables, this::repeat)
        .render(page, figures, result.environment().kvbenchVersion());
    return page;
  }

  private void header() {
    found.ifPresent(search -> new FindSection(search, page).render());
    Headline headline = Headline.of(result);
    page.element(found.isPresent() ? "h2" : "h1", headline.subject());
    page.open("p", "class", "verdict " + Parts.verdictClass(result));
    page.within("strong", headline.word()).text(": " + headline.sentence()).close();
    if (found.isEmpty()) {
      tiles(); // Probes with different loads have no figures together.
    }
    reasons(headline);
  }

  private void tables() {
    found.ifPresent(this::probes);
    sections();
    text();
  }

  private void probes(FindResult search) {
    page.table(ProbesSheet.of(search));
    page.element("p", "The same figures are in find.csv.", "class", "subject");
  }

  private void peerNetwork(NetworkResult network) {
    network(NetworkSheet.ofPeers(network), network);
  }

  private void network(NetworkResult network) {
    network(NetworkSheet.of(network), network);
  }

  private void network(Sheet nodes, NetworkResult network) {
    page.table(nodes);
    page.table(NetworkSheet.directions(network));
    page.table(NetworkSheet.changes(network));
  }

  /** Adds the tables of the text, with every phase and every detail. */
  private void sections() {
    spikes.ifPresent(this::spikes);
    page.table(PhasesSheet.of("Phases", result.phases()));
    for (PhaseResult phase : result.phases()) {
      List<Sheet> sheets = new ArrayList<>(List.of(PhasesSheet.mixes(phase)));
      sheets.addAll(TimesSheets.of(phase));
      for (MixResult mix : phase.mixes().orElse(List.of())) {
        TimesSheets.of(mix.phase())
            .forEach(times -> sheets.add(times.titled(times.title() + ", mix " + mix.mix())));
      }
      sheets.add(NotOkSheet.of(phase));
      sheets.add(ReplaySheet.of(phase));
      sheets.add(FaultsSheet.of(phase));
      for (Sheet sheet : sheets) {
        String title = sheet.title() + ", " + RunFigures.nameOf(phase);
        page.table(sheet.titled(title));
      }
    }
    result.coordination().ifPresent(this::coordination);
    page.table(ServersSheet.of(result.cluster()));
    result.conditions().network().ifPresent(this::network);
    result.conditions().peerNetwork().ifPresent(this::peerNetwork);
    result.conditions().limits().ifPresent(limits -> page.table(LimitsSheet.of(limits)));
    result.agents().ifPresent(agents -> page.table(AgentsSheet.of(agents)));
    result
        .hosts()
        .flatMap(hosts -> hosts.overall().map(span -> UsesSheet.of(hosts, span)))
        .ifPresent(page::table);
    Parts.list(
        page,
        StoreLine.of(result).stream().map(fact -> fact.label() + ": " + fact.text()).toList());
  }

  private void spikes(Spikes all) {
    if (all.spikes().isEmpty()) {
      page.element("p", "Spikes: " + SpikesSheet.none(all) + ".");
    }
    page.table(SpikesSheet.spikes(all, MOST_SPIKES));
    page.table(SpikesSheet.causes(all));
  }

  private void coordination(CoordinationCounts counts) {
    CoordinationSheets.deliveries(counts).ifPresent(page::table);
    boolean locks =
        result.phases().stream()
            .flatMap(phase -> phase.operations().keySet().stream())
            .anyMatch(type -> type == OperationType.LOCK || type == OperationType.ELECT);
    if (locks) {
      page.table(CoordinationSheets.owners(counts));
    }
  }

  private void repeat() {
    new PlanSection(run.plan(), result).render(page, "h3");
  }

  private void reasons(Headline headline) {
    Parts.list(page, headline.reasons());
    List<SloResult> slos = result.slos().orElse(List.of());
    Parts.list(
        page,
        slos.stream()
            .map(slo -> (slo.met() ? "threshold met: " : "threshold failed: ") + slo.observed())
            .toList());
    page.element(
        "p",
        "%s%s. Started %s, seed %s."
            .formatted(
                result.cluster().description(),
                headline.client().map(client -> ", through " + client).orElse(""),
                result.origin().startedAt().truncatedTo(ChronoUnit.SECONDS),
                result.origin().seed()),
        "class",
        "subject");
    Parts.list(page, headline.notes());
  }

  /** The few figures that people look for first; none of a run without any operation. */
  private void tiles() {
    Measured measured = Measured.of(result);
    long count = measured.count();
    if (count == 0) {
      return;
    }
    page.open("dl", "class", "tiles");
    tile("Throughput", Cell.of(Metric.THROUGHPUT, measured));
    tile("Operations", Cell.of(count, Unit.COUNT));
    share("Answers not OK", count - measured.okCount() - measured.errorCount(), count);
    share("Errors", measured.errorCount(), count);
    tile("Response p50", Cell.of(Metric.P50, measured));
    tile("Response p99", Cell.of(Metric.P99, measured));
    tile("Response p99.9", Cell.of(Metric.P999, measured));
    tile("In flight", Cell.of(measured.concurrency(), Unit.MEAN));
    ClientTime time = measured.clientTime();
    tile("Client time in OK", Quantities.percent(time.okNanos(), time.totalNanos()));
    page.close();
    if (!measured.composites().isEmpty()) {
      page.element(
          "p",
          "Throughput and response times are of "
              + measured.composites()
              + "; operations, answers and errors are counted with its parts.",
          "class",
          "subject");
    }
  }

  private void share(String name, long part, long count) {
    tile(name, Quantities.count(part) + " (" + Quantities.percent(part, count) + ")");
  }

  private void tile(String name, Cell figure) {
    if (!(figure instanceof Cell.Absent)) {
      tile(name, CellText.plain(figure));
    }
  }

  private void tile(String name, String figure) {
    page.open("div").element("dt", name).element("dd", figure).close();
  }

  private void text() {
    page.open("details").element("summary", "Text report");
    page.open("pre", "tabindex", "0");
    page.lines(TextReport.of(result, spikes, Optional.of(run.directory()), AS_TEXT));
    page.close().close();
  }
}
