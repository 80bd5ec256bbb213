package io.kvbench.reports.text;

import io.kvbench.core.result.SloResult;
import io.kvbench.reports.table.Quantities;
import java.util.List;

/** The user's own thresholds, each with what was seen; the mark says no more than the words. */
final class SloSection {
  private SloSection() {}

  static void render(List<SloResult> slos, Page page) {
    long broken = slos.stream().filter(slo -> !slo.met()).count();
    page.blank();
    page.title(
        "Thresholds",
        broken == 0
            ? "all met"
            : Quantities.count(broken) + " of " + Quantities.count(slos.size()) + " failed");
    slos.forEach(slo -> line(slo, page));
  }

  private static void line(SloResult slo, Page page) {
    Ink ink = slo.met() ? Ink.GOOD : Ink.BAD;
    String mark = ink.on(slo.met() ? "✓" : "✗", page.style());
    page.hanging("  " + mark + " ", 4, PlainText.of(slo.observed()));
  }
}
