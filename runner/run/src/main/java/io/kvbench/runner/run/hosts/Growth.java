package io.kvbench.runner.run.hosts;

import java.util.OptionalLong;

/** What a counter grew by, as far as it was seen. */
final class Growth {
  private long grown;
  private boolean known;

  /** Adds a difference; none where one of the two is unknown or the counter has begun anew. */
  OptionalLong add(OptionalLong from, OptionalLong to) {
    if (from.isEmpty() || to.isEmpty() || to.getAsLong() < from.getAsLong()) {
      return OptionalLong.empty();
    }
    long difference = to.getAsLong() - from.getAsLong();
    grown += difference;
    known = true;
    return OptionalLong.of(difference);
  }

  OptionalLong value() {
    return known ? OptionalLong.of(grown) : OptionalLong.empty();
  }
}
