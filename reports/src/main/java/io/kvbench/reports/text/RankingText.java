package io.kvbench.reports.text;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.Noise;
import io.kvbench.reports.compare.Ranking;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Unit;

/** Who is best in a figure, in a sentence. */
public final class RankingText {
  private RankingText() {}

  /** Returns the sentence without its end; names in it are made harmless. */
  public static String of(Ranking standing, Comparison comparison) {
    String sentence = sentence(standing, comparison);
    return standing.notComparable().isEmpty()
        ? sentence
        : "not comparable " + Marks.of(standing.notComparable()) + ": " + sentence;
  }

  private static String sentence(Ranking standing, Comparison comparison) {
    String best = label(comparison, standing.best());
    String next = label(comparison, standing.next());
    String figure = figure(standing.bestValue(), standing.unit());
    if (standing.isTie()) {
      return best + " and " + next + " are equal at " + figure;
    }
    return "%s with %s, then %s with %s%s"
        .formatted(
            best,
            figure,
            next,
            figure(standing.nextValue(), standing.unit()),
            standing.nextValue() == 0 ? "" : "; " + difference(standing));
  }

  private static String difference(Ranking standing) {
    String amount = CellText.change(standing.difference());
    Noise noise = standing.noise();
    return switch (noise.judgement()) {
      case OUTSIDE -> amount + ", outside the noise " + interval(noise);
      case WITHIN -> amount + ", within the noise " + interval(noise);
      case UNKNOWN -> amount + ", noise unknown";
      case TOO_FEW -> amount + ", too few operations to estimate the noise";
    };
  }

  private static String interval(Noise noise) {
    return "(" + CellText.change(noise.low()) + " to " + CellText.change(noise.high()) + ")";
  }

  private static String label(Comparison comparison, int run) {
    return PlainText.of(comparison.runs().get(run).label());
  }

  private static String figure(double value, Unit unit) {
    return CellText.plain(new Cell.Figure(value, unit));
  }
}
