package io.kvbench.runner.run.hosts;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The number of active clients over time. Samples arrive later than they were taken, some by
 * seconds, so the number at their arrival does not apply to them. Memory grows with changes only;
 * for several threads.
 */
final class ClientsOverTime {
  private final TreeMap<Instant, OptionalLong> changes = new TreeMap<>();

  /** Says how many there are from then on; none outside of phases. */
  synchronized void from(Instant time, OptionalLong clients) {
    Map.Entry<Instant, OptionalLong> last = changes.lastEntry();
    if (last == null || !last.getValue().equals(clients)) {
      changes.put(time, clients);
    }
  }

  synchronized OptionalLong at(Instant time) {
    Map.Entry<Instant, OptionalLong> then = changes.floorEntry(time);
    return then == null ? OptionalLong.empty() : then.getValue();
  }
}
