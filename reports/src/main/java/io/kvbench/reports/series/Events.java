package io.kvbench.reports.series;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
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

/** The events of the measured phases of a run, and its spikes. */
final class Events {
  private static final double NANOS = 1e9;

  private final Instant start;
  private final Instant end;
  private final List<Event> events = new ArrayList<>();

  private Events(Instant start, Instant end) {
    this.start = start;
    this.end = end;
  }

  static List<Event> of(StoredRun run, Instant start, Instant end) {
    RunResult result = run.result();
    Events events = new Events(start, end);
    Spikes.of(run).ifPresent(events::add);
    result.cluster().events().ifPresent(seen -> seen.list().forEach(events::add));
    PhaseResult.measured(result.phases())
        .forEach(phase -> phase.incidents().events().orElse(List.of()).forEach(events::add));
    events.events.sort(Comparator.comparingDouble(Event::second));
    return List.copyOf(events.events);
  }

  private void add(Spikes spikes) {
    for (Spikes.Explained each : spikes.spikes()) {
      events.add(
          new Event(each.spike().time().from(), Event.Kind.SPIKE, "", SpikesSheet.words(each)));
    }
  }

  private void add(ServerEvent event) {
    add(event.at(), kind(event.kind()), event.node(), event.kind().title() + ": " + event.text());
  }

  private void add(EventResult event) {
    Event.Kind kind =
        event.wasInjected()
            ? Event.Kind.FAULT
            : event.kind().equals(EventResult.LEADER) ? Event.Kind.ELECTION : Event.Kind.OTHER;
    add(event.at(), kind, event.node().orElse(""), event.message());
  }

  private void add(Instant at, Event.Kind kind, String node, String text) {
    if (!at.isBefore(start) && !at.isAfter(end)) {
      events.add(new Event(Duration.between(start, at).toNanos() / NANOS, kind, node, text));
    }
  }

  private static Event.Kind kind(ServerEventKind kind) {
    return switch (kind) {
      case ELECTION, LEADER_LOST -> Event.Kind.ELECTION;
      case SNAPSHOT -> Event.Kind.SNAPSHOT;
      case GC_PAUSE -> Event.Kind.GC_PAUSE;
      case COMPACTION, SLOW_FSYNC, SLOW_APPLY, LATE_HEARTBEAT, SESSION_EXPIRED, OOM_KILL ->
          Event.Kind.OTHER;
    };
  }
}
