package io.kvbench.runner.run.find;

import io.kvbench.core.search.Bounds;
import io.kvbench.core.search.RateSearch;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.FindResult;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The highest rate that passes: from three quarters of the throughput of a closed loop, or from the
 * rate that the user gave.
 */
final class RateStrategy implements Strategy {
  /** The knee of most stores is within the first step up or down from here. */
  private static final double START = 0.75;

  private static final double LOWEST = 1;
  private static final double HIGHEST = 1e9;

  /** A client that is the limit so often in a row is no accident. */
  private static final int LIMITED = 3;

  private final int clients;
  private final double precision;
  private final double confidence;
  private OptionalDouble capacity = OptionalDouble.empty();
  private @Nullable RateSearch search;
  private int limited;

  RateStrategy(int clients, Settings settings) {
    this.clients = clients;
    precision = settings.get(FindSettings.PRECISION);
    confidence = settings.get(FindSettings.CONFIDENCE);
    settings.find(FindSettings.FROM).ifPresent(this::begin);
  }

  private void begin(double start) {
    double first = Math.clamp(start, Math.min(start, LOWEST), HIGHEST);
    double lowest = Math.min(first, LOWEST);
    search = new RateSearch(first, Math.max(lowest, 1e-3), HIGHEST, precision, confidence);
  }

  @Override
  public Optional<Load> next() {
    RateSearch begun = search;
    if (begun == null) {
      return Optional.of(Load.closed(clients));
    }
    OptionalDouble rate = begun.next();
    return rate.isPresent()
        ? Optional.of(Load.open(clients, rate.getAsDouble()))
        : Optional.empty();
  }

  @Override
  public void add(Load load, FindResult.Probe probe) {
    RateSearch begun = search;
    if (begun == null) {
      capacity = OptionalDouble.of(probe.okPerSecond());
      begin(Math.max(LOWEST, START * probe.okPerSecond()));
      return;
    }
    limited = 0;
    begun.add(load.perSecond().orElseThrow(), probe.outcome() == FindResult.Outcome.PASSED);
  }

  @Override
  public boolean addLimited(Load load) {
    return ++limited < LIMITED;
  }

  @Override
  public Bounds estimate() {
    return bounds();
  }

  @Override
  public Bounds bounds() {
    RateSearch begun = search;
    return begun == null ? Bounds.UNKNOWN : begun.bounds();
  }

  @Override
  public boolean isFound() {
    return bounds().isWithin(precision * (1 + 1e-9));
  }

  @Override
  public String method() {
    return "bracket by steps of half a rate, then probes at quantiles of the Bayesian posterior of"
        + " the rate that half of the probes pass (logistic model with unknown noise and"
        + " accidental failures: QUEST, Watson and Pelli 1983; psi-marginal, Prins 2013); the"
        + " interval is its central one";
  }

  @Override
  public OptionalDouble confidence() {
    return OptionalDouble.of(confidence);
  }

  @Override
  public double precision() {
    return precision;
  }

  @Override
  public OptionalDouble capacity() {
    return capacity;
  }
}
