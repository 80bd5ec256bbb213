package io.kvbench.core.workload.request;

import io.kvbench.core.operation.OperationType;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The mix of a group of clients, which may be changed while they send. Only weights change: the
 * plan of the run, such as the required capabilities and whether requests can be shared, follows
 * from the kinds. Thread-safe.
 */
final class LiveMix {
  private final RequestMix planned;
  private volatile RequestMix mix;

  LiveMix(RequestMix planned) {
    this.planned = planned;
    mix = planned;
  }

  RequestMix planned() {
    return planned;
  }

  OperationType draw(SplittableRandom random) {
    return mix.draw(random);
  }

  /** Returns the share of each planned kind, 0 if it is currently left out. */
  Map<OperationType, Double> shares() {
    RequestMix now = mix;
    Map<OperationType, Double> shares = new EnumMap<>(OperationType.class);
    planned.kinds().forEach(kind -> shares.put(kind, now.share(kind)));
    return shares;
  }

  /**
   * Changes the weights.
   *
   * @param weights of all kinds; missing ones are 0
   * @throws IllegalArgumentException if a kind is not planned, or a weight is less than 0, or all
   *     are 0
   */
  void change(Map<OperationType, Double> weights) {
    Map<OperationType, Double> some = new EnumMap<>(OperationType.class);
    new TreeMap<>(weights)
        .forEach(
            (kind, weight) -> {
              if (!planned.kinds().contains(kind)) {
                throw new IllegalArgumentException(
                    "%s is not in the mix that was planned, which has %s; give it a small weight there"
                        .formatted(kind, planned.kinds()));
              }
              if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a weight is at least 0, not " + weight);
              }
              if (weight > 0) {
                some.put(kind, weight);
              }
            });
    if (some.isEmpty()) {
      throw new IllegalArgumentException("at least one weight must be above 0");
    }
    mix = new RequestMix(some);
  }
}
