package io.kvbench.reports.html;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.reports.html.Figures.Curve;
import io.kvbench.reports.html.Figures.Stroke;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Times by percentile, up to p99.999 or what the number of operations allows. */
final class Curves {
  private static final int POINTS_PER_DECADE = 20;
  private static final int DECADES = 5;
  private static final double MICRO = 1_000;

  private Curves() {}

  /** Times between operations, most of them of different clients. */
  private static final Set<OperationType> BETWEEN =
      EnumSet.of(
          OperationType.LOCK_HANDOVER,
          OperationType.LOCK_FAILOVER,
          OperationType.LEASE_EXPIRY,
          OperationType.WATCH_CREATE,
          OperationType.WATCH_DELIVERY,
          OperationType.WATCH_LAG,
          OperationType.WATCH_REARM,
          OperationType.WATCH_RESUME);

  /** Returns the curves of the times between operations, of which most runs have none. */
  static List<Curve> between(List<PhaseResult> phases) {
    List<Curve> curves = new ArrayList<>();
    for (PhaseResult phase : phases) {
      String of = phase.step().isPresent() ? ", " + RunFigures.nameOf(phase) : "";
      for (OperationType type : BETWEEN) {
        OperationResult operation = phase.operations().get(type);
        if (operation != null) {
          add(curves, type.name() + of, operation.response().times());
        }
      }
    }
    return curves;
  }

  /** Returns the curves of what a run was about, all operations of a step together. */
  static List<Curve> of(List<PhaseResult> phases) {
    List<Curve> curves = new ArrayList<>();
    for (PhaseResult phase : phases) {
      if (phase.step().isPresent()) {
        add(curves, RunFigures.nameOf(phase), phase.response());
      } else {
        Map<OperationType, OperationResult> sorted = new TreeMap<>(phase.operations());
        sorted.keySet().removeAll(BETWEEN);
        sorted.forEach((type, operation) -> addBoth(curves, type.name(), phase, operation));
      }
    }
    return curves;
  }

  private static void addBoth(
      List<Curve> curves, String name, PhaseResult phase, OperationResult operation) {
    boolean open = phase.offeredPerSecond().isPresent();
    add(curves, open ? name + " response" : name, operation.response().times());
    if (open) {
      add(curves, name + " service", operation.service().times());
    }
  }

  private static void add(List<Curve> curves, String name, TimeHistogram times) {
    if (times.count() > 0) {
      curves.add(curve(name, Strokes.part(curves.size()), times));
    }
  }

  /** Returns the curve of some times: beyond the last point there is no operation to tell of. */
  static Curve curve(String name, Stroke stroke, TimeHistogram times) {
    List<Number> points = new ArrayList<>();
    for (int step = 0; step <= DECADES * POINTS_PER_DECADE; step++) {
      double oneOf = Math.pow(10, (double) step / POINTS_PER_DECADE);
      if (oneOf > times.count()) {
        break;
      }
      points.add(Figures.thousandths(oneOf));
      points.add(Figures.rounded(times.percentileNanos(100 - 100 / oneOf) / MICRO));
    }
    return new Curve(name, stroke, points);
  }
}
