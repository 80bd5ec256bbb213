package io.kvbench.runner.run.events;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.EventSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Counts of events, with the first ones of each kind. For any thread. */
final class EventTally {
  private static final Comparator<Counted> BY_TIME =
      Comparator.comparing(counted -> counted.event.at());

  /** A kind of events that one entry of the list counts. */
  private record Counted(ServerEvent event, long times) {}

  private final Map<ServerEventKind, Long> counts = new EnumMap<>(ServerEventKind.class);

  /** The last one first, since that is the one to go. */
  private final Map<ServerEventKind, PriorityQueue<Counted>> kept =
      new EnumMap<>(ServerEventKind.class);

  private long leftOut;

  void add(ServerEvent event) {
    add(event, 1);
  }

  /** Adds an event that represents several. */
  synchronized void add(ServerEvent event, long times) {
    counts.merge(event.kind(), times, Long::sum);
    PriorityQueue<Counted> first =
        kept.computeIfAbsent(event.kind(), kind -> new PriorityQueue<>(BY_TIME.reversed()));
    first.add(new Counted(event, times));
    if (first.size() > ServerEvents.MOST_OF_A_KIND) {
      leftOut += first.remove().times;
    }
  }

  synchronized ServerEvents result(List<EventSource> sources) {
    List<ServerEvent> list =
        kept.values().stream()
            .flatMap(Collection::stream)
            .sorted(
                BY_TIME
                    .thenComparing(counted -> counted.event.node())
                    .thenComparing(counted -> counted.event.kind()))
            .map(Counted::event)
            .toList();
    return new ServerEvents(counts, leftOut, list, sources);
  }
}
