package io.kvbench.reports.content;

import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.Listing;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.run.ConsistencySheets;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.BrokenPromise;
import io.kvbench.results.format.ConsistencyResult.ExampleStep;
import io.kvbench.results.format.ConsistencyResult.ReadMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The parts about answers that were compared with what the system promises. */
public final class ConsistencyParts {
  /** The width of a timeline. */
  private static final int COLUMNS = 60;

  private final ConsistencyResult found;

  private ConsistencyParts(ConsistencyResult found) {
    this.found = found;
  }

  /** Returns the section of a run. */
  static Section of(ConsistencyResult found) {
    return Section.of("consistency", "Consistency", new ConsistencyParts(found).elements());
  }

  /**
   * Returns the document of a check on its own.
   *
   * @param version that of kvbench
   */
  public static Document document(ConsistencyResult found, String title, String version) {
    return new Document(title, version, List.of(of(found)));
  }

  private List<Element> elements() {
    List<Element> elements = new ArrayList<>();
    elements.add(new Entries(List.of(summary(found))));
    elements.add(Tabulation.of(ConsistencySheets.modes(found)));
    elements.add(Tabulation.of(ConsistencySheets.broken("Broken promises", found.violations())));
    found.violations().stream().limit(1).forEach(worst -> addExample(worst, elements));
    elements.add(
        Tabulation.of(
            ConsistencySheets.broken(
                "Stale reads around elections and faults", found.leaseNotes())));
    List<Element> more = new ArrayList<>();
    found.violations().stream().skip(1).forEach(other -> addExample(other, more));
    found.leaseNotes().forEach(note -> addExample(note, more));
    for (ReadMode mode : found.readModes()) {
      more.add(Tabulation.of(ConsistencySheets.staleness(mode)));
    }
    elements.add(new Folded("More examples and staleness", more));
    return elements;
  }

  /** Returns the result in one sentence. */
  static Entry summary(ConsistencyResult found) {
    List<String> texts = new ArrayList<>();
    found.problem().ifPresent(problem -> texts.add("not checked: " + problem));
    if (found.problem().isEmpty()) {
      texts.add(
          "%s on %s checked"
              .formatted(
                  Quantities.count(found.operations(), "operation"),
                  Quantities.count(found.keys(), "record")));
      texts.add(
          found.violations().isEmpty()
              ? "no broken promise found"
              : "VIOLATION: "
                  + found.violations().stream()
                      .map(BrokenPromise::description)
                      .collect(Collectors.joining(", ")));
      texts.add(
          "%s of %s observed"
              .formatted(
                  Quantities.percent(found.observedWrites(), found.acknowledgedWrites()),
                  Quantities.count(found.acknowledgedWrites(), "acknowledged write")));
      long stale = found.readModes().stream().mapToLong(mode -> mode.staleness().reads()).sum();
      if (stale > 0 && found.violations().isEmpty()) {
        texts.add(Quantities.count(stale, "stale read") + ", which the promises allow");
      }
      if (found.undecided() > 0) {
        texts.add(Quantities.count(found.undecided()) + " undecided");
      }
      if (found.dropped() != 0) {
        texts.add(
            (found.dropped() < 0 ? "some" : Quantities.count(found.dropped())) + " not recorded");
      }
    }
    return new Entry(
        "Answers", String.join("; ", texts), found.violations().isEmpty() ? Tone.PLAIN : Tone.BAD);
  }

  private static void addExample(BrokenPromise broken, List<Element> elements) {
    if (!broken.example().isEmpty()) {
      elements.add(Tabulation.of(ConsistencySheets.example(broken)));
      elements.add(new Listing("", timeline(broken.example())));
    }
  }

  /** Draws when each operation was in flight, to scale; dots, since forms strip leading spaces. */
  static String timeline(List<ExampleStep> steps) {
    long begin = steps.stream().mapToLong(ExampleStep::beginNanos).min().orElse(0);
    long end = steps.stream().mapToLong(ExampleStep::endNanos).max().orElse(0);
    double scale = (COLUMNS - 1.0) / Math.max(1, end - begin);
    List<String> lines = new ArrayList<>();
    for (ExampleStep step : steps) {
      int from = (int) ((step.beginNanos() - begin) * scale);
      int to = (int) ((step.endNanos() - begin) * scale);
      String bar = to == from ? "|" : "|" + "-".repeat(to - from - 1) + "|";
      lines.add(
          "%-60s  client %d  %s %s"
              .formatted(".".repeat(from) + bar, step.client(), step.operation(), step.value()));
    }
    return String.join("\n", lines);
  }
}
