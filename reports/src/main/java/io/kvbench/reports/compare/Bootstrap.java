package io.kvbench.reports.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Tells noise by the bootstrap: what a run would have measured if its blocks of seconds had come in
 * other numbers. Blocks are drawn with replacement, as many as there are; their counts and
 * histograms are added, and each statistic is taken of the sum, so that no percentile is ever
 * averaged. Doing so {@value #REPLICATES} times for either run gives as many relative differences,
 * of which the middle 95 % are the interval.
 *
 * <p>Blocks that do not overlap keep what makes one second like the next: E. Carlstein, "The Use of
 * Subseries Values for Estimating the Variance of a General Statistic from a Stationary Sequence",
 * The Annals of Statistics 14 (1986), 1171-1179; H. R. K&uuml;nsch, "The Jackknife and the
 * Bootstrap for General Stationary Observations", The Annals of Statistics 17 (1989), 1217-1241.
 * The percentile interval is that of B. Efron and R. J. Tibshirani, "An Introduction to the
 * Bootstrap" (1993), chapter 13.
 *
 * <p>A percentile beyond which a run has only a few operations takes no part: the draws can give no
 * other than these few, so the interval would look narrower than it is.
 *
 * <p>It knows of nothing that was the same all through a run, such as a busy neighbour or where a
 * file came to lie: for that, runs have to be repeated.
 */
final class Bootstrap {
  static final int REPLICATES = 1_000;

  private static final double TAIL = 0.025;
  private static final long SEED = 0x6b76_6265_6e63_68L;

  private final Map<Statistic, double[]> replicates = new EnumMap<>(Statistic.class);

  private final long operations;

  /**
   * Draws the replicates of one run.
   *
   * @param stream tells the random numbers of one run from those of another; the same ones come in
   *     every call
   */
  Bootstrap(List<Block> blocks, int stream) {
    operations = blocks.stream().mapToLong(block -> block.response().count()).sum();
    for (Statistic statistic : Statistic.values()) {
      replicates.put(statistic, new double[blocks.isEmpty() ? 0 : REPLICATES]);
    }
    if (!blocks.isEmpty()) {
      draw(new Buckets(blocks), blocks, new SplittableRandom(SEED + stream));
    }
  }

  /** Returns how much more the first run has than the second, and whether that is noise. */
  static Noise difference(Bootstrap first, Bootstrap second, Statistic statistic) {
    double[] ones = first.of(statistic);
    double[] others = second.of(statistic);
    if (ones.length == 0 || others.length == 0) {
      return Noise.unknown();
    }
    double[] differences = new double[REPLICATES];
    for (int index = 0; index < REPLICATES; index++) {
      differences[index] = ones[index] / others[index] - 1;
    }
    Arrays.sort(differences);
    double low = differences[(int) (TAIL * REPLICATES)];
    double high = differences[(int) Math.ceil((1 - TAIL) * REPLICATES) - 1];
    if (!Double.isFinite(low) || !Double.isFinite(high)) {
      return Noise.unknown();
    }
    return statistic.isKnownOf(first.operations) && statistic.isKnownOf(second.operations)
        ? Noise.between(low, high)
        : Noise.tooFew();
  }

  private double[] of(Statistic statistic) {
    return replicates.getOrDefault(statistic, new double[0]);
  }

  private void draw(Buckets buckets, List<Block> blocks, SplittableRandom random) {
    for (int replicate = 0; replicate < REPLICATES; replicate++) {
      int[] times = new int[blocks.size()];
      for (int drawn = 0; drawn < times.length; drawn++) {
        times[random.nextInt(times.length)]++;
      }
      long okCount = 0;
      long wallNanos = 0;
      for (int block = 0; block < times.length; block++) {
        okCount += times[block] * blocks.get(block).okCount();
        wallNanos += times[block] * blocks.get(block).wallNanos();
      }
      of(Statistic.THROUGHPUT)[replicate] = okCount * 1e9 / wallNanos;
      Buckets.Sum sum = buckets.sum(times);
      of(Statistic.MEAN)[replicate] = sum.mean();
      for (Statistic statistic : List.of(Statistic.P50, Statistic.P99, Statistic.P999)) {
        of(statistic)[replicate] = sum.percentile(statistic.percentile());
      }
    }
  }

  /** The histograms of all blocks, side by side: only buckets that hold something. */
  private static final class Buckets {
    private final double[] nanos;
    private final List<long[]> counts = new ArrayList<>();

    Buckets(List<Block> blocks) {
      TreeMap<Long, long[]> sorted = new TreeMap<>();
      for (int index = 0; index < blocks.size(); index++) {
        int block = index;
        blocks
            .get(block)
            .response()
            .forEachBucket(
                (highest, count) ->
                    sorted.computeIfAbsent(highest, each -> new long[blocks.size()])[block] +=
                        count);
      }
      nanos = sorted.keySet().stream().mapToDouble(Long::doubleValue).toArray();
      counts.addAll(sorted.values());
    }

    Sum sum(int[] times) {
      long[] cumulative = new long[nanos.length];
      long count = 0;
      double total = 0;
      for (int bucket = 0; bucket < nanos.length; bucket++) {
        long[] inBucket = counts.get(bucket);
        long here = 0;
        for (int block = 0; block < times.length; block++) {
          here += times[block] * inBucket[block];
        }
        count += here;
        total += here * nanos[bucket];
        cumulative[bucket] = count;
      }
      return new Sum(nanos, cumulative, total);
    }

    /** The histograms of some blocks as one. */
    private static final class Sum {
      private final double[] nanos;
      private final long[] cumulative;
      private final double total;

      Sum(double[] nanos, long[] cumulative, double total) {
        this.nanos = nanos;
        this.cumulative = cumulative;
        this.total = total;
      }

      long count() {
        return cumulative.length == 0 ? 0 : cumulative[cumulative.length - 1];
      }

      double mean() {
        return count() == 0 ? Double.NaN : total / count();
      }

      double percentile(double percentile) {
        if (count() == 0) {
          return Double.NaN;
        }
        long rank = Math.max(1, (long) Math.ceil(percentile / 100 * count()));
        int found = Arrays.binarySearch(cumulative, rank);
        int bucket = found >= 0 ? found : -found - 1;
        while (bucket > 0 && cumulative[bucket - 1] >= rank) {
          bucket--;
        }
        return nanos[bucket];
      }
    }
  }
}
