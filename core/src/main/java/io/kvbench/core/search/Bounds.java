package io.kvbench.core.search;

import java.util.OptionalDouble;

/**
 * An interval of which an end may not be known.
 *
 * @param low empty where nothing passed so far
 * @param high empty where nothing failed so far
 */
public record Bounds(OptionalDouble low, OptionalDouble high) {
  /** Nothing is known. */
  public static final Bounds UNKNOWN = new Bounds(OptionalDouble.empty(), OptionalDouble.empty());

  /** Returns whether both ends are known and the higher exceeds the lower by no more than that. */
  public boolean isWithin(double precision) {
    return low.isPresent()
        && high.isPresent()
        && high.getAsDouble() <= low.getAsDouble() * (1 + precision);
  }
}
