package io.kvbench.runner.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeSet;

/**
 * The rule that selects the combinations of the axes that are cells.
 *
 * @param sample how many of them; empty for all
 */
record CellSelection(OptionalInt sample) {
  private static final String SAMPLE = "sample:";
  private static final int MOST_DIGITS = 6;

  /**
   * Reads {@code full} or {@code sample:N}.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  static CellSelection parse(String text) {
    if (text.equals("full")) {
      return new CellSelection(OptionalInt.empty());
    }
    String number = text.startsWith(SAMPLE) ? text.substring(SAMPLE.length()) : "";
    if (!number.matches("[1-9]\\d*") || number.length() > MOST_DIGITS) {
      throw new IllegalArgumentException(text);
    }
    return new CellSelection(OptionalInt.of(Integer.parseInt(number)));
  }

  /** Returns those of all that are cells, in their order. The same seed gives the same ones. */
  <T> List<T> of(List<T> all, long seed) {
    if (sample.isEmpty() || sample.getAsInt() >= all.size()) {
      return all;
    }
    List<Integer> indices = new ArrayList<>();
    for (int index = 0; index < all.size(); index++) {
      indices.add(index);
    }
    Collections.shuffle(indices, new Random(seed));
    return new TreeSet<>(indices.subList(0, sample.getAsInt())).stream().map(all::get).toList();
  }
}
