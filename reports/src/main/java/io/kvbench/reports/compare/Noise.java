package io.kvbench.reports.compare;

import io.kvbench.results.statistics.ConfidenceInterval;
import io.kvbench.results.statistics.Effects;
import java.util.Optional;

/**
 * The comparison of a difference between two runs, or two groups of repeated runs, with the
 * variation within them.
 *
 * @param judgement what came out
 * @param low the least that the difference is likely to be, as a part of 1 of the second figure; 0
 *     where nothing is known
 * @param high the most
 * @param repeats of the runs, where these were repeated; empty where the ups and downs are those
 *     within two runs
 */
public record Noise(Judgement judgement, double low, double high, Optional<Repeats> repeats) {
  /** Five pairs of runs reach 93.75 %, and a sixth changes little. */
  private static final double ENOUGH = 0.93;

  /** A judgement about a difference. */
  public enum Judgement {
    /** It is there in 95 of 100 resampled pairs of runs and more. */
    OUTSIDE,
    /** It may as well be none, or the other way round. */
    WITHIN,
    /** There is one figure for each run, or there are too few intervals. */
    UNKNOWN,
    /** It is a percentile that hangs on a few single operations of one of the runs. */
    TOO_FEW,
    /** There are too few runs for an interval at 95 %. */
    TOO_FEW_RUNS
  }

  /**
   * The evidence that repeated runs give about a difference.
   *
   * @param level the confidence level of the interval, from 0 to 1
   * @param isPaired whether the runs took turns, and were compared in pairs
   * @param dominance Cliff's delta: how often a run of the first group has more than one of the
   *     second, less how often it has less
   */
  public record Repeats(double level, boolean isPaired, ConfidenceInterval dominance) {}

  static Noise unknown() {
    return new Noise(Judgement.UNKNOWN, 0, 0, Optional.empty());
  }

  static Noise tooFew() {
    return new Noise(Judgement.TOO_FEW, 0, 0, Optional.empty());
  }

  static Noise between(double low, double high) {
    return new Noise(
        low > 0 || high < 0 ? Judgement.OUTSIDE : Judgement.WITHIN, low, high, Optional.empty());
  }

  /**
   * Returns by how much the figures of one group exceed those of another.
   *
   * @param paired whether figures at the same place belong together
   */
  public static Noise overRuns(double[] ones, double[] others, boolean paired) {
    Optional<ConfidenceInterval> ratio =
        paired
            ? Effects.pairedRatio(ones, others, ConfidenceInterval.USUAL)
            : Effects.ratio(ones, others, ConfidenceInterval.USUAL);
    if (ratio.isEmpty() || ratio.get().level() == 0) {
      return unknown();
    }
    Noise noise = between(ratio.get().low() - 1, ratio.get().high() - 1);
    double level = ratio.get().level();
    return new Noise(
        level < ENOUGH ? Judgement.TOO_FEW_RUNS : noise.judgement,
        noise.low,
        noise.high,
        Optional.of(
            new Repeats(
                level, paired, Effects.cliffsDelta(ones, others, ConfidenceInterval.USUAL))));
  }

  /**
   * Returns how many runs suffice to distinguish a difference from noise, against a number of
   * others.
   */
  public static int enoughRuns(int others) {
    int runs = 0;
    double orders = 1;
    while (1 - 2 / orders < ENOUGH) {
      runs++;
      orders *= (others + runs) / (double) runs;
    }
    return runs;
  }

  /** Returns whether there is enough to distinguish a difference from noise. */
  public boolean isKnown() {
    return judgement == Judgement.OUTSIDE || judgement == Judgement.WITHIN;
  }
}
