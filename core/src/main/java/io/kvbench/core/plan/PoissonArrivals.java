package io.kvbench.core.plan;

import io.kvbench.core.workload.sample.RandomStream;
import io.kvbench.core.workload.sample.Variates;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A Poisson process of {@code r} arrivals per second: the gaps are independent and exponential with
 * a mean of {@code 1 / r}, as with independent users. Yet any arrival can be computed without the
 * previous ones, and the same seed always gives the same process. Index {@code i} starts at {@code
 * S(i + 1)}, where {@code S(n)} is the time of the n-th arrival and {@code S(0) = 0}.
 *
 * <p>This uses three properties of the process:
 *
 * <ul>
 *   <li>{@code S(2n) - S(n)} is independent of earlier arrivals, and Gamma(n) / r.
 *   <li>Given {@code S(n)} and {@code S(n + 2m)}, arrival {@code n + m} divides the time between
 *       them at a share that is Beta(m, m), independent of all others: a gamma bridge.
 *   <li>Given {@code S(n)} and {@code S(n + m)}, those between them are uniform, in order; and so
 *       are the partial sums of {@code m} exponential numbers, divided by the whole sum.
 * </ul>
 *
 * <p>(Devroye, "Non-Uniform Random Variate Generation", 1986, chapters V and VI; the bridge:
 * Ribeiro and Webber, "Valuing path-dependent options in the variance-gamma model by Monte Carlo
 * with a gamma bridge", 2004.) By the first property, arrivals 256, 512, 1024 and so on are drawn
 * once. By the second, the time between two of them is halved down to blocks of 256 arrivals, and
 * by the third these are filled. Each draw has a generator of its own, derived from the seed and
 * the arrivals that it concerns. The boundaries of parts are whole nanoseconds that both parts
 * share, so errors do not accumulate.
 *
 * <p>An arrival in a recently used block costs next to nothing; any other requires its block: 256
 * logarithms, and two gamma numbers for each halving.
 */
public final class PoissonArrivals implements Arrivals {
  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;

  /** A few blocks suffice, since clients take arrivals in order: 130 KiB. */
  private static final int REMEMBERED = 64;

  private final double perSecond;
  private final long seed;

  /** Element {@code k} is {@code S(256 * 2^k)} in nanoseconds, capped at {@code Long.MAX_VALUE}. */
  private final long[] doublings = new long[Long.SIZE - BLOCK_BITS];

  /** A cache only: a missing block is recomputed, with the same result. */
  private final AtomicReferenceArray<@Nullable Block> recent =
      new AtomicReferenceArray<>(REMEMBERED);

  /** Arrivals {@code 256 number + 1} to {@code 256 number + 256}. Immutable. */
  private static final class Block {
    final long number;
    final long[] nanos;

    Block(long number, long[] nanos) {
      this.number = number;
      this.nanos = nanos;
    }
  }

  /**
   * Creates a process.
   *
   * @param perSecond {@code r}, more than 0
   * @param seed the seed that selects one process of this rate
   */
  public PoissonArrivals(double perSecond, long seed) {
    this.perSecond = Rates.positive(perSecond);
    this.seed = seed;
    double nanosPerUnit = Rates.NANOS_PER_SECOND / perSecond;
    doublings[0] = (long) (sums(random(BLOCK_BITS, 0))[BLOCK - 1] * nanosPerUnit);
    for (int k = 1; k < doublings.length; k++) {
      int height = BLOCK_BITS + k;
      double gap = Variates.gamma(Math.scalb(0.5, height), random(height, 0)) * nanosPerUnit;
      doublings[k] = (long) (doublings[k - 1] + gap); // The cast saturates at the largest long.
    }
  }

  @Override
  public long startNanos(long index) {
    long number = index >>> BLOCK_BITS;
    int slot = (int) number & (REMEMBERED - 1);
    Block block = recent.getAcquire(slot);
    if (block == null || block.number != number) {
      block = new Block(number, number == 0 ? first() : halve(number));
      recent.setRelease(slot, block);
    }
    return Math.min(block.nanos[(int) index & (BLOCK - 1)], NEVER_NANOS);
  }

  /** Returns the arrivals of the first block, whose end need not be known. */
  private long[] first() {
    return spread(0, Rates.NANOS_PER_SECOND / perSecond, sums(random(BLOCK_BITS, 0)), doublings[0]);
  }

  /**
   * Descends from the doubling that contains a block to the block. A node of {@code height} {@code
   * h} and {@code position} {@code p} has the arrivals after {@code p 2^h}, up to {@code (p + 1)
   * 2^h}.
   */
  private long[] halve(long number) {
    int doubling = Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
    long left = doublings[doubling];
    long right = doublings[doubling + 1];
    for (int level = doubling; level > 0; level--) {
      int height = BLOCK_BITS + level;
      double share =
          Variates.symmetricBeta(Math.scalb(0.5, height), random(height, number >>> level));
      long middle = left + (long) (share * (right - left));
      if ((number >>> (level - 1) & 1) == 0) {
        right = middle;
      } else {
        left = middle;
      }
    }
    double[] sums = sums(random(BLOCK_BITS, number));
    return spread(left, (right - left) / sums[BLOCK - 1], sums, right);
  }

  private static long[] spread(long left, double nanosPerUnit, double[] sums, long right) {
    long[] nanos = new long[BLOCK];
    for (int i = 0; i < BLOCK - 1; i++) {
      nanos[i] = Math.min(left + (long) (sums[i] * nanosPerUnit), right);
    }
    nanos[BLOCK - 1] = right;
    return nanos;
  }

  /** Returns the partial sums of exponential numbers, as many as a block has arrivals. */
  private static double[] sums(SplittableRandom random) {
    double[] sums = new double[BLOCK];
    double sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      sum += Variates.exponential(random);
      sums[i] = sum;
    }
    return sums;
  }

  /**
   * Returns the generator of a node. Node 0 of a height above that of blocks, which is never
   * halved, is the gap of a doubling.
   */
  private SplittableRandom random(int height, long position) {
    return RandomStream.ARRIVALS.create(seed, (1L << (Long.SIZE - 1 - height)) + position);
  }

  /** Returns another process with another rate, for a change of the rate during a phase. */
  PoissonArrivals at(double rate, int change) {
    return new PoissonArrivals(rate, RandomStream.mix(seed + change));
  }

  @Override
  public double meanPerSecond(long phaseNanos) {
    return perSecond;
  }

  @Override
  public String toString() {
    return "Poisson " + Rates.words(perSecond);
  }
}
