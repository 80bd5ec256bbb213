package io.kvbench.core.engine;

import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A change of the load of a running phase; an empty part leaves the load as it is.
 *
 * @param mix the name of the mix to change; empty where the run has one mix
 * @param perSecond the rate in requests per second, at least 0, which is a pause
 * @param clients how many clients send, at least 1
 * @param weights of kinds of requests that were planned; kinds that are missing are left out
 */
public record LoadChange(
    String mix, OptionalDouble perSecond, OptionalInt clients, Map<OperationType, Double> weights) {
  public LoadChange {
    weights = Map.copyOf(weights);
  }

  /** Returns whether it leaves everything as it is. */
  public boolean isEmpty() {
    return perSecond.isEmpty() && clients.isEmpty() && weights.isEmpty();
  }
}
