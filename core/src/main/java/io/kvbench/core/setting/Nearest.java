package io.kvbench.core.setting;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a user who mistyped a name is likely to have meant. */
public final class Nearest {
  private Nearest() {}

  /**
   * Returns the candidate with the smallest edit distance, if at least about two thirds of the name
   * agree with it.
   */
  public static Optional<String> to(String name, Collection<String> candidates) {
    int limit = Math.max(1, name.length() / 3);
    return candidates.stream()
        .sorted()
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .filter(candidate -> distance(name, candidate) <= limit);
  }

  /**
   * Levenshtein's distance: the number of letters to insert, delete or replace, keeping one row of
   * the table at a time.
   */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column < row.length; column++) {
        int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, Math.min(row[column - 1], row[column]) + 1);
      }
    }
    return row[to.length()];
  }
}
