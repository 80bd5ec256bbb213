package io.kvbench.reports.run;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Probe;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The rates and times of a store under several loads: numbers of clients, or offered rates.
 *
 * @param points in the order of the steps of a run, or by the load of a search's probes
 * @param marks loads that have a name, such as the knee
 */
public record LoadCurve(Load load, List<Point> points, List<Mark> marks) {
  private static final double NANOS_PER_MICRO = 1e3;

  /** Returns whether its points are the probes of a search, which passed or did not. */
  public boolean isSearch() {
    return points.stream().anyMatch(point -> point.outcome() != FindResult.Outcome.MEASURED);
  }

  /** The unit of the load. */
  public enum Load {
    CLIENTS("clients"),
    OFFERED_RATE("offered requests/s");

    private final String words;

    Load(String words) {
      this.words = words;
    }

    /** Returns what stands below the axis. */
    public String words() {
      return words;
    }
  }

  /**
   * A measurement at one load, of primary operations.
   *
   * @param perSecond how many ended per second: those answered OK of steps, requests of probes
   * @param p50Nanos the median response time; empty where there are too few operations
   * @param outcome that of a probe; {@code MEASURED} for a step
   */
  public record Point(
      double load,
      double perSecond,
      OptionalDouble p50Nanos,
      OptionalDouble p99Nanos,
      OptionalDouble p999Nanos,
      FindResult.Outcome outcome)
      implements Measurement {
    @Override
    public OptionalDouble okPerSecond() {
      return OptionalDouble.of(perSecond);
    }

    @Override
    public OptionalDouble nanos(TimeKind times, Statistic statistic) {
      return switch (statistic.name()) {
        case "p50" -> p50Nanos;
        case "p99" -> p99Nanos;
        case "p99.9" -> p999Nanos;
        default -> OptionalDouble.empty();
      };
    }
  }

  /** A load that has a name. */
  public record Mark(String name, double load) {}

  /** Returns the curve of a run with steps of clients; empty without at least two of them. */
  public static Optional<LoadCurve> ofSteps(List<PhaseResult> measured) {
    List<Point> points =
        measured.stream()
            .filter(phase -> phase.name() != PhaseName.PROBE && phase.step().isPresent())
            .map(LoadCurve::point)
            .toList();
    return points.size() < 2
        ? Optional.empty()
        : Optional.of(new LoadCurve(Load.CLIENTS, points, List.of()));
  }

  private static Point point(PhaseResult step) {
    double perSecond =
        PrimaryOperations.of(List.of(step)).stream().mapToDouble(step.window()::okPerSecond).sum();
    TimeHistogram times = step.response();
    return new Point(
        step.load().clients(),
        perSecond,
        Statistic.of(Percentile.P50).known(times),
        Statistic.of(Percentile.P99).known(times),
        Statistic.of(Percentile.P999).known(times),
        FindResult.Outcome.MEASURED);
  }

  /** Returns the curve of a search; empty without probes. */
  public static Optional<LoadCurve> of(FindResult found) {
    Load load = found.ratePerSecond().isPresent() ? Load.OFFERED_RATE : Load.CLIENTS;
    List<Point> points =
        found.probes().stream()
            .filter(probe -> load == Load.CLIENTS || probe.offeredPerSecond().isPresent())
            .map(probe -> point(load, probe))
            .sorted(Comparator.comparingDouble(Point::load))
            .toList();
    return points.isEmpty()
        ? Optional.empty()
        : Optional.of(new LoadCurve(load, points, marks(found)));
  }

  private static Point point(Load load, Probe probe) {
    return new Point(
        load == Load.CLIENTS ? probe.clients() : probe.offeredPerSecond().orElseThrow(),
        probe.achievedPerSecond(),
        nanos(probe.p50Micros()),
        nanos(probe.p99Micros()),
        nanos(probe.p999Micros()),
        probe.outcome());
  }

  private static OptionalDouble nanos(OptionalLong micros) {
    return micros.stream().mapToDouble(each -> Math.max(1, each) * NANOS_PER_MICRO).findFirst();
  }

  private static List<Mark> marks(FindResult found) {
    List<Mark> marks = new ArrayList<>();
    if (found.kneePerSecond().isPresent()) {
      mark(marks, "knee", found.kneePerSecond());
    } else {
      found
          .ratePerSecond()
          .or(found::clients)
          .ifPresent(
              range -> {
                mark(marks, "low", range.low());
                mark(marks, "high", range.high());
              });
    }
    mark(marks, "collapse", found.collapsePerSecond());
    return marks;
  }

  private static void mark(List<Mark> marks, String name, OptionalDouble at) {
    at.ifPresent(load -> marks.add(new Mark(name, load)));
  }
}
