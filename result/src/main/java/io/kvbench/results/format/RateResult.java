package io.kvbench.results.format;

import java.util.OptionalDouble;

/**
 * The requests of a phase and its rates per second, those of the window of sending.
 *
 * @param requests completed arrivals; differs from the sum over operations where a request has
 *     several
 * @param offeredPerSecond the mean rate of arrivals asked for, up to the end of the last one's gap
 *     where the phase ended early; empty in a closed loop
 * @param throughputPerSecond operations answered OK in the window, divided by its length
 * @param maxThroughputPerSecond the best of the full one-second intervals of the window; empty
 *     where there was none
 * @param minThroughputPerSecond the worst of them
 * @param meanConcurrency operations in flight, on average: the clients' time in operations within
 *     the window, divided by its length
 */
public record RateResult(
    long requests,
    OptionalDouble offeredPerSecond,
    double throughputPerSecond,
    OptionalDouble maxThroughputPerSecond,
    OptionalDouble minThroughputPerSecond,
    double meanConcurrency)
    implements FlatPart {

  /** Returns the rates of a window for which so many requests were asked for. */
  RateResult in(SendingWindow window, OptionalDouble offered) {
    return new RateResult(
        requests,
        offered,
        window.okPerSecond(),
        maxThroughputPerSecond,
        minThroughputPerSecond,
        window.concurrency());
  }
}
