package io.kvbench.results.format;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The faults and events of a phase.
 *
 * @param faults the injected faults, in order; empty if none was planned
 * @param events events, in order; empty if not observed
 * @param faultWindows the phase inside and outside of the windows around faults; empty where there
 *     was no fault, and in results of earlier versions
 */
public record Incidents(
    Optional<List<FaultResult>> faults,
    Optional<List<EventResult>> events,
    Optional<FaultWindows> faultWindows)
    implements FlatPart {

  public Incidents {
    faults = faults.map(List::copyOf);
    events = events.map(List::copyOf);
  }

  public static Incidents unknown() {
    return new Incidents(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns these with more events, in order of time. */
  public Incidents with(List<EventResult> more) {
    return more.isEmpty()
        ? this
        : new Incidents(
            faults,
            Optional.of(
                Stream.concat(events.stream().flatMap(List::stream), more.stream())
                    .sorted(Comparator.comparingLong(EventResult::phaseNanos))
                    .toList()),
            faultWindows);
  }
}
