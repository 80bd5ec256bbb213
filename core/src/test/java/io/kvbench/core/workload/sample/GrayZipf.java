package io.kvbench.core.workload.sample;

/**
 * The probabilities of ranks in Gray's method, by the inverse of its formulas: rank {@code r} or
 * less is drawn for {@code u < 1 - (1 - ((r + 1) / items)^(1 - theta)) / eta}.
 */
public final class GrayZipf {
  private final long items;
  private final double theta;
  private final double zeta;
  private final double eta;

  public GrayZipf(long items, double theta) {
    this.items = items;
    this.theta = theta;
    this.zeta = Zeta.of(items, theta);
    this.eta = (1 - Math.pow(2.0 / items, 1 - theta)) / (1 - Zeta.of(2, theta) / zeta);
  }

  public double of(int rank) {
    return rank == 0 ? upTo(0) : upTo(rank) - upTo(rank - 1);
  }

  public double upTo(int rank) {
    if (rank == items - 1) {
      return 1;
    }
    return rank < 2
        ? Zeta.of(rank + 1L, theta) / zeta
        : 1 - (1 - Math.pow((rank + 1.0) / items, 1 - theta)) / eta;
  }
}
