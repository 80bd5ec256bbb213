package io.kvbench.reports;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.EventSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Server events during the phases of the fixtures. */
final class EventFixtures {
  private static final long MILLI = 1_000_000L;

  private EventFixtures() {}

  /** Events of each kind, many of one kind, and a server without known events. */
  static ServerEvents some() {
    List<ServerEvent> list = new ArrayList<>();
    Map<ServerEventKind, Long> counts = new EnumMap<>(ServerEventKind.class);
    for (ServerEventKind kind : ServerEventKind.values()) {
      counts.put(kind, 1L);
      boolean first = list.isEmpty();
      OptionalLong nanos = first ? OptionalLong.of(212 * MILLI) : OptionalLong.empty();
      list.add(event(10_000 + 50 * list.size(), kind, "what it was", nanos));
    }
    for (int index = 0; index < 49; index++) {
      list.add(
          event(
              20_000 + index,
              ServerEventKind.SLOW_APPLY,
              "a request was carried out slowly",
              OptionalLong.of(130 * MILLI)));
    }
    counts.put(ServerEventKind.SLOW_APPLY, 1_250L);
    return new ServerEvents(
        counts,
        1_200,
        list,
        List.of(
            new EventSource(
                "zookeeper-1",
                List.of(EventSource.LOG),
                Optional.of("its metrics could not be read: it refused"),
                Optional.empty(),
                Optional.empty()),
            new EventSource(
                "zookeeper-2",
                List.of(EventSource.LOG, EventSource.METRICS),
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of(ServerEventKind.ELECTION, ServerEventKind.SNAPSHOT))),
            new EventSource(
                "zookeeper-3",
                List.of(),
                Optional.of("its log could not be read: gone"),
                Optional.empty(),
                Optional.empty())));
  }

  private static ServerEvent event(
      long millis, ServerEventKind kind, String text, OptionalLong nanos) {
    return new ServerEvent(
        PhaseFixtures.START.plusMillis(millis), "zookeeper-1", kind, text, nanos);
  }

  /** Texts that mean harm to a terminal. */
  static ServerEvents evil(String evil) {
    return new ServerEvents(
        Map.of(ServerEventKind.ELECTION, 1L),
        0,
        List.of(
            new ServerEvent(
                PhaseFixtures.START.plusMillis(7),
                evil + "node".repeat(40),
                ServerEventKind.ELECTION,
                evil + "text".repeat(40),
                OptionalLong.of(1))),
        List.of(
            new EventSource(
                evil,
                List.of(evil),
                Optional.of(evil + "problem".repeat(40)),
                Optional.empty(),
                Optional.empty())));
  }
}
