package io.kvbench.runner.run.find;

import java.util.OptionalDouble;

/**
 * The load of a probe.
 *
 * @param perSecond the rate; empty in a closed loop
 */
public record Load(int clients, OptionalDouble perSecond) {
  static Load closed(int clients) {
    return new Load(clients, OptionalDouble.empty());
  }

  static Load open(int clients, double perSecond) {
    return new Load(clients, OptionalDouble.of(perSecond));
  }
}
