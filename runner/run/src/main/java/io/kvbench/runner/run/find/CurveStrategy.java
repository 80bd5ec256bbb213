package io.kvbench.runner.run.find;

import io.kvbench.core.search.Bounds;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.FindResult;
import java.util.Optional;
import java.util.OptionalDouble;

/** A strategy of evenly spaced rates up to more than a closed loop achieves, each probed once. */
final class CurveStrategy implements Strategy {
  /** Far enough beyond the capacity to see what the store does there. */
  private static final double BEYOND = 1.2;

  private final int clients;
  private final int points;
  private OptionalDouble capacity = OptionalDouble.empty();
  private int point;
  private OptionalDouble knee = OptionalDouble.empty();
  private OptionalDouble failed = OptionalDouble.empty();

  CurveStrategy(int clients, Settings settings) {
    this.clients = clients;
    points = settings.get(FindSettings.POINTS);
  }

  @Override
  public Optional<Load> next() {
    if (capacity.isEmpty()) {
      return Optional.of(Load.closed(clients));
    }
    return point == points
        ? Optional.empty()
        : Optional.of(
            Load.open(
                clients, Math.max(1, capacity.getAsDouble()) * BEYOND * (point + 1) / points));
  }

  @Override
  public void add(Load load, FindResult.Probe probe) {
    if (load.perSecond().isEmpty()) {
      capacity = OptionalDouble.of(probe.okPerSecond());
      return;
    }
    point++;
    if (failed.isEmpty()) {
      if (probe.outcome() == FindResult.Outcome.PASSED) {
        knee = load.perSecond();
      } else {
        failed = load.perSecond();
      }
    }
  }

  /** The curve has the point all the same, marked. */
  @Override
  public boolean addLimited(Load load) {
    point++;
    return true;
  }

  @Override
  public Bounds estimate() {
    return bounds();
  }

  @Override
  public Bounds bounds() {
    return new Bounds(knee, failed);
  }

  @Override
  public boolean isFound() {
    return knee.isPresent() && failed.isPresent();
  }

  @Override
  public String method() {
    return "each rate once; the knee is the highest rate before the first that failed, and the"
        + " curve has collapsed where less than 90 % of its peak is achieved";
  }

  @Override
  public OptionalDouble confidence() {
    return OptionalDouble.empty();
  }

  /** The distance of two points, as a share of the knee. */
  @Override
  public double precision() {
    return knee.isPresent()
        ? capacity.orElse(0) * BEYOND / points / knee.getAsDouble()
        : 1.0 / points;
  }

  @Override
  public OptionalDouble capacity() {
    return capacity;
  }
}
