package io.kvbench.reports.content;

import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.SpikesSheet;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The summary that a run ends with, in up to 25 lines of a terminal unless much went wrong. */
public final class RunSummary {
  private static final int MOST_IN_SUMMARY = 3;

  private RunSummary() {}

  /**
   * Returns the summary.
   *
   * @param spikes those of the run, if they are known
   */
  public static Document of(RunResult result, Optional<Spikes> spikes) {
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    Headline headline = Headline.of(result);
    List<Element> ran = new ArrayList<>();
    for (PhaseResult phase : result.phases()) {
      PhaseParts parts = new PhaseParts(phase);
      if (!measured.contains(phase)) {
        ran.add(new Entries(List.of(parts.brief())));
        ran.add(parts.notOk(false));
      } else if (phase.step().isEmpty()) {
        ran.add(parts.summary());
      } else if (phase.equals(measured.getFirst())) {
        ran.add(new StepsParts(measured).summary());
      }
    }
    Entries store =
        new Entries(
            StoreLine.of(result).stream()
                .filter(StoreFact::isCheck)
                .map(RunContent::entry)
                .toList());
    List<Entry> used = new ArrayList<>();
    result.store().consistency().map(ConsistencyParts::summary).ifPresent(used::add);
    result.hosts().flatMap(hosts -> HostsParts.brief(hosts, measured)).ifPresent(used::add);
    used.add(ClientParts.brief(result));
    List<Element> end = new ArrayList<>(List.of(store, new Entries(used)));
    List<Section> sections = new ArrayList<>(verdict(headline, headline.brief()));
    sections.add(
        section("phases", new Subsection(headline.subject(), result.cluster().description(), ran)));
    Optional<Spikes> seen = spikes.filter(all -> !all.spikes().isEmpty());
    if (seen.isPresent()) {
      sections.add(section("store", store));
      sections.add(
          section("spikes", Tabulation.of(SpikesSheet.spikes(seen.get(), MOST_IN_SUMMARY))));
      end.remove(store);
    }
    sections.add(Section.of("used", "", end));
    return new Document("", "", sections);
  }

  private static List<Section> verdict(Headline headline, Statement verdict) {
    return List.of(section("thresholds", headline.thresholds()), section("verdict", verdict));
  }

  private static Section section(String id, Element element) {
    return Section.of(id, "", List.of(element));
  }

  /** Returns which thresholds were met, whether to trust the result, and every reason why not. */
  public static Document verdict(RunResult result) {
    Headline headline = Headline.of(result);
    return new Document("", "", verdict(headline, headline.statement()));
  }
}
