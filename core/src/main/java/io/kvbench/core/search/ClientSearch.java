package io.kvbench.core.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Searches for the smallest number of clients whose throughput is within a given share of the best.
 * It doubles the number until the throughput does not grow any more, or to the largest, and then
 * bisects between the last number whose throughput is too low and the first whose is not. Every
 * number is measured several times, and its median counts. For one thread.
 */
public final class ClientSearch {
  private static final int DOUBLINGS_WITHOUT_GAIN = 2;

  private final int most;
  private final double within;
  private final double precision;
  private final int repeats;
  private final Map<Integer, List<Double>> measured = new TreeMap<>();

  /**
   * Begins a search.
   *
   * @param most the largest number of clients
   * @param within how much less than the best throughput is enough, as a share of it
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
    int low = (int) bounds().low().orElse(0);
    int high = (int) bounds().high().orElse(1);
    return high - low <= Math.max(1, precision * low)
        ? OptionalInt.empty()
        : OptionalInt.of((low + high) / 2);
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

  /** Takes a throughput in operations per second. */
  public void add(int clients, double okPerSecond) {
    measured.computeIfAbsent(clients, number -> new ArrayList<>()).add(okPerSecond);
  }

  /** Returns the best median so far; empty before the first measurement. */
  public OptionalDouble best() {
    return measured.keySet().stream().mapToDouble(this::median).max();
  }

  /**
   * Returns the largest number of clients whose throughput is too low, below the smallest one whose
   * is enough, and that one. The lower end is empty where a single client is enough.
   */
  public Bounds bounds() {
    double enough = best().orElse(0) * (1 - within);
    int[] numbers = measured.keySet().stream().mapToInt(Integer::intValue).toArray();
    OptionalInt high = Arrays.stream(numbers).filter(each -> median(each) >= enough).min();
    OptionalInt low = Arrays.stream(numbers).filter(each -> each < high.orElse(0)).max();
    return new Bounds(asDouble(low), asDouble(high));
  }

  private static OptionalDouble asDouble(OptionalInt number) {
    return number.isPresent() ? OptionalDouble.of(number.getAsInt()) : OptionalDouble.empty();
  }
}
