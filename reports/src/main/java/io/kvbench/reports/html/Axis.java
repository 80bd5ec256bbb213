package io.kvbench.reports.html;

import java.util.ArrayList;
import java.util.List;

/** Collects the times that lines belong to, each once. */
final class Axis {
  private final List<List<Number>> times = new ArrayList<>();

  /** Returns the number by which lines name these times. */
  int add(List<Number> seconds) {
    int known = times.indexOf(seconds);
    if (known >= 0) {
      return known;
    }
    times.add(seconds);
    return times.size() - 1;
  }

  List<List<Number>> times() {
    return times;
  }
}
