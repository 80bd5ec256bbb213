package io.kvbench.reports.text;

import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.CellForm;
import io.kvbench.reports.document.Element.Checked;
import io.kvbench.reports.document.Element.Checklist;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.KeyFigures;
import io.kvbench.reports.document.Element.Listing;
import io.kvbench.reports.document.Element.Notes;
import io.kvbench.reports.document.Element.Prose;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.table.Cell;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A document for a terminal. Folded elements and those that only a page or an image can draw are
 * omitted. The text is the same in every locale, and escaped regardless of the content of servers
 * and files.
 */
public final class TextDocument {
  private final Page page;

  private TextDocument(TextStyle style) {
    page = new Page(style);
  }

  public static String of(Document document, TextStyle style) {
    TextDocument text = new TextDocument(style);
    if (!document.title().isEmpty()) {
      text.page.title(PlainText.of(document.title()), "");
    }
    document.sections().stream().filter(section -> !section.folded()).forEach(text::section);
    return text.page.toString();
  }

  private void section(Section section) {
    List<Element> shown = section.elements().stream().filter(TextDocument::isShown).toList();
    if (shown.isEmpty()) {
      return;
    }
    page.blank();
    if (section.isTitled(shown)) {
      page.title(PlainText.of(section.title()), "");
    }
    elements(shown);
  }

  private static boolean isShown(Element element) {
    return switch (element) {
      case Folded folded -> false;
      case Chart chart -> TextChart.canDraw(chart);
      default -> true;
    };
  }

  private void elements(List<Element> elements) {
    boolean isApart = false;
    for (Element element : elements) {
      if (isShown(element)) {
        if (isApart || element instanceof Statement) {
          page.blank();
        }
        element(element);
        isApart =
            element instanceof Tabulation
                || element instanceof Chart
                || element instanceof Checklist;
      }
    }
  }

  private void element(Element element) {
    switch (element) {
      case Statement statement -> statement(statement);
      case KeyFigures figures -> figures(figures);
      case Tabulation table ->
          page.table(
              table.sheet(), form(table.form()), table.ofFailures() ? TextColour.FAILED : null);
      case Entries entries -> entries.entries().forEach(this::entry);
      case Checklist list -> checklist(list);
      case Notes notes -> notes.notes().forEach(note -> page.item(PlainText.of(note)));
      case Prose prose -> page.indented(0, PlainText.of(prose.text()));
      case Listing listing when listing.label().isEmpty() ->
          listing.text().lines().map(PlainText::of).forEach(page::line);
      case Listing listing -> page.unbroken(listing.label(), PlainText.of(listing.text()));
      case Subsection part -> {
        page.blank();
        page.title(PlainText.of(part.title()), PlainText.of(part.about()));
        elements(part.elements());
      }
      case Folded folded -> {}
      case Chart chart -> page.chart(chart);
    }
  }

  static Function<Cell, String> form(CellForm form) {
    return switch (form) {
      case PLAIN -> CellText::plain;
      case SUMMARY -> CellText::summary;
    };
  }

  private void statement(Statement statement) {
    String lead = PlainText.of(statement.lead());
    List<String> lines = PlainText.wrap(lead + ": " + PlainText.of(statement.text()), page.width());
    String first = lines.getFirst();
    int end = Math.min(lead.length(), first.length());
    TextColour ink = ink(statement.tone());
    page.line(
        (ink == null ? first.substring(0, end) : ink.on(first.substring(0, end), page.style()))
            + first.substring(end));
    lines.stream().skip(1).forEach(page::line);
    statement.reasons().forEach(reason -> page.item(PlainText.of(reason)));
  }

  private static @Nullable TextColour ink(Tone tone) {
    return switch (tone) {
      case PLAIN -> null;
      case GOOD -> TextColour.GOOD;
      case DOUBTFUL -> TextColour.WARNING;
      case BAD -> TextColour.BAD;
    };
  }

  private void figures(KeyFigures figures) {
    page.beside(
        2,
        figures.figures().stream()
            .map(each -> PlainText.of(each.name()) + " " + CellText.plain(each.cell()))
            .toList());
  }

  private void entry(Entry entry) {
    String text = PlainText.of(entry.text());
    // Good entries need no colour among others.
    TextColour ink = entry.tone() == Tone.GOOD ? null : ink(entry.tone());
    page.field(PlainText.of(entry.label()), text, ink);
  }

  private void checklist(Checklist list) {
    page.title(list.title(), list.about());
    for (Checked item : list.items()) {
      TextColour ink = item.met() ? TextColour.GOOD : TextColour.BAD;
      String mark = ink.on(item.met() ? "✓" : "✗", page.style());
      page.hanging("  " + mark + " ", 4, PlainText.of(item.text()));
    }
  }
}
