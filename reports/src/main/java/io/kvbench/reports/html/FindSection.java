package io.kvbench.reports.html;

import io.kvbench.reports.text.FindText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.FindResult;
import java.util.ArrayList;
import java.util.List;

/** What a search found, at the top of the page of its run: the answer and its reasons. */
final class FindSection {
  private final FindResult found;
  private final Markup page;

  FindSection(FindResult found, Markup page) {
    this.found = found;
    this.page = page;
  }

  /** Adds the answer. */
  void render() {
    page.element("h1", FindText.answer(found));
    page.element("p", found.status() + ": " + found.reason(), "class", "subject");
    List<String> facts = new ArrayList<>();
    if (!found.thresholds().isEmpty()) {
      facts.add("Thresholds: " + String.join(", ", found.thresholds()));
    }
    found
        .confidence()
        .ifPresent(confidence -> facts.add("Confidence: " + Quantities.percent(confidence, 1)));
    facts.add("Method: " + found.method());
    facts.addAll(found.notes());
    Parts.list(page, facts);
  }
}
