package io.kvbench.results.statistics;

/**
 * The number of blocks of consecutive values into which to divide a series for the {@linkplain
 * Bootstrap bootstrap}, so that the blocks are almost independent of each other.
 *
 * <p>Blocks are made longer until the means of neighbours are no longer correlated: G. S. Fishman,
 * "Grouping Observations in Digital Simulation", Management Science 24 (1978), 510-521. At most
 * {@value #MOST} blocks are enough, since with Student's t more of them hardly narrow an interval:
 * B. Schmeiser, "Batch Size Effects in the Analysis of Simulation Output", Operations Research 30
 * (1982), 556-568. A correlation that a test would not find still makes intervals too narrow, so
 * the correlation of a series of independent values, which is 1 / blocks below 0 on average, has to
 * be undercut by {@value #MARGIN} of its standard errors.
 */
public final class BlockCount {
  /** The most blocks. */
  public static final int MOST = 20;

  /** The fewest blocks, also where neighbours are correlated. */
  public static final int FEWEST = 6;

  private static final double MARGIN = 0.3;

  private BlockCount() {}

  /**
   * Returns the number of blocks.
   *
   * @param series in the order of time
   * @return from {@value #FEWEST} to {@value #MOST}, but no more than there are values
   */
  public static int of(double... series) {
    int blocks = Math.min(MOST, series.length);
    while (blocks > FEWEST && correlation(means(series, blocks)) > -errors(blocks)) {
      blocks--;
    }
    return blocks;
  }

  /**
   * Returns the block of a value of a series; all blocks are of the same length, give or take 1.
   */
  public static int blockOf(int index, int length, int blocks) {
    return (int) ((long) index * blocks / length);
  }

  private static double errors(int blocks) {
    return 1.0 / blocks + MARGIN / Math.sqrt(blocks);
  }

  private static double[] means(double[] series, int blocks) {
    double[] sums = new double[blocks];
    int[] counts = new int[blocks];
    for (int index = 0; index < series.length; index++) {
      int block = blockOf(index, series.length, blocks);
      sums[block] += series[index];
      counts[block]++;
    }
    for (int block = 0; block < blocks; block++) {
      sums[block] /= counts[block];
    }
    return sums;
  }

  /** Returns the correlation of neighbours; less than any where all means are equal. */
  private static double correlation(double[] means) {
    double mean = 0;
    for (double value : means) {
      mean += value / means.length;
    }
    double products = 0;
    double squares = 0;
    for (int index = 0; index < means.length; index++) {
      double deviation = means[index] - mean;
      squares += deviation * deviation;
      products += index == 0 ? 0 : deviation * (means[index - 1] - mean);
    }
    return squares == 0 ? -1 : products / squares;
  }
}
