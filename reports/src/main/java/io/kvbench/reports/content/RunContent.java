package io.kvbench.reports.content;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.compare.Measured;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.KeyFigure;
import io.kvbench.reports.document.Element.KeyFigures;
import io.kvbench.reports.document.Element.Listing;
import io.kvbench.reports.document.Element.Prose;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.run.CoordinationSheets;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.run.ReplaySheet;
import io.kvbench.reports.run.TimesSheets;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.SpikesSheet;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run in the order of a reader's questions: whether to trust it and its main figures, how long it
 * was down, what failed, what happened over time, where client time went, what servers used,
 * details of all phases, the checks of the store, and how to reproduce it.
 */
public final class RunContent {
  private static final int MOST_SPIKES = 10;

  private final RunResult result;
  private final Optional<Spikes> spikes;
  private final List<PhaseResult> measured;
  private final boolean isSteps;
  private final Headline headline;

  private RunContent(RunResult result, Optional<Spikes> spikes) {
    this.result = result;
    this.spikes = spikes;
    this.measured = PhaseResult.measured(result.phases());
    this.isSteps = measured.stream().anyMatch(phase -> phase.step().isPresent());
    this.headline = Headline.of(result);
  }

  /**
   * Returns a stored run with its charts and its plan; of a search its answer first. The run was
   * read with {@link io.kvbench.results.directory.IntervalTrack#READING}.
   *
   * @throws ResultFormatException if its files are damaged
   */
  public static Document of(StoredRun run) throws ResultFormatException {
    Optional<Spikes> spikes = Spikes.of(run);
    return new RunContent(run.result(), spikes)
        .document(run, ResultDirectory.readFind(run.directory()), new RunCharts(run, spikes));
  }

  /**
   * Returns the document of a result without its other files.
   *
   * @param spikes its spikes, if they are known
   * @param directory where the result was written, if it was
   */
  public static Document of(RunResult result, Optional<Spikes> spikes, Optional<Path> directory) {
    RunContent run = new RunContent(result, spikes);
    List<Section> sections =
        run.sections(
            run.answer(List.of(), false),
            LoadCurve.ofSteps(run.measured)
                .map(curve -> LoadCharts.of(curve, result.system().name()))
                .orElse(List.of()),
            List.of(),
            List.of());
    sections.add(Section.of("repeat", "Environment", PlanParts.environment(result)));
    directory.ifPresent(
        path ->
            sections.add(Section.of("files", "", List.of(new Listing("Files", path.toString())))));
    return new Document("", "", sections);
  }

  private Document document(StoredRun run, Optional<FindResult> found, RunCharts charts)
      throws ResultFormatException {
    List<Element> load = new ArrayList<>();
    if (found.isPresent()) {
      load.addAll(SearchParts.probes(found.get()));
      load.add(new Prose("The same figures are in find.csv."));
    } else {
      LoadCurve.ofSteps(measured)
          .ifPresent(curve -> load.addAll(LoadCharts.of(curve, result.system().name())));
    }
    List<Section> sections =
        sections(
            answer(found.map(SearchParts::outcome).orElse(List.of()), true),
            load,
            charts.overTime(),
            charts.hosts());
    sections.add(Section.of("repeat", "Reproduce", PlanParts.of(run.plan(), result)));
    return new Document(
        found.map(SearchParts::answer).orElseGet(headline::subject),
        result.environment().kvbenchVersion(),
        sections);
  }

