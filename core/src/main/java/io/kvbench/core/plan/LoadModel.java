package io.kvbench.core.plan;

import java.util.OptionalDouble;

/** What decides when a client sends its next request. */
public sealed interface LoadModel {

  /** Returns the offered rate of arrivals per second, where there is one. */
  OptionalDouble offeredPerSecond();

  /** Every client sends its next request when the one before has ended: the store sets the pace. */
  record ClosedLoop() implements LoadModel {
    @Override
    public OptionalDouble offeredPerSecond() {
      return OptionalDouble.empty();
    }

    @Override
    public String toString() {
      return "closed loop";
    }
  }

  /**
   * Requests arrive on a schedule, whatever the store does; a client that is free takes the next
   * one.
   */
  record OpenLoop(Arrivals arrivals) implements LoadModel {
    @Override
    public OptionalDouble offeredPerSecond() {
      return OptionalDouble.of(arrivals.meanPerSecond());
    }

    @Override
    public String toString() {
      return "open loop, " + arrivals;
    }
  }
}
