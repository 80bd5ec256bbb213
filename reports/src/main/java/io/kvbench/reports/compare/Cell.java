package io.kvbench.reports.compare;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a run has in a row. */
public sealed interface Cell {
  /** Nothing is known, which is not 0. */
  record Absent() implements Cell {}

  /** A number of something. */
  record Figure(double value, Unit unit) implements Cell {}

  /** Text, perhaps from a server or a file: whoever shows it makes it harmless. */
  record Words(String text) implements Cell {}

  /** Returns the cell of a figure that may not be known. */
  static Cell of(OptionalDouble value, Unit unit) {
    return value.isPresent() && Double.isFinite(value.getAsDouble())
        ? new Figure(value.getAsDouble(), unit)
        : new Absent();
  }

  /** Returns the cell of a number that may not be known. */
  static Cell of(OptionalLong value, Unit unit) {
    return value.isPresent() ? new Figure(value.getAsLong(), unit) : new Absent();
  }

  /** Returns the figure; empty where there is none. */
  default OptionalDouble figure() {
    return this instanceof Figure known ? OptionalDouble.of(known.value) : OptionalDouble.empty();
  }
}
