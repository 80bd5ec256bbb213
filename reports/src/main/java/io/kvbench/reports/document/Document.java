package io.kvbench.reports.document;

import java.util.List;
import java.util.stream.Stream;

/**
 * A report independent of a format.
 *
 * @param title what it is about, in one line; empty for none
 * @param version that of kvbench; empty where no form has to name it
 * @param sections in the order of a reader's questions; the first one is the answer
 */
public record Document(String title, String version, List<Section> sections) {
  /** Leaves out sections without content. */
  public Document {
    sections = sections.stream().filter(section -> !section.elements().isEmpty()).toList();
  }

  /**
   * A part of a document.
   *
   * @param id in small letters, unlike those of the others
   * @param title empty where its elements need none
   * @param folded whether a form that can fold shows the title only, and others leave it out
   */
  public record Section(String id, String title, boolean folded, List<Element> elements) {
    /** Leaves out elements without content. */
    public Section {
      elements = elements.stream().filter(element -> !element.isEmpty()).toList();
    }

    /** Returns whether its title is shown above elements, some of which have headings. */
    public boolean isTitled(List<Element> shown) {
      String first = shown.getFirst().heading();
      return !title.isEmpty() && !first.equals(title) && (first.isEmpty() || shown.size() > 1);
    }

    public static Section of(String id, String title, List<Element> elements) {
      return new Section(id, title, false, elements);
    }
  }

  public List<Chart> charts() {
    return sections.stream().flatMap(section -> charts(section.elements())).toList();
  }

  private static Stream<Chart> charts(List<Element> elements) {
    return elements.stream()
        .flatMap(
            element ->
                switch (element) {
                  case Chart chart -> Stream.of(chart);
                  case Element.Subsection part -> charts(part.elements());
                  case Element.Folded part -> charts(part.elements());
                  default -> Stream.empty();
                });
  }
}
