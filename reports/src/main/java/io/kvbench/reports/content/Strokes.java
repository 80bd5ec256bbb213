package io.kvbench.reports.content;

import io.kvbench.core.binding.SystemColour;
import io.kvbench.reports.colour.SystemColours;
import io.kvbench.reports.colour.TimeColour;
import io.kvbench.reports.document.Stroke;
import java.util.List;
import java.util.stream.IntStream;

/** The styles of lines: lines of one chart differ in colour, dashes or both. */
final class Strokes {
  /** The number of dash patterns that the page can draw. */
  private static final int DASHES = 5;

  private static final int PLANNED = 2;

  private Strokes() {}

  /** Returns the stroke of a system where there is one run of it. */
  static Stroke system(String name) {
    return stroke(SystemColours.of(name), 0);
  }

  /** Returns the strokes of runs by their systems. */
  static List<Stroke> runs(List<String> systems) {
    return IntStream.range(0, systems.size())
        .mapToObj(run -> stroke(SystemColours.of(systems.get(run)), run % DASHES))
        .toList();
  }

  /** Returns the stroke of one of several parts of a run, from 0. */
  static Stroke part(int index) {
    List<SystemColour> colors = SystemColours.all();
    return stroke(colors.get(index % colors.size()), (index + index / colors.size()) % DASHES);
  }

  /** Returns the stroke of kvbench itself beside its servers. */
  static Stroke client() {
    return stroke(SystemColour.BLACK, 1);
  }

  /** Returns the same without dashes, beside {@link #planned(int)}; up to a colour for each. */
  static Stroke solid(int index) {
    List<SystemColour> colors = SystemColours.all();
    return stroke(colors.get(index % colors.size()), 0);
  }

  /** Returns the stroke of planned values of one of several parts, in its colour. */
  static Stroke planned(int index) {
    List<SystemColour> colors = SystemColours.all();
    return stroke(colors.get(index % colors.size()), PLANNED);
  }

  /** Returns the stroke of planned values, beside the measured ones. */
  static Stroke planned() {
    return stroke(SystemColour.BLACK, PLANNED);
  }

  static Stroke time(TimeColour colour) {
    return new Stroke(colour.light(), colour.dark(), 0);
  }

  private static Stroke stroke(SystemColour color, int dash) {
    return new Stroke(color.light(), color.dark(), dash);
  }
}
