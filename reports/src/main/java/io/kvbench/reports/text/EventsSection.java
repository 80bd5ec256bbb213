package io.kvbench.reports.text;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the servers did meanwhile: how often, and the first ones of each kind with their times. */
final class EventsSection {
  private static final int OF_A_KIND = 2;
  private static final int TIME_WIDTH = 12;
  private static final int INDENT = TIME_WIDTH + 2;
  private static final int MOST_PROBLEMS = 3;

  private final ServerEvents events;
  private final List<PhaseResult> phases;
  private final Page page;

  private EventsSection(ServerEvents events, List<PhaseResult> phases, Page page) {
    this.events = events;
    this.phases = phases;
    this.page = page;
  }

  static void render(ServerEvents events, RunResult result, Page page) {
    new EventsSection(events, result.phases(), page).render();
  }

  private void render() {
    boolean looked = events.sources().stream().anyMatch(source -> !source.from().isEmpty());
    if (looked || !events.counts().isEmpty()) {
      page.field("Events", counts());
      shown().forEach(this::line);
      if (shown().size() < events.list().size() || events.leftOut() > 0) {
        page.indented(INDENT, "more in result.json: cluster.events");
      }
    }
    Map<String, String> nodes = new LinkedHashMap<>();
    events
        .sources()
        .forEach(
            source ->
                source
                    .problem()
                    .ifPresent(why -> nodes.merge(why, source.node(), (a, b) -> a + ", " + b)));
    nodes.entrySet().stream()
        .limit(MOST_PROBLEMS)
        .forEach(entry -> problem(entry.getValue(), entry.getKey()));
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

  private void line(ServerEvent event) {
    String took =
        event.durationNanos().isPresent()
            ? ", " + Quantities.duration(event.durationNanos().getAsLong())
            : "";
    String text = PlainText.of(event.node()) + ": " + PlainText.of(event.text()) + took;
    String time = Columns.right(time(event), TIME_WIDTH) + "  ";
    page.hanging(time, time.length(), text);
  }

  /** As faults have it: from the start of the phase. */
  private String time(ServerEvent event) {
    Optional<PhaseResult> during =
        phases.stream()
            .filter(phase -> !phase.span().startedAt().isAfter(event.at()))
            .reduce((a, b) -> b);
    return during
        .map(
            phase ->
                PhasesSheet.nameOf(phase)
                    + " "
                    + Quantities.elapsed(
                        Duration.between(phase.span().startedAt(), event.at()).toNanos()))
        .orElse("");
  }

  private void problem(String nodes, String why) {
    page.field("Events", "incomplete for " + PlainText.of(nodes) + ": " + PlainText.of(why));
  }
}