  private List<Section> sections(
      List<Element> answer, List<? extends Element> load, List<Chart> overTime, List<Chart> hosts) {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("answer", "", answer));
    sections.add(OutageParts.of(measured));
    sections.add(Section.of("load", "By load", List.copyOf(load)));
    sections.add(
        Section.of(
            "failed",
            "What was not OK",
            result.phases().stream().map(phase -> new PhaseParts(phase).notOk(true)).toList()));
    sections.add(Section.of("time", "Over time", List.copyOf(overTime)));
    sections.add(Section.of("spikes", "Spikes", spikes()));
    sections.add(Section.of("times", "Response times", times()));
    sections.add(Section.of("client", "Client time", client()));
    sections.add(Section.of("servers", "Servers", servers(hosts)));
    sections.add(Section.of("phases", "Phases", phases()));
    sections.add(Section.of("checks", "Checks of the store", checks()));
    result.store().consistency().map(ConsistencyParts::of).ifPresent(sections::add);
    return sections;
  }

  /** Under the subject of the run, unless the document has it as its title. */
  private List<Element> answer(List<Element> search, boolean titled) {
    List<Element> facts = new ArrayList<>();
    if (search.isEmpty()) {
      facts.add(keyFigures()); // Probes with different loads have no figures together.
    }
    List<Entry> entries = new ArrayList<>();
    entries.add(Entry.of("Servers", result.cluster().description()));
    headline.notes().forEach(note -> entries.add(Entry.of("Note", note)));
    facts.add(new Entries(entries));
    List<Element> elements = new ArrayList<>(search);
    if (titled) {
      elements.add(headline.statement());
      elements.addAll(facts);
      elements.add(1 + search.size() + (search.isEmpty() ? 1 : 0), headline.thresholds());
    } else {
      elements.add(headline.thresholds());
      elements.add(headline.statement());
      elements.add(new Subsection(headline.subject(), "", facts));
    }
    return elements;
  }

  /** None of a run without any operation. */
  private KeyFigures keyFigures() {
    Measured all = Measured.of(result);
    long count = all.count();
    if (count == 0) {
      return new KeyFigures(List.of());
    }
    ClientTime time = all.clientTime();
    String of = all.composites().isEmpty() ? "" : ", " + all.composites();
    List<KeyFigure> figures = new ArrayList<>();
    for (Metric each : MetricLists.KEY) {
      String name = each.statistic().isPresent() ? "Response " + each.words() : each.heading();
      figures.add(new KeyFigure(name + of, Cell.of(each, all)));
    }
    figures.add(new KeyFigure("Errors", share(all.errorCount(), count)));
    figures.add(
        new KeyFigure("Other outcomes", share(count - all.okCount() - all.errorCount(), count)));
    figures.add(new KeyFigure("Operations", Cell.of(count, Unit.COUNT)));
    figures.add(new KeyFigure("In flight", Cell.of(all.concurrency(), Unit.MEAN)));
    figures.add(
        new KeyFigure(
            "Client time in OK",
            Cell.words(Quantities.percent(time.okNanos(), time.totalNanos()))));
    return new KeyFigures(figures);
  }

  private static Cell share(long part, long count) {
    return Cell.words(
        part == 0 ? "0" : Quantities.count(part) + " (" + Quantities.percent(part, count) + ")");
  }

  private List<Element> spikes() {
    if (spikes.isEmpty()) {
      return List.of();
    }
    Spikes all = spikes.get();
    if (all.spikes().isEmpty()) {
      return List.of(new Prose(SpikesSheet.none(all)));
    }
    return List.of(
        Tabulation.of(SpikesSheet.spikes(all, MOST_SPIKES)),
        Tabulation.of(SpikesSheet.causes(all)));
  }

  /** Of steps, the best one; the others on request. */
  private List<PhaseResult> detailed() {
    return isSteps ? PhasesSheet.best(measured).stream().toList() : measured;
  }

  private List<Element> times() {
    List<Element> elements = new ArrayList<>(RunCharts.percentiles(measured));
    for (PhaseResult phase : detailed()) {
      times(phase, result.phases().size() == 1 ? "" : Curves.nameOf(phase)).forEach(elements::add);
      elements.addAll(new PhaseParts(phase).spread());
    }
    List<Element> more = new ArrayList<>();
    for (PhaseResult phase : result.phases()) {
      if (!detailed().contains(phase)) {
        times(phase, Curves.nameOf(phase)).forEach(more::add);
      }
      for (MixResult mix : phase.mixes().orElse(List.of())) {
        times(mix.phase(), "mix " + mix.mix()).forEach(more::add);
      }
    }
    elements.add(new Folded("Times of other phases and of mixes", more));
    return elements;
  }

  private static Stream<Element> times(PhaseResult phase, String of) {
    return TimesSheets.of(phase).stream()
        .map(sheet -> of.isEmpty() ? sheet : sheet.titled(sheet.title() + ", " + of))
        .map(Tabulation::of);
  }

  private List<Element> client() {
    List<Element> elements = new ArrayList<>(ClientShares.of(measured));
    List<Entry> entries = new ArrayList<>();
    detailed().forEach(phase -> new PhaseParts(phase).condition().ifPresent(entries::add));
    entries.add(ClientParts.cost(result));
    elements.add(new Entries(entries));
    return elements;
  }

  private List<Element> servers(List<Chart> charts) {
    List<Element> elements = new ArrayList<>(charts);
    elements.addAll(ServerParts.of(result));
    result.hosts().ifPresent(hosts -> elements.addAll(HostsParts.of(hosts, measured)));
    return elements;
  }

  private List<Element> phases() {
    List<Element> elements = new ArrayList<>();
    for (PhaseResult phase : result.phases()) {
      if (!measured.contains(phase)) {
        elements.add(new Entries(List.of(new PhaseParts(phase).brief())));
      } else if (phase.step().isEmpty()) {
        elements.add(details(phase));
      } else if (phase.equals(measured.getFirst())) {
        elements.add(
            new StepsParts(measured)
                .subsection(detailed().stream().<Element>map(RunContent::details).toList()));
      }
    }
    elements.add(
        new Folded(
            "All phases", List.of(Tabulation.of(PhasesSheet.of("Phases", result.phases())))));
    return elements;
  }

  private static Element details(PhaseResult phase) {
    PhaseParts parts = new PhaseParts(phase);
    return parts.subsection(
        List.of(
            new Entries(parts.entries(true)),
            Tabulation.of(PhasesSheet.mixes(phase)),
            Tabulation.of(ReplaySheet.of(phase))));
  }

  private List<Element> checks() {
    List<Element> elements = new ArrayList<>();
    elements.add(new Entries(StoreLine.of(result).stream().map(RunContent::entry).toList()));
    result.coordination().ifPresent(counts -> elements.addAll(coordination(counts)));
    return elements;
  }

  static Entry entry(StoreFact fact) {
    return new Entry(fact.label(), fact.text(), fact.isWrong() ? Tone.BAD : Tone.PLAIN);
  }

  private List<Element> coordination(CoordinationCounts counts) {
    List<Element> elements = new ArrayList<>();
    CoordinationSheets.deliveries(counts).map(Tabulation::of).ifPresent(elements::add);
    if (result.phases().stream()
        .flatMap(phase -> phase.operations().keySet().stream())
        .anyMatch(type -> type == OperationType.LOCK || type == OperationType.ELECT)) {
      elements.add(Tabulation.of(CoordinationSheets.owners(counts)));
    }
    return elements;
  }
}
