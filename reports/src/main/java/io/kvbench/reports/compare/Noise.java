package io.kvbench.reports.compare;

/**
 * Whether a difference between two runs is more than the ups and downs within them.
 *
 * @param judgement what came out
 * @param low the least that the difference is likely to be, as a part of 1 of the second figure; 0
 *     where nothing is known
 * @param high the most
 */
public record Noise(Judgement judgement, double low, double high) {
  /** What can be said of a difference. */
  public enum Judgement {
    /** It is there in 95 of 100 resampled pairs of runs and more. */
    OUTSIDE,
    /** It may as well be none, or the other way round. */
    WITHIN,
    /** There is one figure for each run, or there are too few intervals. */
    UNKNOWN,
    /** It is a percentile that hangs on a few single operations of one of the runs. */
    TOO_FEW
  }

  static Noise unknown() {
    return new Noise(Judgement.UNKNOWN, 0, 0);
  }

  static Noise tooFew() {
    return new Noise(Judgement.TOO_FEW, 0, 0);
  }

  static Noise between(double low, double high) {
    return new Noise(low > 0 || high < 0 ? Judgement.OUTSIDE : Judgement.WITHIN, low, high);
  }
}
