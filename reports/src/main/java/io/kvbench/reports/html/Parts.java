package io.kvbench.reports.html;

import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.result.Verdict.Validity;
import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.Percentiles;
import io.kvbench.reports.html.Figures.Shares;
import java.util.List;
import java.util.Locale;

/** What pages have in common. */
final class Parts {
  private Parts() {}

  /**
   * Adds the way to the parts of the page.
   *
   * @param places their ids and their names by turns
   */
  static void navigation(Markup page, List<String> places) {
    page.open("nav", "aria-label", "Parts of this page");
    for (int at = 0; at < places.size(); at += 2) {
      page.element("a", places.get(at + 1), "href", "#" + places.get(at));
    }
    page.close();
  }

  static void list(Markup page, List<String> items) {
    if (!items.isEmpty()) {
      page.open("ul");
      items.forEach(item -> page.element("li", item));
      page.close();
    }
  }

  /** Adds the places of all charts: those over time with their buttons, then the others. */
  static void charts(Markup page, Figures figures) {
    page.element(
        "noscript", "The charts need a browser that runs scripts. The tables below do not.");
    page.open("section", "id", "time").element("h2", "Over time");
    page.open("div", "class", "tools", "id", "tools", "role", "toolbar", "aria-label", "Time axis");
    page.close();
    charts(page, figures, true);
    page.close();
    page.open("section", "id", "times").element("h2", "Response times and client time");
    charts(page, figures, false);
    page.close();
  }

  private static void charts(Markup page, Figures figures, boolean overTime) {
    boolean any = false;
    for (int index = 0; index < figures.charts().size(); index++) {
      if (isOverTime(figures.charts().get(index)) == overTime) {
        chart(page, index, figures.charts().get(index));
        any = true;
      }
    }
    if (!any) {
      page.element("p", "Nothing was measured.");
    }
  }

  private static boolean isOverTime(Chart chart) {
    return !(chart instanceof Percentiles) && !(chart instanceof Shares);
  }

  private static void chart(Markup page, int index, Chart chart) {
    page.open("figure", "id", "chart-" + chart.id(), "data-chart", String.valueOf(index));
    page.open("figcaption").element("h3", chart.title()).element("p", chart.note()).close();
    page.close();
  }

  static String verdictClass(RunResult result) {
    Validity validity = result.verdict().validity();
    boolean incomplete = result.status() != RunStatus.COMPLETE && validity == Validity.VALID;
    return incomplete ? "suspect" : validity.name().toLowerCase(Locale.ROOT);
  }

  static void footer(Markup page, String version) {
    page.open("footer");
    page.element(
        "p",
        "Written by kvbench "
            + version
            + ". This file has everything in it and asks no network. Charts: Apache ECharts,"
            + " Copyright The Apache Software Foundation, Apache License 2.0; its notice is in the"
            + " source of this page.");
    page.close();
  }
}
