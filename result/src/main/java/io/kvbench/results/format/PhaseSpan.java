package io.kvbench.results.format;

import io.kvbench.core.measure.Drain;
import java.time.Instant;
import java.util.Optional;

/**
 * The time that a phase took.
 *
 * @param wallNanos from the start of the first client to the end of the last
 * @param drain what ended after the window of sending; it counts in all but the rates. Empty in
 *     older results and where sending took no time, as with no more requests than clients: rates
 *     are those of the wall time then
 */
public record PhaseSpan(Instant startedAt, long wallNanos, Optional<Drain> drain)
    implements FlatPart {
  PhaseSpan since(long nanos) {
    return new PhaseSpan(startedAt.plusNanos(nanos), Math.max(0, wallNanos - nanos), drain);
  }
}
