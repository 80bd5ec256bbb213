package io.kvbench.reports.series;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.SpikesSheet;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * An event during a run that may explain its figures.
 *
 * @param second when, from the start of the first phase
 * @param node the affected server; empty where it affects none
 */
public record Event(double second, Kind kind, String node, String text) {
  /** A kind of event, drawn with its own mark. */
  public enum Kind {
    ELECTION("election, or leader lost"),
    SNAPSHOT("snapshot"),
    GC_PAUSE("GC pause"),
    FAULT("injected fault"),
    SPIKE("spike"),
    OTHER("other");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  private static final double NANOS = 1e9;

  /** Returns the events of the measured phases of a run, and its spikes, in their order. */
  static List<Event> of(StoredRun run, Instant start, Instant end) {
    List<Event> events = new ArrayList<>();
    for (Spikes.Explained each : Spikes.of(run).map(Spikes::spikes).orElse(List.of())) {
      events.add(new Event(each.spike().time().from(), Kind.SPIKE, "", SpikesSheet.words(each)));
    }
    RunResult result = run.result();
    Stream.concat(
            result.cluster().events().stream()
                .flatMap(seen -> seen.list().stream())
                .filter(event -> isBetween(start, event.at(), end))
                .map(event -> of(start, event)),
            PhaseResult.measured(result.phases()).stream()
                .flatMap(phase -> phase.incidents().events().orElse(List.of()).stream())
                .filter(event -> isBetween(start, event.at(), end))
                .map(event -> of(start, event)))
        .forEach(events::add);
    events.sort(Comparator.comparingDouble(Event::second));
    return List.copyOf(events);
  }

  private static boolean isBetween(Instant start, Instant at, Instant end) {
    return !at.isBefore(start) && !at.isAfter(end);
  }

  private static Event of(Instant start, ServerEvent event) {
    Kind kind =
        switch (event.kind()) {
          case ELECTION, LEADER_LOST -> Kind.ELECTION;
          case SNAPSHOT -> Kind.SNAPSHOT;
          case GC_PAUSE -> Kind.GC_PAUSE;
          case COMPACTION, SLOW_FSYNC, SLOW_APPLY, LATE_HEARTBEAT, SESSION_EXPIRED, OOM_KILL ->
              Kind.OTHER;
        };
    String text = event.kind().title() + ": " + event.text();
    return new Event(seconds(start, event.at()), kind, event.node(), text);
  }

  private static Event of(Instant start, EventResult event) {
    Kind kind =
        event.wasInjected()
            ? Kind.FAULT
            : event.kind().equals(EventResult.LEADER) ? Kind.ELECTION : Kind.OTHER;
    return new Event(seconds(start, event.at()), kind, event.node().orElse(""), event.message());
  }

  private static double seconds(Instant start, Instant at) {
    return Duration.between(start, at).toNanos() / NANOS;
  }
}
