package io.kvbench.reports.html;

import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Locale;

/** What pages have in common. */
final class Parts {
  private Parts() {}

  static void list(Markup page, List<String> items) {
    if (!items.isEmpty()) {
      page.open("ul");
      items.forEach(item -> page.element("li", item));
      page.close();
    }
  }

  static String verdictClass(RunResult result) {
    Validity validity = result.verdict().validity();
    boolean incomplete = result.status() != RunStatus.COMPLETE && validity == Validity.VALID;
    return incomplete ? "suspect" : validity.name().toLowerCase(Locale.ROOT);
  }
}
