package io.kvbench.reports.content;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.Noise;
import io.kvbench.reports.compare.Ranking;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.statistics.ConfidenceInterval;
import java.util.Locale;

/** A sentence that states which system is best in a figure. */
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
            standing.nextValue() == 0
                ? ""
                : "; " + difference(standing.difference(), standing.noise()));
  }

  /** Returns a relative difference, and whether it is more than noise. */
  static String difference(double difference, Noise noise) {
    String amount = CellText.change(difference);
    return switch (noise.judgement()) {
      case OUTSIDE -> amount + ", outside the noise " + interval(noise);
      case WITHIN -> amount + ", within the noise " + interval(noise);
      case UNKNOWN -> amount + ", noise unknown";
      case TOO_FEW -> amount + ", too few operations to estimate the noise";
      case TOO_FEW_RUNS -> amount + ", too few runs to tell it from noise " + interval(noise);
    };
  }

  private static String interval(Noise noise) {
    return "(%s to %s%s)"
        .formatted(
            CellText.change(noise.low()),
            CellText.change(noise.high()),
            noise.repeats().map(RankingText::basis).orElse(""));
  }

  /** The repeats that the interval is based on, and the effect size. */
  private static String basis(Noise.Repeats repeats) {
    return " %s, level %s; Cliff's delta %s"
        .formatted(
            repeats.isPaired() ? "over pairs of runs" : "over runs",
            Quantities.percent(repeats.level(), 1),
            delta(repeats.dominance()));
  }

  private static String delta(ConfidenceInterval dominance) {
    return String.format(
        Locale.ROOT,
        "%+.2f, %+.2f to %+.2f",
        dominance.estimate(),
        dominance.low(),
        dominance.high());
  }

  private static String label(Comparison comparison, int group) {
    return PlainText.of(comparison.groups().get(group).title());
  }

  private static String figure(double value, Unit unit) {
    return CellText.plain(new Cell.Figure(value, unit));
  }
}
