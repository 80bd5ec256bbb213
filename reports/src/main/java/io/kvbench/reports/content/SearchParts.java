package io.kvbench.reports.content;

import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Notes;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.run.ProbesSheet;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The document parts about a search: the answer first, then its probes. */
public final class SearchParts {
  private final FindResult found;

  private SearchParts(FindResult found) {
    this.found = found;
  }

  /** Returns a search as a document, without its run. */
  public static Document document(FindResult found) {
    return new Document(
        answer(found),
        "",
        List.of(Section.of("answer", "", outcome(found)), Section.of("load", "", probes(found))));
  }

  /**
   * Returns the answer in one sentence, such as {@code 1,020 to 1,060 requests/s: highest rate of
   * workloada on memory}.
   */
  public static String answer(FindResult found) {
    String of = " of " + found.workload() + " on " + found.system();
    return found
        .ratePerSecond()
        .map(rate -> interval(rate, "requests/s") + ": highest rate" + of)
        .or(
            () ->
                found
                    .clients()
                    .map(
                        clients ->
                            interval(clients, "clients") + ": smallest number that saturates" + of))
        .map(PlainText::of)
        .orElse("nothing found");
  }

  private static String interval(Range range, String unit) {
    if (range.low().isPresent() && range.high().isPresent()) {
      return number(range.low()) + " to " + number(range.high()) + " " + unit;
    }
    if (range.low().isPresent()) {
      return "at least " + number(range.low()) + " " + unit;
    }
    return range.high().isPresent()
        ? "at most " + number(range.high()) + " " + unit
        : "unknown number of " + unit;
  }

  private static String number(OptionalDouble value) {
    return Quantities.rate(value.orElse(0));
  }

  /** Returns how the search ended, and how it searched. */
  static List<Element> outcome(FindResult found) {
    SearchParts parts = new SearchParts(found);
    Tone tone =
        switch (found.status()) {
          case FOUND -> Tone.GOOD;
          case TIME_UP, CLIENT_LIMITED, OUT_OF_RANGE, INTERRUPTED, RUNNING -> Tone.DOUBTFUL;
          case FAILED -> Tone.BAD;
        };
    return List.of(
        new Statement(tone, found.status().name(), found.reason(), "", List.of()),
        new Entries(parts.entries()),
        new Notes(found.notes()));
  }

  private List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    if (!found.thresholds().isEmpty()) {
      entries.add(Entry.of("Thresholds", String.join(", ", found.thresholds())));
    }
    found
        .confidence()
        .ifPresent(
            confidence ->
                entries.add(
                    Entry.of(
                        "Confidence",
                        "%s, for an interval of at most %s"
                            .formatted(
                                Quantities.percent(confidence, 1),
                                Quantities.percent(found.precision(), 1)))));
    entries.add(Entry.of("Method", found.method()));
    found
        .capacityPerSecond()
        .ifPresent(
            rate ->
                entries.add(
                    Entry.of("Closed loop", Quantities.rate(rate) + " requests/s at most")));
    found
        .kneePerSecond()
        .ifPresent(rate -> entries.add(Entry.of("Knee", Quantities.rate(rate) + "/s")));
    found
        .collapsePerSecond()
        .ifPresent(
            rate ->
                entries.add(
                    Entry.of(
                        "Collapse",
                        "from %s/s on, less than %s of the peak is achieved"
                            .formatted(
                                Quantities.rate(rate),
                                Quantities.percent(FindResult.COLLAPSE, 1)))));
    return entries;
  }

  /** Returns the probes over their load, as a table, and why some failed. */
  static List<Element> probes(FindResult found) {
    List<Element> elements = new ArrayList<>();
    LoadCurve.of(found).ifPresent(curve -> elements.addAll(LoadCharts.of(curve, found.system())));
    elements.add(Tabulation.of(ProbesSheet.of(found)));
    List<String> failed =
        found.probes().stream()
            .filter(probe -> probe.reason().isPresent())
            .map(probe -> "probe " + probe.number() + ": " + probe.reason().orElse(""))
            .toList();
    if (!failed.isEmpty()) {
      elements.add(new Subsection("Failed probes", "", List.of(new Notes(failed))));
    }
    return elements;
  }
}
