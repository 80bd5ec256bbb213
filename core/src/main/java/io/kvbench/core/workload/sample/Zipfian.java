package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/**
 * A zipfian distribution of ranks from 0 to {@code items - 1}, rank {@code r} with a probability of
 * about {@code (r + 1)^-theta / zeta(items)}.
 *
 * <p>Drawn as Gray, Sundaresan, Englert, Baclawski and Weinberger describe in "Quickly Generating
 * Billion-Record Synthetic Databases" (SIGMOD 1994): with u uniform in [0, 1), {@code alpha = 1 /
 * (1 - theta)} and {@code eta = (1 - (2 / items)^(1 - theta)) / (1 - zeta(2) / zeta(items))}, the
 * rank is
 *
 * <pre>  0                                       if u * zeta(items) &lt; 1
 *   1                                       if u * zeta(items) &lt; zeta(2)
 *   floor(items * (eta * u - eta + 1)^alpha)  otherwise</pre>
 *
 * so that ranks 0 and 1 are exact and the others follow a continuous approximation. Theta is YCSB's
 * 0.99.
 */
public final class Zipfian implements Distribution {
  public static final double THETA = 0.99;

  private final long items;
  private final double theta;
  private final double zeta;
  private final double zetaOfTwo;
  private final double alpha;
  private final double eta;

  /** Creates a distribution with a known {@code zeta(items)}. */
  Zipfian(long items, double theta, double zeta) {
    this.items = items;
    this.theta = theta;
    this.zeta = zeta;
    this.zetaOfTwo = 1 + Math.pow(2, -theta);
    this.alpha = 1 / (1 - theta);
    this.eta = (1 - Math.pow(2.0 / items, 1 - theta)) / (1 - zetaOfTwo / zeta);
  }

  /** Returns the distribution over this many items with YCSB's theta. */
  public static Zipfian over(long items) {
    return new Zipfian(items, THETA, Zeta.of(items, THETA));
  }

  /** Returns whole numbers from {@code min} to {@code max}, the smallest the most frequent. */
  public static Distribution between(int min, int max) {
    Zipfian above = over(max - min + 1L);
    return random -> min + above.draw(random);
  }

  public long items() {
    return items;
  }

  /** Returns the distribution over more items; only the new terms are summed. */
  public Zipfian grownTo(long more) {
    return new Zipfian(more, theta, zeta + Zeta.between(items, more, theta));
  }

  @Override
  public long draw(SplittableRandom random) {
    double u = random.nextDouble();
    double scaled = u * zeta;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < zetaOfTwo) {
      return 1;
    }
    return Math.min(items - 1, (long) (items * Math.pow(eta * u - eta + 1, alpha)));
  }
}
