package io.kvbench.reports.markdown;

import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Checklist;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.KeyFigures;
import io.kvbench.reports.document.Element.Listing;
import io.kvbench.reports.document.Element.Notes;
import io.kvbench.reports.document.Element.Prose;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.text.CellText;
import java.util.List;

/**
 * A document in Markdown with GitHub's tables, for issues, wikis and repositories. Folded elements
 * and charts are omitted.
 */
public final class MarkdownDocument {
  private final MarkdownPage page = new MarkdownPage();

  private MarkdownDocument() {}

  public static String of(Document document) {
    MarkdownDocument markdown = new MarkdownDocument();
    if (!document.title().isEmpty()) {
      markdown.page.heading(document.title());
    }
    document.sections().stream().filter(section -> !section.folded()).forEach(markdown::section);
    return markdown.page.toString();
  }

  private void section(Section section) {
    List<Element> shown =
        section.elements().stream()
            .filter(element -> !(element instanceof Chart || element instanceof Folded))
            .toList();
    if (shown.isEmpty()) {
      return;
    }
    if (section.isTitled(shown)) {
      page.heading(section.title());
    }
    shown.forEach(this::element);
  }

  private void element(Element element) {
    switch (element) {
      case Statement statement -> {
        page.item(statement.lead() + ": " + statement.text());
        statement.reasons().forEach(page::item);
      }
      case KeyFigures figures ->
          figures
              .figures()
              .forEach(each -> page.item(each.name() + ": " + CellText.plain(each.cell())));
      case Tabulation table -> page.table(table);
      case Entries entries ->
          entries.entries().forEach(each -> page.item(each.label() + ": " + each.text()));
      case Checklist list ->
          list.items()
              .forEach(each -> page.item((each.met() ? "met: " : "failed: ") + each.text()));
      case Notes notes -> notes.notes().forEach(page::item);
      case Prose prose -> page.prose(prose.text());
      case Listing listing -> page.listing(listing.text());
      case Subsection part -> {
        page.heading(part.title() + (part.about().isEmpty() ? "" : " " + part.about()));
        part.elements().forEach(this::element);
      }
      case Folded folded -> {}
      case Chart chart -> {}
    }
  }
}
