package io.kvbench.core.plan;

import java.time.Duration;

/** What decides when a client sends its next request. */
public sealed interface LoadModel {

  /**
   * Every client sends its next request when the one before has ended and it has thought about it:
   * the store sets the pace.
   *
   * @param thinkTime from the end of a request to the start of the same client's next one; 0 or
   *     more
   */
  record ClosedLoop(Duration thinkTime) implements LoadModel {
    public ClosedLoop {
      if (thinkTime.isNegative()) {
        throw new IllegalArgumentException("a think time of " + thinkTime);
      }
    }

    /** Without a pause between requests. */
    public ClosedLoop() {
      this(Duration.ZERO);
    }

    /** Returns the think time in nanoseconds, at most {@link Arrivals#NEVER_NANOS}. */
    public long thinkNanos() {
      return Rates.nanos(thinkTime);
    }

    @Override
    public String toString() {
      return thinkTime.isZero()
          ? "closed loop"
          : "closed loop, think time " + Rates.words(thinkTime);
    }
  }

  /**
   * Requests arrive on a schedule, whatever the store does; a client that is free takes the next
   * one.
   */
  record OpenLoop(Arrivals arrivals) implements LoadModel {
    @Override
    public String toString() {
      return "open loop, " + arrivals;
    }
  }
}
