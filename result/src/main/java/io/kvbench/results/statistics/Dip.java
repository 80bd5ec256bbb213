package io.kvbench.results.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The dip test: how far the distribution of some values is from the nearest one with a single mode.
 * J. A. Hartigan and P. M. Hartigan, "The Dip Test of Unimodality", The Annals of Statistics 13
 * (1985), 70-84, whose algorithm this is: between the largest convex function below the empirical
 * distribution and the smallest concave one above it, the interval of the mode is narrowed until
 * the two are as close there as they are to the empirical distribution outside of it.
 */
public final class Dip {
  private static final int SAMPLES = 2_000;
  private static final long SEED = 0x6469_70L;

  private final double[] sorted;

  private Dip(double[] sorted) {
    this.sorted = sorted;
  }

  /**
   * Returns the dip statistic, from 1 / (2 n) to 1 / 4.
   *
   * @param values at least one
   */
  public static double of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    return new Dip(Quantiles.sorted(values)).dip();
  }

  /**
   * Returns the probability of a dip as large, or larger, in a sample of the uniform distribution,
   * by simulation with a fixed seed. Of all distributions with one mode, the uniform one has the
   * largest dips.
   */
  public static double pValue(double... values) {
    return pValue(of(values), ofUniform(values.length));
  }

  /** Returns the same with the dips of samples of the uniform distribution. */
  static double pValue(double dip, double[] ofUniform) {
    long larger = Arrays.stream(ofUniform).filter(each -> each >= dip).count();
    return (larger + 1.0) / (ofUniform.length + 1);
  }

  static double[] ofUniform(int count) {
    SplittableRandom random = new SplittableRandom(SEED + count);
    return IntStream.range(0, SAMPLES)
        .mapToDouble(sample -> of(random.doubles(count).toArray()))
        .toArray();
  }

  /** Works in steps of the empirical distribution: value number i is at the height i + 1. */
  private double dip() {
    int low = 0;
    int high = sorted.length - 1;
    double dip = 1;
    while (low < high && sorted[low] < sorted[high]) {
      List<Integer> convex = hull(low, high, 1);
      List<Integer> concave = hull(low, high, -1);
      Gap gap = widest(convex, concave);
      if (gap.size() < dip) {
        break;
      }
      dip = Math.max(dip, distance(convex, low, gap.low(), 1));
      dip = Math.max(dip, distance(concave, gap.high(), high, -1));
      if (gap.low() == low && gap.high() == high) {
        break;
      }
      low = gap.low();
      high = gap.high();
    }
    return dip / (2.0 * sorted.length);
  }

  /**
   * The largest gap between the convex and the concave function, and its bounds, which are the
   * interval of the mode.
   */
  private record Gap(double size, int low, int high) {}

  private Gap widest(List<Integer> convex, List<Integer> concave) {
    Gap widest = new Gap(0, convex.getFirst(), convex.getLast());
    for (int vertex : concave) {
      double size = vertex - at(convex, vertex) + 1;
      if (size > widest.size()) {
        widest = new Gap(size, before(convex, vertex), vertex);
      }
    }
    for (int vertex : convex) {
      double size = at(concave, vertex) - vertex + 1;
      if (size > widest.size()) {
        widest = new Gap(size, vertex, after(concave, vertex));
      }
    }
    return widest;
  }

  /**
   * Returns the vertices of the convex hull of some points, below with sign 1 and above with -1.
   */
  private List<Integer> hull(int low, int high, int sign) {
    List<Integer> hull = new ArrayList<>();
    for (int point = low; point <= high; point++) {
      while (hull.size() > 1 && !turns(hull.get(hull.size() - 2), hull.getLast(), point, sign)) {
        hull.removeLast();
      }
      hull.add(point);
    }
    return hull;
  }

  /** Returns whether the middle one of three points is beyond the line through the others. */
  private boolean turns(int one, int middle, int other, int sign) {
    double rise = (sorted[middle] - sorted[one]) * (other - middle);
    double fall = (sorted[other] - sorted[middle]) * (middle - one);
    return sign * (rise - fall) > 0;
  }

  /** Returns the height of a hull at a point. */
  private double at(List<Integer> hull, int point) {
    int left = before(hull, point);
    int right = after(hull, point);
    double width = sorted[right] - sorted[left];
    return width > 0 ? left + (sorted[point] - sorted[left]) * (right - left) / width : point;
  }

  private static int before(List<Integer> hull, int point) {
    int found = Collections.binarySearch(hull, point);
    return hull.get(found >= 0 ? found : -found - 2);
  }

  private static int after(List<Integer> hull, int point) {
    int found = Collections.binarySearch(hull, point);
    return hull.get(found >= 0 ? found : -found - 1);
  }

  /** Returns the largest distance of the points between two vertices from their hull. */
  private double distance(List<Integer> hull, int from, int to, int sign) {
    double largest = 1;
    for (int point = from; point <= to; point++) {
      largest = Math.max(largest, sign * (point - at(hull, point)) + 1);
    }
    return largest;
  }
}
