package io.kvbench.core.engine;

import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A change of the load of a running phase; an empty part leaves the load as it is.
 *
 * @param mix the name of the mix to change; empty where the run has one mix
 * @param perSecond the rate in requests per second, at least 0; 0 is a pause
 * @param clients how many clients send, at least 1
 * @param weights of planned kinds of requests; missing kinds are left out
 */
public record LoadChange(
    String mix, OptionalDouble perSecond, OptionalInt clients, Map<OperationType, Double> weights) {
  public LoadChange {
    weights = Map.copyOf(weights);
  }

  /** Returns whether it changes nothing. */
  public boolean isEmpty() {
    return perSecond.isEmpty() && clients.isEmpty() && weights.isEmpty();
  }
}
