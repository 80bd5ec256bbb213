package io.kvbench.runner.run.network;

import io.kvbench.results.format.NetworkResult.Direction;
import io.kvbench.results.format.NetworkResult.Directions;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The network conditions between the clients and one server.
 *
 * @param latency what it adds to a round trip
 * @param jitter how far each round trip may be from that, either way; uniformly distributed
 * @param bandwidth of all connections together
 */
record NetworkCondition(Delay latency, Delay jitter, Bandwidths bandwidth) {

  /** The part of the latency on the way to the server. */
  long millisToServer() {
    return latency.apart() ? latency.toServer() : latency.millis() - millisFromServer();
  }

  /** A delay on the way back of less than the jitter would cut the jitter off. */
  long millisFromServer() {
    return latency.apart()
        ? latency.fromServer()
        : Math.max(latency.millis() / 2, jitter.fromServer());
  }

  /** Returns whether no delay would have to be less than nothing. */
  boolean isPossible() {
    return jitter.toServer() <= millisToServer() && jitter.fromServer() <= millisFromServer();
  }

  /** Returns the requested condition of each direction, where they differ. */
  Optional<Directions> directions() {
    return latency.apart() || jitter.apart() || bandwidth.areDifferent()
        ? Optional.of(
            new Directions(
                direction(millisToServer(), jitter.toServer(), bandwidth.toServer()),
                direction(millisFromServer(), jitter.fromServer(), bandwidth.fromServer())))
        : Optional.empty();
  }

  private static Direction direction(long millis, long jitterMillis, Bandwidth bandwidth) {
    return new Direction(
        millis * 1_000, jitterMillis * 1_000, asked(bandwidth), OptionalLong.empty());
  }

  /** Returns the bytes per second in each direction; empty where they differ or are unlimited. */
  OptionalLong askedBytesPerSecond() {
    return bandwidth.areDifferent() ? OptionalLong.empty() : asked(bandwidth.toServer());
  }

  private static OptionalLong asked(Bandwidth bandwidth) {
    return bandwidth.isLimited()
        ? OptionalLong.of(bandwidth.bytesPerSecond())
        : OptionalLong.empty();
  }

  @Override
  public String toString() {
    return "round trip +%s ms%s%s, bandwidth %s"
        .formatted(
            latency.millis(),
            latency.apart() ? " (%s ms to the server)".formatted(latency.toServer()) : "",
            jitter.millis() == 0 ? "" : " ± " + jitter.millis() + " ms",
            bandwidth);
  }
}
