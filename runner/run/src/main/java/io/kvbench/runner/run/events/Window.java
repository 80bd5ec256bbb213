package io.kvbench.runner.run.events;

import java.time.Instant;

/** A stretch of time, both ends included. */
public record Window(Instant begin, Instant end) {

  boolean contains(Instant at) {
    return !at.isBefore(begin) && !at.isAfter(end);
  }
}
