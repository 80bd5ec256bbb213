package io.kvbench.reports.compare;

import java.util.List;

/** The numbers of the differences that make a row incomparable. */
public final class Marks {
  private Marks() {}

  /** Returns the numbers in brackets, three and more in a row as a range; nothing for none. */
  public static String of(List<Integer> numbers) {
    if (numbers.isEmpty()) {
      return "";
    }
    StringBuilder marks = new StringBuilder("[");
    for (int from = 0; from < numbers.size(); ) {
      int to = from;
      while (to + 1 < numbers.size() && numbers.get(to + 1) == numbers.get(to) + 1) {
        to++;
      }
      marks.append(from == 0 ? "" : ",").append(numbers.get(from));
      if (to > from) {
        marks.append(to == from + 1 ? "," : "-").append(numbers.get(to));
      }
      from = to + 1;
    }
    return marks.append(']').toString();
  }
}
