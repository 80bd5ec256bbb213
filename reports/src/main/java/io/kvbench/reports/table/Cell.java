package io.kvbench.reports.table;

import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A cell in a row of a table. */
public sealed interface Cell {
  /** A cell without a known value, which is not 0. */
  record Absent() implements Cell {}

  record Figure(double value, Unit unit) implements Cell {}

  /** A cell of text, perhaps from a server or a file: renderers escape it. */
  record Words(String text) implements Cell {}

  /** A cell of text that links to another page; other formats show the text only. */
  record Link(String text, String target) implements Cell {}

  /** Returns the cell of a figure that may not be known. */
  static Cell of(OptionalDouble value, Unit unit) {
    return value.isPresent() && Double.isFinite(value.getAsDouble())
        ? new Figure(value.getAsDouble(), unit)
        : new Absent();
  }

  /** Returns the cell of a figure of the catalogue. */
  static Cell of(Metric metric, Measurement measured) {
    return of(metric.of(measured), metric.unit());
  }

  /** Returns the cell of a number that may not be known. */
  static Cell of(OptionalLong value, Unit unit) {
    return value.isPresent() ? new Figure(value.getAsLong(), unit) : new Absent();
  }

  static Cell of(double value, Unit unit) {
    return new Figure(value, unit);
  }

  /** Returns the cell of a text; empty is nothing. */
  static Cell words(String text) {
    return text.isBlank() ? new Absent() : new Words(text);
  }

  /** Returns the figure; empty where there is none. */
  default OptionalDouble figure() {
    return this instanceof Figure known ? OptionalDouble.of(known.value) : OptionalDouble.empty();
  }
}
