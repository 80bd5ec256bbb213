package io.kvbench.core.setting;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The suggestion for a mistyped name. */
public final class Nearest {
  /** The limit for names to compare: longer ones are no typing errors, and take long. */
  private static final int LONGEST = 100;

  private static final int SHORTEST_BEGINNING = 4;

  private Nearest() {}

  /**
   * Returns the candidate with the smallest edit distance, if at least about two thirds of the name
   * match it, not counting identical parts before a dot; else the shortest candidate that begins
   * with the name, if it has four letters or more; else the longest that the name begins with, up
   * to a dot, an underscore or a hyphen.
   */
  public static Optional<String> to(String name, Collection<String> candidates) {
    if (name.length() > LONGEST) {
      return Optional.empty();
    }
    return candidates.stream()
        .filter(candidate -> distance(name, candidate) <= limit(name, candidate))
        .min(
            Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                .thenComparing(Comparator.naturalOrder()))
        .or(() -> completed(name, candidates))
        .or(() -> begun(name, candidates));
  }

  /** Returns the candidate that differs by one letter, or by two that were swapped. */
  public static Optional<String> byOneLetter(String name, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> Math.abs(name.length() - candidate.length()) <= 1)
        .filter(candidate -> name.length() <= LONGEST && distance(name, candidate) == 1)
        .min(Comparator.naturalOrder());
  }

  private static int limit(String name, String candidate) {
    int same = 0;
    for (int at = 0;
        at < Math.min(name.length(), candidate.length()) && name.charAt(at) == candidate.charAt(at);
        at++) {
      same = name.charAt(at) == '.' ? at + 1 : same;
    }
    return Math.max(1, (name.length() - same) / 3);
  }

  private static Optional<String> completed(String name, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> name.length() >= SHORTEST_BEGINNING && candidate.startsWith(name))
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }

  private static Optional<String> begun(String name, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.length() >= SHORTEST_BEGINNING)
        .filter(
            candidate ->
                name.startsWith(candidate)
                    && name.length() > candidate.length()
                    && "._-".indexOf(name.charAt(candidate.length())) >= 0)
        .max(Comparator.comparingInt(String::length));
  }

  /**
   * The optimal string alignment distance: the number of letters to insert, delete, replace or swap
   * with the next one; keeps three rows of the table.
   */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    int[] before = new int[row.length];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int[] next = new int[row.length];
      next[0] = line;
      for (int column = 1; column < row.length; column++) {
        int same = from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1;
        int best = Math.min(row[column - 1] + same, Math.min(next[column - 1], row[column]) + 1);
        next[column] =
            isSwapped(from, line, to, column) ? Math.min(best, before[column - 2] + 1) : best;
      }
      before = row;
      row = next;
    }
    return row[to.length()];
  }

  private static boolean isSwapped(String from, int line, String to, int column) {
    return line > 1
        && column > 1
        && from.charAt(line - 1) == to.charAt(column - 2)
        && from.charAt(line - 2) == to.charAt(column - 1);
  }
}
