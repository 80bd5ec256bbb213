package io.kvbench.reports.spikes;

import io.kvbench.results.statistics.Coincidences.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The occurrences of one cause.
 *
 * @param observed the time for which that is known
 * @param occurrences in order; those less than a second apart are one, as spikes have no finer
 *     resolution
 */
record Source(Cause cause, Span observed, List<Occurrence> occurrences) {
  private static final double RESOLUTION = 1;

  Source {
    occurrences = List.copyOf(occurrences);
  }

  /**
   * An occurrence of a cause.
   *
   * @param time as wide as its source leaves open when it was
   * @param text where, and what
   */
  record Occurrence(Span time, String text) {
    private static final int LONGEST = 120;

    /** Returns both as one: servers that do the same at once. */
    Occurrence with(Occurrence next) {
      boolean told = text.contains(next.text) || text.length() + next.text.length() > LONGEST;
      return new Occurrence(
          new Span(time.from(), Math.max(time.to(), next.time.to())),
          told ? text : text + ", " + next.text);
    }
  }

  static Source of(Cause cause, Span observed, List<Occurrence> all) {
    List<Occurrence> merged = new ArrayList<>();
    all.stream()
        .filter(occurrence -> occurrence.time.overlaps(observed))
        .sorted(Comparator.comparingDouble(occurrence -> occurrence.time.from()))
        .forEach(
            next -> {
              int last = merged.size() - 1;
              if (last >= 0 && next.time.from() - merged.get(last).time.to() < RESOLUTION) {
                merged.set(last, merged.get(last).with(next));
              } else {
                merged.add(next);
              }
            });
    return new Source(cause, observed, merged);
  }
}
