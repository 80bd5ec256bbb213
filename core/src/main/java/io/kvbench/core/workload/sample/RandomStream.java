package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/** The purposes of independent streams of randomness that derive from one seed. */
public enum RandomStream {
  LOAD(1),
  RUN(2),
  VALUES(3),
  ARRIVALS(4),
  READ_BACK(5),
  THINK_TIME(6);

  /** 2^64 divided by the golden ratio, odd: Weyl's step, as SplittableRandom itself uses it. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int number;

  RandomStream(int number) {
    this.number = number;
  }

  /**
   * Returns stream number {@code index} of this purpose. Streams of neighbouring seeds, purposes
   * and indexes begin at unrelated positions in the generator's period of 2^64.
   */
  public SplittableRandom create(long seed, long index) {
    long purpose = mix(seed + GOLDEN * number);
    return new SplittableRandom(mix(purpose + GOLDEN * (index + 1)));
  }

  /**
   * Stafford's variant 13 of MurmurHash3's finalizer: a bijection in which every bit of the input
   * flips each bit of the output with a probability of about one half.
   */
  public static long mix(long bits) {
    long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
