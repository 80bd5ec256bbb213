package io.kvbench.reports.compare;

import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import io.kvbench.results.statistics.Bootstrap;
import io.kvbench.results.statistics.ConfidenceInterval;
import io.kvbench.results.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The replicates of one run: each statistic of its blocks of seconds, as they were drawn by {@link
 * io.kvbench.results.statistics.Bootstrap}. Counts and histograms of the blocks are added, and each
 * statistic is taken of the sum, so that no percentile is ever averaged.
 *
 * <p>A percentile beyond which a run has only a few operations takes no part: the draws can give no
 * other than these few, so the interval would look narrower than it is.
 *
 * <p>It knows of nothing that was the same all through a run, such as a busy neighbour or where a
 * file came to lie: for that, runs have to be repeated.
 */
final class BlockReplicates {
  private static final long SEED = 0x6b76_6265_6e63_68L;

  private final Map<Metric, double[]> replicates = new EnumMap<>(Metric.class);

  private final long operations;
  private final int blockCount;

  /**
   * Draws the replicates of one run.
   *
   * @param stream selects the random numbers of a run, which are the same in every call
   */
  BlockReplicates(List<Block> blocks, int stream) {
    blockCount = blocks.size();
    operations = blocks.stream().mapToLong(block -> block.response().count()).sum();
    for (Metric metric : MetricLists.COMPARED) {
      replicates.put(metric, new double[blocks.isEmpty() ? 0 : Bootstrap.REPLICATES]);
    }
    if (!blocks.isEmpty()) {
      Buckets buckets = new Buckets(blocks);
      int[] replicate = {0};
      Bootstrap.draw(
          blockCount, SEED + stream, times -> add(replicate[0]++, times, blocks, buckets));
    }
  }

  /**
   * Returns the limits of a statistic of the run; empty where there are no blocks, or too few
   * operations.
   *
   * @param estimate the statistic of the run as it was
   */
  Optional<ConfidenceInterval> interval(Metric metric, double estimate) {
    double[] all = of(metric);
    return all.length > 0 && metric.isKnownOf(operations)
        ? Optional.of(Bootstrap.interval(estimate, all, blockCount, ConfidenceInterval.USUAL))
        : Optional.empty();
  }

  /** Returns how much more the first run has than the second, and whether that is noise. */
  static Noise difference(BlockReplicates first, BlockReplicates second, Metric metric) {
    double[] ones = first.of(metric);
    double[] others = second.of(metric);
    if (ones.length == 0 || others.length == 0) {
      return Noise.unknown();
    }
    double[] differences = new double[ones.length];
    for (int index = 0; index < differences.length; index++) {
      differences[index] = ones[index] / others[index] - 1;
    }
    int units = Math.min(first.blockCount, second.blockCount);
    ConfidenceInterval interval =
        Bootstrap.interval(
            Quantiles.median(differences), differences, units, ConfidenceInterval.USUAL);
    if (!Double.isFinite(interval.low()) || !Double.isFinite(interval.high())) {
      return Noise.unknown();
    }
    return metric.isKnownOf(first.operations) && metric.isKnownOf(second.operations)
        ? Noise.between(interval.low(), interval.high())
        : Noise.tooFew();
  }

  private double[] of(Metric metric) {
    return replicates.getOrDefault(metric, new double[0]);
  }

  private void add(int replicate, int[] times, List<Block> blocks, Buckets buckets) {
    long okCount = 0;
    long wallNanos = 0;
    for (int block = 0; block < times.length; block++) {
      okCount += times[block] * blocks.get(block).okCount();
      wallNanos += times[block] * blocks.get(block).wallNanos();
    }
    Measurement drawn = buckets.sum(times, okCount * 1e9 / wallNanos);
    for (Metric metric : MetricLists.COMPARED) {
      of(metric)[replicate] = metric.of(drawn).orElse(Double.NaN);
    }
  }

  /** The histograms of all blocks over the same buckets: those that any of them has. */
  private static final class Buckets {
    private final double[] nanos;

    /** By block, the places in {@link #nanos} of what it has. */
    private final List<int[]> places = new ArrayList<>();

    private final List<long[]> counts = new ArrayList<>();

    Buckets(List<Block> blocks) {
      TreeMap<Long, Integer> sorted = new TreeMap<>();
      blocks.forEach(
          block -> block.response().forEachBucket((highest, count) -> sorted.put(highest, 0)));
      nanos = sorted.keySet().stream().mapToDouble(Long::doubleValue).toArray();
      int next = 0;
      for (Map.Entry<Long, Integer> bucket : sorted.entrySet()) {
        bucket.setValue(next++);
      }
      for (Block block : blocks) {
        IntStream.Builder to = IntStream.builder();
        LongStream.Builder held = LongStream.builder();
        block
            .response()
            .forEachBucket(
                (highest, count) -> {
                  to.add(sorted.getOrDefault(highest, 0));
                  held.add(count);
                });
        places.add(to.build().toArray());
        counts.add(held.build().toArray());
      }
    }

    /** Returns what was measured in some blocks together. */
    Measurement sum(int[] times, double okPerSecond) {
      long[] cumulative = new long[nanos.length];
      for (int block = 0; block < times.length; block++) {
        int[] to = places.get(block);
        long[] added = counts.get(block);
        int drawn = times[block];
        for (int at = 0; drawn > 0 && at < to.length; at++) {
          cumulative[to[at]] += drawn * added[at];
        }
      }
      long count = 0;
      double total = 0;
      for (int bucket = 0; bucket < nanos.length; bucket++) {
        long here = cumulative[bucket];
        count += here;
        total += here * nanos[bucket];
        cumulative[bucket] = count;
      }
      double mean = total / count;
      return new Measurement() {
        @Override
        public OptionalDouble okPerSecond() {
          return OptionalDouble.of(okPerSecond);
        }

        @Override
        public OptionalDouble nanos(TimeKind times, Statistic statistic) {
          return OptionalDouble.of(
              statistic.percentile().isPresent()
                  ? percentile(statistic.percentile().getAsDouble(), cumulative)
                  : mean);
        }
      };
    }

    private double percentile(double percentile, long... cumulative) {
      long count = cumulative.length == 0 ? 0 : cumulative[cumulative.length - 1];
      if (count == 0) {
        return Double.NaN;
      }
      long rank = Math.max(1, (long) Math.ceil(percentile / 100 * count));
      int found = Arrays.binarySearch(cumulative, rank);
      int bucket = found >= 0 ? found : -found - 1;
      while (bucket > 0 && cumulative[bucket - 1] >= rank) {
        bucket--;
      }
      return nanos[bucket];
    }
  }
}
