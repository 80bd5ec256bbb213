package io.kvbench.reports.content;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.EventSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The document parts about server events: their counts, and the first ones of each kind with their
 * times.
 */
final class EventsParts {
  private static final int OF_A_KIND = 2;
  private static final int MOST_PROBLEMS = 3;

  private final ServerEvents events;
  private final List<PhaseResult> phases;

  private EventsParts(ServerEvents events, List<PhaseResult> phases) {
    this.events = events;
    this.phases = phases;
  }

  /** Returns the events of a run; no elements where servers were not observed. */
  static List<Element> of(ServerEvents events, RunResult result) {
    return new EventsParts(events, result.phases()).elements();
  }

  private List<Element> elements() {
    List<Entry> entries = new ArrayList<>();
    List<ServerEvent> shown = shown();
    boolean looked = events.sources().stream().anyMatch(source -> !source.from().isEmpty());
    if (looked || !events.counts().isEmpty()) {
      entries.add(Entry.of("Events", counts()));
    }
    events.sources().stream()
        .filter(source -> source.problem().isPresent())
        .collect(
            Collectors.groupingBy(
                source -> source.problem().orElse(""),
                LinkedHashMap::new,
                Collectors.mapping(EventSource::node, Collectors.joining(", "))))
        .entrySet()
        .stream()
        .limit(MOST_PROBLEMS)
        .map(each -> "incomplete for " + each.getValue() + ": " + each.getKey())
        .forEach(text -> entries.add(Entry.of("Events", text)));
    boolean more = shown.size() < events.list().size() || events.leftOut() > 0;
    Sheet first =
        Sheet.of(
            "Server events",
            "the first of each kind" + (more ? "; more in result.json: cluster.events" : ""),
            List.of(
                Figure.of("when", event -> new Cell.Words(time(event))),
                Figure.of("what", event -> new Cell.Words(text(event)))),
            shown);
    return List.of(new Entries(entries), Tabulation.of(first));
  }

  private String counts() {
    return events.counts().isEmpty()
        ? "none reported during the phases"
        : events.counts().entrySet().stream()
            .map(entry -> entry.getKey().title() + " " + Quantities.count(entry.getValue()) + "×")
            .collect(Collectors.joining(", "));
  }

  /** Elections must not drown in what happens a thousand times. */
  private List<ServerEvent> shown() {
    Map<ServerEventKind, Integer> seen = new EnumMap<>(ServerEventKind.class);
    List<ServerEvent> first = new ArrayList<>();
    for (ServerEvent event : events.list()) {
      if (seen.merge(event.kind(), 1, Integer::sum) <= OF_A_KIND) {
        first.add(event);
      }
    }
    return first;
  }

  /** Returns an event with its server and how long it took. */
  static String text(ServerEvent event) {
    String took =
        event.durationNanos().isPresent()
            ? ", " + Quantities.duration(event.durationNanos().getAsLong())
            : "";
    return event.node() + ": " + event.text() + took;
  }

  /** As faults have it: from the start of the phase. */
  private String time(ServerEvent event) {
    return phases.stream()
        .filter(phase -> !phase.span().startedAt().isAfter(event.at()))
        .reduce((a, b) -> b)
        .map(
            phase ->
                PhasesSheet.nameOf(phase)
                    + " "
                    + Quantities.elapsed(
                        Duration.between(phase.span().startedAt(), event.at()).toNanos()))
        .orElse("");
  }
}
