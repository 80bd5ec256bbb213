package io.kvbench.runner.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.measure.Silences;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.PoissonArrivals;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.verdict.Evidence.PhaseRates;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rates of phases in each second of sending: the rates and the silences of closed loops, and
 * the median response times of open loops with a constant rate.
 */
final class RunRates {
  private final List<PhaseRates> ended = new ArrayList<>();
  private final List<RateSecond> current = new ArrayList<>();
  private final Silences silences = new Silences();
  private boolean isClosed;

  private record RateSecond(
      long endNanos, double okPerSecond, Map<OperationType, Double> p50Nanos) {}

  void add(PhasePlan phase, Interval interval) {
    isClosed = phase.loadModel() instanceof LoadModel.ClosedLoop;
    boolean isSteady =
        phase.loadModel() instanceof LoadModel.OpenLoop(var arrivals)
            && (arrivals instanceof ConstantRate || arrivals instanceof PoissonArrivals);
    if (isClosed) {
      silences.add(interval);
    }
    if ((isClosed || isSteady) && IntervalRate.isFull(interval.wallNanos())) {
      current.add(
          new RateSecond(
              interval.phaseNanos() + interval.wallNanos(),
              IntervalRate.perSecond(interval.recorded().okCount(), interval.wallNanos())
                  .orElseThrow(),
              isSteady ? medians(interval) : Map.of()));
    }
  }

  private static Map<OperationType, Double> medians(Interval interval) {
    Map<OperationType, Double> medians = new EnumMap<>(OperationType.class);
    interval
        .recorded()
        .operations()
        .forEach(
            (type, statuses) -> {
              if (!type.isComposite() && !type.waits() && statuses.containsKey(Outcome.OK)) {
                TimeHistogram times = statuses.get(Outcome.OK).response();
                if (Percentile.P50.isKnown(times.count())) {
                  medians.put(type, (double) Percentile.P50.nanos(times));
                }
              }
            });
    return medians;
  }

  /**
   * Takes what was added as the phase's, and returns the phase with its silences. Seconds that
   * ended after its sending are left out.
   */
  PhaseResult end(PhaseResult phase) {
    long window = phase.window().nanos();
    List<RateSecond> seconds =
        current.stream()
            .filter(second -> second.endNanos <= window + IntervalRate.FULL_NANOS / 9)
            .toList();
    ended.add(
        new PhaseRates(
            phase.name(),
            phase.step(),
            isClosed ? seconds.stream().map(RateSecond::okPerSecond).toList() : List.of(),
            everySecond(seconds)));
    PhaseResult result =
        isClosed && phase.client().clientTime().pausedNanos() == 0 && phase.audit().isPresent()
            ? phase.with(
                copy -> copy.audit = copy.audit.map(each -> each.with(silences.until(window))))
            : phase;
    current.clear();
    silences.clear();
    isClosed = false;
    return result;
  }

  /** A type with too few operations in some seconds has no median to compare there. */
  private static Map<OperationType, List<Double>> everySecond(List<RateSecond> seconds) {
    Map<OperationType, List<Double>> medians = new EnumMap<>(OperationType.class);
    for (RateSecond second : seconds) {
      second.p50Nanos.forEach(
          (type, nanos) -> medians.computeIfAbsent(type, first -> new ArrayList<>()).add(nanos));
    }
    medians.values().removeIf(values -> values.size() < seconds.size());
    return medians;
  }

  List<PhaseRates> list() {
    return List.copyOf(ended);
  }
}
