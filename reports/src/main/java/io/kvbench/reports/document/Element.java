package io.kvbench.reports.document;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import java.util.List;

/** A part of a section. Texts may come from servers and files: forms make them harmless. */
public sealed interface Element
    permits Chart,
        Element.Statement,
        Element.KeyFigures,
        Element.Tabulation,
        Element.Entries,
        Element.Checklist,
        Element.Notes,
        Element.Prose,
        Element.Listing,
        Element.Subsection,
        Element.Folded {
  default boolean isEmpty() {
    return switch (this) {
      case KeyFigures key -> key.figures.isEmpty();
      case Tabulation table -> table.sheet.rows().isEmpty();
      case Entries list -> list.entries.isEmpty();
      case Checklist list -> list.items.isEmpty();
      case Notes list -> list.notes.isEmpty();
      case Prose prose -> prose.text.isEmpty();
      case Folded part -> part.elements.isEmpty();
      default -> false;
    };
  }

  /** Returns the heading that it is shown under; empty for none. */
  default String heading() {
    return switch (this) {
      case Tabulation table -> table.sheet.title();
      case Chart chart -> chart.title();
      case Subsection part -> part.title;
      case Checklist list -> list.title;
      default -> "";
    };
  }

  /**
   * An answer in a line.
   *
   * @param lead its first word
   * @param fold what forms that fold write instead of the reasons; empty where they show the first
   * @param reasons the gravest first
   */
  record Statement(Tone tone, String lead, String text, String fold, List<String> reasons)
      implements Element {
    public Statement {
      reasons = List.copyOf(reasons);
    }
  }

  record KeyFigures(List<KeyFigure> figures) implements Element {
    public KeyFigures {
      figures = figures.stream().filter(each -> !(each.cell instanceof Cell.Absent)).toList();
    }
  }

  record KeyFigure(String name, Cell cell) {}

  /**
   * A table.
   *
   * @param form how cells are written
   */
  record Tabulation(Sheet sheet, CellForm form, boolean ofFailures) implements Element {
    /** Returns a table in kvbench's own words. */
    public static Tabulation of(Sheet sheet) {
      return new Tabulation(sheet, CellForm.PLAIN, false);
    }
  }

  enum CellForm {
    PLAIN,
    /** With the units of the older tools' summary. */
    SUMMARY
  }

  /** Labels, each with a text. */
  record Entries(List<Entry> entries) implements Element {
    public Entries {
      entries = List.copyOf(entries);
    }
  }

  /** An entry: a label and a text. */
  record Entry(String label, String text, Tone tone) {
    /** Returns an entry without weight. */
    public static Entry of(String label, String text) {
      return new Entry(label, text, Tone.PLAIN);
    }
  }

  /**
   * A list of conditions, met or not.
   *
   * @param title what they are
   * @param about how many are met
   */
  record Checklist(String title, String about, List<Checked> items) implements Element {
    public Checklist {
      items = List.copyOf(items);
    }
  }

  /** A condition of a checklist, with the observation. */
  record Checked(boolean met, String text) {}

  /** Notes, each a sentence of its own. */
  record Notes(List<String> notes) implements Element {
    public Notes {
      notes = List.copyOf(notes);
    }
  }

  record Prose(String text) implements Element {}

  /**
   * Lines that the reader copies verbatim.
   *
   * @param label what stands before them; empty for none
   */
  record Listing(String label, String text) implements Element {}

  /** A group of elements under its own heading. */
  record Subsection(String title, String about, List<Element> elements) implements Element {
    public Subsection {
      elements = elements.stream().filter(each -> !each.isEmpty()).toList();
    }
  }

  /** Elements shown on request; output formats that cannot fold omit them. */
  record Folded(String title, List<Element> elements) implements Element {
    public Folded {
      elements = elements.stream().filter(each -> !each.isEmpty()).toList();
    }
  }
}
