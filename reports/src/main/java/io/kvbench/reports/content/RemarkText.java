package io.kvbench.reports.content;

import io.kvbench.reports.compare.RepeatedFigure;
import io.kvbench.reports.compare.RepeatedFigure.Remark;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.statistics.Modes;
import java.util.Locale;
import java.util.stream.Collectors;

/** Remarks on repeats whose median is doubtful, in words. */
public final class RemarkText {
  private RemarkText() {}

  /** Returns the remarks on a figure; empty where there are none. */
  public static String of(RepeatedFigure repeated) {
    return repeated.remarks().stream()
        .map(remark -> of(remark, repeated))
        .collect(Collectors.joining("; "));
  }

  private static String of(Remark remark, RepeatedFigure repeated) {
    return switch (remark) {
      case Remark.Outlier(int run, double value) ->
          "run " + run + " is an outlier with " + figure(value, repeated);
      case Remark.TwoModes(Modes modes) ->
          "two modes: %s of the runs at about %s, %s at about %s"
              .formatted(
                  Quantities.percent(modes.lowShare(), 1),
                  figure(modes.low(), repeated),
                  Quantities.percent(modes.highShare(), 1),
                  figure(modes.high(), repeated));
      case Remark.Drift(double perRun, double pValue) ->
          "trend: %s per run (p = %s)"
              .formatted(CellText.change(perRun), String.format(Locale.ROOT, "%.4f", pValue));
    };
  }

  private static String figure(double value, RepeatedFigure repeated) {
    return CellText.plain(new Cell.Figure(value, repeated.figure().unit()));
  }
}
