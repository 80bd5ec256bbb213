package io.kvbench.reports.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sum of a figure of several servers, second by second; a gap where one of them is missing. */
final class TogetherLine {
  private record Sum(int parts, double value) {}

  private final int servers;
  private final Map<Long, Sum> bySecond = new TreeMap<>();

  TogetherLine(int servers) {
    this.servers = servers;
  }

  void add(List<Number> seconds, List<Number> values) {
    for (int row = 0; row < values.size(); row++) {
      double value = values.get(row).doubleValue();
      if (value >= 0) {
        long second = (long) Math.floor(seconds.get(row).doubleValue());
        bySecond.merge(
            second,
            new Sum(1, value),
            (one, other) -> new Sum(one.parts + 1, one.value + other.value));
      }
    }
  }

  List<Number> seconds() {
    return new ArrayList<>(bySecond.keySet());
  }

  List<Number> values() {
    return bySecond.values().stream()
        .map(sum -> sum.parts == servers ? Figures.rounded(sum.value) : Figures.ABSENT)
        .toList();
  }
}
