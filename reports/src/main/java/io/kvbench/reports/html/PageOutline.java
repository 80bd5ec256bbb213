package io.kvbench.reports.html;

import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.Happenings;
import io.kvbench.reports.html.Figures.Heat;
import io.kvbench.reports.html.Figures.Lines;
import io.kvbench.reports.html.Figures.OverLoad;
import io.kvbench.reports.html.Figures.OverRuns;
import io.kvbench.reports.html.Figures.Percentiles;
import io.kvbench.reports.html.Figures.Shares;
import java.util.List;
import java.util.stream.Stream;

/**
 * The parts that every page has, in their order.
 *
 * @param header what comes first
 * @param tables what is to be read without charts
 * @param repeat what a run takes that is like it
 */
record PageOutline(Runnable header, Runnable tables, Runnable repeat) {

  /** What charts share an axis, or nothing. */
  private enum Group {
    LOAD("load", "By load"),
    TIME("time", "Over time"),
    OTHERS("times", "Response times and client time");

    private final String id;
    private final String title;

    Group(String id, String title) {
      this.id = id;
      this.title = title;
    }

    static Group of(Chart chart) {
      return switch (chart) {
        case OverLoad ignored -> LOAD;
        case Lines ignored -> TIME;
        case Happenings ignored -> TIME;
        case Heat ignored -> TIME;
        case Percentiles ignored -> OTHERS;
        case Shares ignored -> OTHERS;
        case OverRuns ignored -> OTHERS;
      };
    }
  }

  /** Adds all parts; the charts are those of the figures. Groups without charts are left out. */
  void render(Markup page, Figures figures, String version) {
    List<Group> groups =
        Stream.of(Group.values())
            .filter(group -> figures.charts().stream().map(Group::of).anyMatch(group::equals))
            .toList();
    page.open("header");
    header.run();
    page.close();
    navigation(page, groups);
    page.open("main");
    if (!groups.isEmpty()) {
      page.element("noscript", "The charts need JavaScript; the tables below do not.");
    }
    groups.forEach(group -> charts(page, figures, group));
    page.open("section", "id", "tables").element("h2", "Tables");
    tables.run();
    page.close();
    page.open("section", "id", "repeat").element("h2", "Reproduce");
    repeat.run();
    page.close().close();
    footer(page, version);
  }

  /** Adds the way to the parts of the page. */
  private static void navigation(Markup page, List<Group> groups) {
    page.open("nav", "aria-label", "Contents");
    groups.forEach(group -> page.element("a", group.title, "href", "#" + group.id));
    page.element("a", "Tables", "href", "#tables");
    page.element("a", "Reproduce", "href", "#repeat");
    page.close();
  }

  /** Adds the places of the charts of a group; those over time have buttons. */
  private static void charts(Markup page, Figures figures, Group group) {
    page.open("section", "id", group.id).element("h2", group.title);
    if (group == Group.TIME) {
      page.open(
          "div", "class", "tools", "id", "tools", "role", "toolbar", "aria-label", "Time axis");
      page.close();
    }
    for (int index = 0; index < figures.charts().size(); index++) {
      if (Group.of(figures.charts().get(index)) == group) {
        chart(page, index, figures.charts().get(index));
      }
    }
    page.close();
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
