package io.kvbench.core.search;

import java.util.OptionalDouble;

/**
 * An interval whose ends may be unknown.
 *
 * @param low empty if nothing has passed so far
 * @param high empty if nothing has failed so far
 */
public record Bounds(OptionalDouble low, OptionalDouble high) {
  public static final Bounds UNKNOWN = new Bounds(OptionalDouble.empty(), OptionalDouble.empty());

  /** Returns whether both ends are known and their distance is within this share. */
  public boolean isWithin(double precision) {
    return low.isPresent()
        && high.isPresent()
        && high.getAsDouble() <= low.getAsDouble() * (1 + precision);
  }
}
