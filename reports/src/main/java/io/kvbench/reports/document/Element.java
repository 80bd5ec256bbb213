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
  /** Returns whether there is nothing to show. */
  default boolean isEmpty() {
    return false;
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
   * @param reasons the gravest first; forms that fold show it and fold the others
   * @param where what it is of, such as a directory; empty for the document
   */
  record Statement(Tone tone, String lead, String text, List<String> reasons, String where)
      implements Element {
    public Statement {
      reasons = List.copyOf(reasons);
    }
  }

  /** The few main figures. */
  record KeyFigures(List<KeyFigure> figures) implements Element {
    public KeyFigures {
      figures = figures.stream().filter(each -> !(each.cell instanceof Cell.Absent)).toList();
    }

    @Override
    public boolean isEmpty() {
      return figures.isEmpty();
    }
  }

  /** A key figure. */
  record KeyFigure(String name, Cell cell) {}

  /**
   * A table.
   *
   * @param form how cells are written
   * @param ofFailures whether its rows are failures
   */
  record Tabulation(Sheet sheet, CellForm form, boolean ofFailures) implements Element {
    /** Returns a table in kvbench's own words. */
    public static Tabulation of(Sheet sheet) {
      return new Tabulation(sheet, CellForm.PLAIN, false);
    }

    @Override
    public boolean isEmpty() {
      return sheet.rows().isEmpty();
    }
  }

  /** The format of cells. */
  enum CellForm {
    /** In kvbench's own words. */
    PLAIN,
    /** With the units of the older tools' summary. */
    SUMMARY
  }

  /** Labels, each with a text. */
  record Entries(List<Entry> entries) implements Element {
    public Entries {
      entries = List.copyOf(entries);
    }

    @Override
    public boolean isEmpty() {
      return entries.isEmpty();
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

    @Override
    public boolean isEmpty() {
      return items.isEmpty();
    }
  }

  /** A condition of a checklist, with the observation. */
  record Checked(boolean met, String text) {}

  /** Notes, each a sentence of its own. */
  record Notes(List<String> notes) implements Element {
    public Notes {
      notes = List.copyOf(notes);
    }

    @Override
    public boolean isEmpty() {
      return notes.isEmpty();
    }
  }

  /** Running text. */
  record Prose(String text) implements Element {
    @Override
    public boolean isEmpty() {
      return text.isEmpty();
    }
  }

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

    @Override
    public boolean isEmpty() {
      return elements.isEmpty();
    }
  }
}
