package io.kvbench.reports.content;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Curve;
import io.kvbench.reports.document.Chart.Percentiles;
import io.kvbench.reports.document.Stroke;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Curves of times by percentile, up to the maximum. Percentiles of too few times have no point. */
final class Curves {
  /** The end of the notes below charts of curves. */
  private static final String ENDS =
      " Percentiles with fewer than "
          + Percentile.SAMPLES_BEYOND
          + " operations beyond them are left out; a curve ends with its slowest operation.";

  private static final int POINTS_PER_DECADE = 20;
  private static final double MICRO = 1_000;

  private Curves() {}

  /**
   * Returns the curves of the times between operations, of which most runs have none.
   *
   * @param run the beginning of their names
   * @param before how many curves the chart has already
   */
  static List<Curve> between(List<PhaseResult> phases, String run, int before) {
    List<Curve> curves = new ArrayList<>();
    for (PhaseResult phase : phases) {
      String of = phase.step().isPresent() ? ", " + nameOf(phase) : "";
      new TreeMap<>(phase.operations())
          .forEach(
              (type, operation) -> {
                TimeHistogram times = operation.response().times();
                if (type.isBetween() && times.count() > 0) {
                  Stroke stroke = Strokes.part(before + curves.size());
                  curves.add(curve(run + type + of, stroke, times));
                }
              });
    }
    return curves;
  }

  /** Returns the charts of response times, and of times between operations, where there are any. */
  static List<Chart> charts(String note, List<Curve> response, List<Curve> between) {
    Percentiles times =
        new Percentiles("percentiles", "Response time by percentile", note + ENDS, response);
    Percentiles others =
        new Percentiles(
            "between",
            "Hand-overs, expiries and deliveries by percentile",
            "Times between operations, which are explained in the guide under Coordination. The"
                + " scale stretches the tail."
                + ENDS,
            between);
    return Stream.of(times, others)
        .filter(chart -> !chart.curves().isEmpty())
        .<Chart>map(chart -> chart)
        .toList();
  }

  /** Returns the curves of what a run was about, all operations of a step together. */
  static List<Curve> of(List<PhaseResult> phases) {
    List<Curve> curves = new ArrayList<>();
    for (PhaseResult phase : phases) {
      if (phase.step().isPresent()) {
        add(curves, nameOf(phase), phase.response());
      } else {
        boolean open = phase.rates().offeredPerSecond().isPresent();
        new TreeMap<>(phase.operations())
            .forEach(
                (type, operation) -> {
                  if (!type.isBetween()) {
                    add(curves, type + (open ? " response" : ""), operation.response().times());
                  }
                  if (!type.isBetween() && open) {
                    add(curves, type + " service", operation.service().times());
                  }
                });
      }
    }
    return curves;
  }

  private static void add(List<Curve> curves, String name, TimeHistogram times) {
    if (times.count() > 0) {
      curves.add(curve(name, Strokes.part(curves.size()), times));
    }
  }

  /** Returns the known percentiles of some times, between the fastest and the slowest of them. */
  static Curve curve(String name, Stroke stroke, TimeHistogram times) {
    List<Number> points = new ArrayList<>();
    for (int step = 0; ; step++) {
      double oneOf = Math.pow(10, (double) step / POINTS_PER_DECADE);
      if (oneOf >= times.count()) {
        break;
      }
      double percentile = 100 - 100 / oneOf;
      if (step == 0 || Percentile.isKnown(percentile, times.count())) {
        points.add(Track.thousandths(oneOf));
        points.add(Track.rounded(times.percentileNanos(percentile) / MICRO));
      }
    }
    points.add(times.count());
    points.add(Track.rounded(times.maxNanos() / MICRO));
    return new Curve(name, stroke, points);
  }

  /** Returns what to call a phase, such as {@code run} or {@code 50 clients}. */
  static String nameOf(PhaseResult phase) {
    if (phase.name() == PhaseName.PROBE) {
      return phase.name() + phase.step().map(step -> " " + step.index()).orElse("");
    }
    return phase.step().isPresent()
        ? Quantities.count(phase.load().clients(), "client")
        : phase.name().toString();
  }
}
