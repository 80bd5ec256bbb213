package io.kvbench.runner.run.find;

import io.kvbench.core.search.Bounds;
import io.kvbench.core.search.ClientSearch;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.FindResult;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The smallest number of clients whose throughput in a closed loop is near the best. */
final class ClientsStrategy implements Strategy {
  private final ClientSearch search;
  private final double within;
  private final double precision;
  private final int repeats;

  /**
   * Begins a search.
   *
   * @param most the largest number of clients
   */
  ClientsStrategy(int most, Settings settings) {
    within = settings.get(FindSettings.WITHIN);
    precision = settings.get(FindSettings.PRECISION);
    repeats = settings.get(FindSettings.REPEATS);
    search = new ClientSearch(most, within, precision, repeats);
  }

  @Override
  public Optional<Load> next() {
    OptionalInt clients = search.next();
    return clients.isPresent() ? Optional.of(Load.closed(clients.getAsInt())) : Optional.empty();
  }

  @Override
  public void add(Load load, FindResult.Probe probe) {
    search.add(load.clients(), probe.okPerSecond());
  }

  /** Only a probe with a threshold can be limited. */
  @Override
  public boolean addLimited(Load load) {
    return false;
  }

  @Override
  public Bounds estimate() {
    return bounds();
  }

  @Override
  public Bounds bounds() {
    return search.bounds();
  }

  @Override
  public boolean isFound() {
    return bounds().high().isPresent();
  }

  @Override
  public String method() {
    return ("doubling, then bisection; the medians of %s closed loops of each number are compared"
            + " with the best median, of which %s %% less is enough")
        .formatted(repeats, Math.round(within * 1000) / 10.0);
  }

  @Override
  public OptionalDouble confidence() {
    return OptionalDouble.empty();
  }

  @Override
  public double precision() {
    return precision;
  }

  @Override
  public OptionalDouble capacity() {
    return search.best();
  }
}
