package io.kvbench.reports.html;

import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.Happenings;
import io.kvbench.reports.html.Figures.Heat;
import io.kvbench.reports.html.Figures.Lines;
import io.kvbench.reports.html.Figures.OverRuns;
import io.kvbench.reports.html.Figures.Percentiles;
import io.kvbench.reports.html.Figures.Shares;

/**
 * The parts that every page has, in their order.
 *
 * @param header what comes first
 * @param tables what is to be read without charts
 * @param repeat what a run takes that is like it
 */
record PageOutline(Runnable header, Runnable tables, Runnable repeat) {

  /** Adds all parts; the charts are those of the figures. */
  void render(Markup page, Figures figures, String version) {
    page.open("header");
    header.run();
    page.close();
    navigation(page);
    page.open("main");
    charts(page, figures);
    page.open("section", "id", "tables").element("h2", "Tables");
    tables.run();
    page.close();
    page.open("section", "id", "repeat").element("h2", "Reproduce");
    repeat.run();
    page.close().close();
    footer(page, version);
  }

  /** Adds the way to the parts of the page. */
  private static void navigation(Markup page) {
    page.open("nav", "aria-label", "Contents");
    page.element("a", "Over time", "href", "#time");
    page.element("a", "Response times", "href", "#times");
    page.element("a", "Tables", "href", "#tables");
    page.element("a", "Reproduce", "href", "#repeat");
    page.close();
  }

  /** Adds the places of all charts: those over time with their buttons, then the others. */
  private static void charts(Markup page, Figures figures) {
    page.element("noscript", "The charts need JavaScript; the tables below do not.");
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
    return switch (chart) {
      case Lines ignored -> true;
      case Happenings ignored -> true;
      case Heat ignored -> true;
      case Percentiles ignored -> false;
      case Shares ignored -> false;
      case OverRuns ignored -> false;
    };
  }

  /** Adds the place of a chart. */
  static void chart(Markup page, int index, Chart chart) {
    page.open("figure", "id", "chart-" + chart.id(), "data-chart", String.valueOf(index));
    page.open("figcaption").element("h3", chart.title()).element("p", chart.note()).close();
    page.close();
  }

  /** Adds what stands at the end of every page. */
  static void footer(Markup page, String version) {
    page.open("footer");
    page.element(
        "p",
        "Written by kvbench "
            + version
            + ". This file is self-contained and needs no network. Charts: Apache ECharts,"
            + " Copyright The Apache Software Foundation, Apache License 2.0; its notice is in the"
            + " source of this page.");
    page.close();
  }
}
