package io.kvbench.reports.html;

import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Happenings;
import io.kvbench.reports.document.Chart.Heat;
import io.kvbench.reports.document.Chart.Lines;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Checked;
import io.kvbench.reports.document.Element.Checklist;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.KeyFigure;
import io.kvbench.reports.document.Element.KeyFigures;
import io.kvbench.reports.document.Element.Listing;
import io.kvbench.reports.document.Element.Notes;
import io.kvbench.reports.document.Element.Prose;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A document as one file for a browser, which needs no network and can be read without its charts.
 * The first section is the head of the page.
 */
public final class HtmlDocument {
  private final Document document;
  private final List<Chart> scripted;
  private final StaticCharts drawn;
  private final Markup page = new Markup();

  private HtmlDocument(Document document) {
    this.document = document;
    this.scripted = document.charts().stream().filter(ChartJson::isScripted).toList();
    this.drawn = new StaticCharts(document.charts());
  }

  public static String of(Document document) {
    return new HtmlDocument(document).whole(false);
  }

  /** Returns a page that loads itself anew, since its file will be another one. */
  public static String changing(Document document) {
    return new HtmlDocument(document).whole(true);
  }

  private String whole(boolean isChanging) {
    List<Section> sections = document.sections();
    page.open("header").element("h1", document.title());
    if (!sections.isEmpty()) {
      elements(sections.getFirst().elements());
    }
    page.close();
    List<Section> others = sections.stream().skip(1).toList();
    navigation(others);
    page.open("main");
    if (!scripted.isEmpty()) {
      page.element("noscript", "The charts need JavaScript; the tables do not.");
    }
    others.forEach(this::section);
    page.close();
    footer();
    String title = PlainText.of(document.title()) + " – kvbench";
    Optional<String> charts =
        scripted.isEmpty() ? Optional.empty() : Optional.of(ChartJson.of(scripted));
    return PageFrame.of(title, page, drawn.rules(), charts, isChanging && charts.isEmpty());
  }

  private void navigation(List<Section> sections) {
    if (sections.size() > 1) {
      page.open("nav", "aria-label", "Contents");
      sections.stream()
          .filter(section -> !section.title().isEmpty())
          .forEach(section -> page.element("a", section.title(), "href", "#" + section.id()));
      page.close();
    }
  }

  private void section(Section section) {
    page.open("section", "id", section.id());
    if (!section.title().isEmpty()) {
      page.element("h2", section.title());
    }
    if (section.equals(firstTimed())) {
      page.open(
          "div", "class", "tools", "id", "tools", "role", "toolbar", "aria-label", "Time axis");
      page.close();
    }
    if (section.folded()) {
      page.open("details").element("summary", "Show");
    }
    elements(section.elements());
    if (section.folded()) {
      page.close();
    }
    page.close();
  }

  /** The charts over time of all sections have one toolbar. */
  private @Nullable Section firstTimed() {
    return document.sections().stream()
        .filter(
            section ->
                section.elements().stream()
                    .anyMatch(
                        element ->
                            element instanceof Lines
                                || element instanceof Heat
                                || element instanceof Happenings))
        .findFirst()
        .orElse(null);
  }

  private void footer() {
    page.open("footer");
    page.element(
        "p",
        "Written by kvbench"
            + (document.version().isEmpty() ? "" : " " + document.version())
            + ". This file is self-contained and needs no network."
            + (scripted.isEmpty()
                ? ""
                : " Charts: Apache ECharts, Copyright The Apache Software Foundation, Apache"
                    + " License 2.0; its notice is in the source of this page."));
    page.close();
  }

  private void elements(List<Element> elements) {
    elements.forEach(this::element);
  }

  private void element(Element element) {
    switch (element) {
      case Statement statement -> statement(statement);
      case KeyFigures figures -> figures(figures);
      case Tabulation table -> page.table(table);
      case Entries entries -> entries(entries.entries());
      case Checklist list -> checklist(list);
      case Notes notes -> list(notes.notes());
      case Prose prose -> page.element("p", prose.text(), "class", "subject");
      case Listing listing -> page.open("pre", "tabindex", "0").lines(listing.text()).close();
      case Subsection part -> {
        page.element("h3", part.title());
        if (!part.about().isEmpty()) {
          page.element("p", part.about(), "class", "subject");
        }
        elements(part.elements());
      }
      case Folded part -> {
        page.open("details").element("summary", part.title());
        elements(part.elements());
        page.close();
      }
      case Chart chart when ChartJson.isScripted(chart) -> {
        page.open(
            "figure",
            "id",
            "chart-" + chart.id(),
            "data-chart",
            String.valueOf(scripted.indexOf(chart)));
        StaticCharts.caption(page, chart);
        page.close();
      }
      case Chart chart -> drawn.draw(page, chart);
    }
  }

  private void statement(Statement statement) {
    page.open("div", "class", "verdict " + style(statement.tone())).open("p");
    page.within("strong", statement.lead()).text(": " + statement.text()).close();
    List<String> reasons = statement.reasons();
    int shown = statement.fold().isEmpty() ? Math.min(1, reasons.size()) : 0;
    int more = reasons.size() - shown;
    reasons.stream().limit(shown).forEach(each -> page.element("p", each, "class", "reason"));
    if (more > 0) {
      String label = more + (more == 1 ? " more reason" : " more reasons");
      page.open("details").element("summary", shown == 0 ? statement.fold() : label);
      list(reasons.subList(shown, reasons.size()));
      page.close();
    }
    page.close();
  }

  private static String style(Tone tone) {
    return tone.name().toLowerCase(Locale.ROOT);
  }

  private void figures(KeyFigures figures) {
    page.open("dl", "class", "tiles");
    for (KeyFigure figure : figures.figures()) {
      page.open("div").element("dt", figure.name());
      page.element("dd", CellText.plain(figure.cell())).close();
    }
    page.close();
  }

  private void entries(List<Entry> entries) {
    page.open("dl", "class", "entries");
    for (Entry entry : entries) {
      page.element("dt", entry.label());
      page.element("dd", entry.text(), "class", style(entry.tone()));
    }
    page.close();
  }

  private void checklist(Checklist list) {
    page.open("ul", "class", "checklist", "aria-label", list.title());
    page.open("li").within("strong", list.title()).text(" " + list.about()).close();
    for (Checked item : list.items()) {
      page.open("li", "class", item.met() ? "good" : "bad");
      page.within("strong", item.met() ? "✓ met" : "✗ failed").text(": " + item.text()).close();
    }
    page.close();
  }

  private void list(List<String> items) {
    page.open("ul");
    items.forEach(item -> page.element("li", item));
    page.close();
  }
}
