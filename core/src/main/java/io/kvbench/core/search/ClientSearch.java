package io.kvbench.core.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A search for the smallest number of clients whose throughput is within a given share of the best.
 * It doubles the number until the throughput stops growing, or up to the largest, and then bisects
 * between the last number whose throughput is too low and the first whose is not. Every number is
 * measured several times, and its median counts. If throughput grows up to the largest number, no
 * number is known to suffice. For one thread.
 */
public final class ClientSearch {
  private static final int DOUBLINGS_WITHOUT_GAIN = 2;

  /** A number saturates if throughput does not grow up to this multiple of it. */
  private static final double LEVEL = 4.0 / 3;

  private final int most;
  private final double within;
  private final double precision;
  private final int repeats;
  private final Map<Integer, List<Double>> measured = new TreeMap<>();

  /**
   * Begins a search.
   *
   * @param most the largest number of clients
   * @param within how far below the best throughput suffices, as a share of it
   * @param precision by how much the upper end may exceed the lower, as a share of it
   * @param repeats how often every number is measured
   */
  public ClientSearch(int most, double within, double precision, int repeats) {
    if (most < 1 || !(within > 0 && within < 1 && precision > 0) || repeats < 1) {
      throw new IllegalArgumentException(
          "most %s, within %s, precision %s, repeats %s"
              .formatted(most, within, precision, repeats));
    }
    this.most = most;
    this.within = within;
    this.precision = precision;
    this.repeats = repeats;
  }

  /** Returns the number of clients to measure next; empty at the end. */
  public OptionalInt next() {
    for (Map.Entry<Integer, List<Double>> each : measured.entrySet()) {
      if (each.getValue().size() < repeats) {
        return OptionalInt.of(each.getKey());
      }
    }
    if (!isSaturated()) {
      int last = measured.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
      return OptionalInt.of(Math.clamp(2L * last, 1, most));
    }
    int high = enough().orElse(1);
    int low = below(high).orElse(0);
    return high - low <= Math.max(1, precision * low)
        ? OptionalInt.empty()
        : OptionalInt.of((low + high) / 2);
  }

  /** Returns the smallest number that is near the best; empty if the best is 0. */
  private OptionalInt enough() {
    double best = best().orElse(0);
    return measured.keySet().stream()
        .mapToInt(Integer::intValue)
        .filter(clients -> best > 0 && median(clients) >= best * (1 - within))
        .min();
  }

  private OptionalInt below(int clients) {
    return measured.keySet().stream()
        .mapToInt(Integer::intValue)
        .filter(each -> each < clients)
        .max();
  }

  private boolean isSaturated() {
    List<Integer> numbers = List.copyOf(measured.keySet());
    if (numbers.isEmpty()) {
      return false;
    }
    if (numbers.getLast() == most) {
      return true;
    }
    int before = numbers.size() - DOUBLINGS_WITHOUT_GAIN;
    double best =
        numbers.stream().limit(Math.max(0, before)).mapToDouble(this::median).max().orElse(0);
    return before > 0
        && numbers.stream().skip(before).allMatch(number -> median(number) <= best * (1 + within));
  }

  private double median(int clients) {
    double[] sorted =
        measured.getOrDefault(clients, List.of()).stream().mapToDouble(d -> d).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Adds a throughput in operations per second. */
  public void add(int clients, double okPerSecond) {
    measured.computeIfAbsent(clients, number -> new ArrayList<>()).add(okPerSecond);
  }

  /** Returns the best median so far; empty before the first measurement. */
  public OptionalDouble best() {
    return measured.keySet().stream().mapToDouble(this::median).max();
  }

  /**
   * Returns the bounds of the result: the smallest number of clients that suffices, and the largest
   * below it that does not. The lower end is empty if a single client suffices, the higher one if
   * more clients than were measured may have the best throughput.
   */
  public Bounds bounds() {
    OptionalInt enough = enough();
    int largest = below(Integer.MAX_VALUE).orElse(0);
    boolean isLevel = enough.isPresent() && largest >= LEVEL * enough.getAsInt();
    return new Bounds(
        asDouble(below(enough.orElse(0))), isLevel ? asDouble(enough) : OptionalDouble.empty());
  }

  private static OptionalDouble asDouble(OptionalInt number) {
    return number.isPresent() ? OptionalDouble.of(number.getAsInt()) : OptionalDouble.empty();
  }
}
