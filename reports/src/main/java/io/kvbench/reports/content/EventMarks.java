package io.kvbench.reports.content;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.reports.document.Chart.Happenings;
import io.kvbench.reports.document.Chart.Mark;
import io.kvbench.reports.document.Chart.MarkRow;
import io.kvbench.reports.document.Chart.TimeAxis;
import io.kvbench.reports.document.MarkShape;
import io.kvbench.reports.document.Stroke;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.SpikesSheet;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.Cut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Marks for server events and injected faults during the phases. */
final class EventMarks {
  /** Kinds with no more of them are seldom. */
  private static final int SELDOM = 12;

  private static final String SPIKE = "spike";

  private final List<Mark> marks = new ArrayList<>();
  private final Map<String, MarkRow> rows = new LinkedHashMap<>();

  private record Happened(Instant at, String kind, MarkShape shape, String text) {}

  /**
   * Adds what happened to a run from {@code origin} to {@code endSeconds} after it.
   *
   * @param whose what the names of its kinds begin with
   * @param stroke whose colour its marks have
   */
  void add(RunResult result, String whose, Stroke stroke, Instant origin, double endSeconds) {
    Optional<ServerEvents> events = result.cluster().events();
    Map<String, String> cuts =
        events.map(ServerEvents::cuts).orElse(List.of()).stream()
            .collect(Collectors.toMap(cut -> cut.kind().title(), Cut::words));
    List<Mark> seen = new ArrayList<>();
    Map<String, MarkShape> shapes = new LinkedHashMap<>();
    for (Happened each : happened(result)) {
      double seconds = Track.thousandths(Track.since(origin, each.at)).doubleValue();
      if (seconds >= 0 && seconds <= endSeconds) {
        String kind = PlainText.of(each.kind);
        shapes.putIfAbsent(kind, each.shape);
        seen.add(new Mark(seconds, whose + kind, PlainText.of(each.text)));
      }
    }
    shapes.forEach(
        (kind, shape) -> {
          String name = whose + kind;
          boolean seldom = seen.stream().filter(mark -> mark.kind().equals(name)).count() <= SELDOM;
          String cut = cuts.containsKey(kind) ? ", " + cuts.get(kind) : "";
          rows.put(name, new MarkRow(name, name + cut, shape, stroke, seldom));
        });
    marks.addAll(seen);
  }

  /** Adds the spikes of a run, each with what it is attributed to. */
  void add(Spikes spikes, Stroke stroke, Instant origin) {
    double start = Track.since(origin, spikes.origin());
    for (Spikes.Explained each : spikes.spikes()) {
      double at = Track.thousandths(start + each.spike().time().from()).doubleValue();
      marks.add(new Mark(at, SPIKE, PlainText.of(SpikesSheet.words(each))));
    }
    boolean seldom = spikes.spikes().size() <= SELDOM;
    if (!spikes.spikes().isEmpty()) {
      rows.put(SPIKE, new MarkRow(SPIKE, SPIKE, MarkShape.PIN, stroke, seldom));
    }
  }

  private static List<Happened> happened(RunResult result) {
    List<Happened> happened = new ArrayList<>();
    for (PhaseResult phase : result.phases()) {
      for (EventResult event : phase.incidents().events().orElse(List.of())) {
        String kind = event.kind().toLowerCase(Locale.ROOT).replace('_', ' ');
        happened.add(new Happened(event.at(), kind, shape(event), event.message()));
      }
    }
    for (ServerEvent event : result.cluster().events().map(ServerEvents::list).orElse(List.of())) {
      MarkShape shape = shape(event.kind());
      happened.add(new Happened(event.at(), event.kind().title(), shape, EventsParts.text(event)));
    }
    happened.sort(Comparator.comparing(Happened::at));
    return happened;
  }

  /** Returns them in the order in which they happened, those of all runs together. */
  List<Mark> marks() {
    return marks.stream().sorted(Comparator.comparingDouble(Mark::at)).toList();
  }

  boolean areEmpty() {
    return marks.isEmpty();
  }

  /** Returns whether there are some that other charts have lines for. */
  boolean haveLines() {
    return rows.values().stream().anyMatch(MarkRow::seldom);
  }

  List<MarkRow> rows() {
    return List.copyOf(rows.values());
  }

  /** Returns the chart of the marks, which are those of the time axis. */
  Happenings chart(TimeAxis time) {
    String cut =
        rows.values().stream()
            .filter(row -> !row.label().equals(row.kind()))
            .map(MarkRow::label)
            .collect(Collectors.joining("; "));
    return new Happenings(
        "events",
        "Events",
        "Server events, injected faults and changes of the load"
            + (rows.containsKey(SPIKE) ? ", and spikes with what they are attributed to." : ".")
            + (cut.isEmpty() ? "" : " Truncated here and in the table: " + cut + "."),
        time);
  }

  private static MarkShape shape(ServerEventKind kind) {
    return switch (kind) {
      case ELECTION -> MarkShape.TRIANGLE;
      case LEADER_LOST -> MarkShape.TRIANGLE_DOWN;
      case SNAPSHOT -> MarkShape.SQUARE;
      case GC_PAUSE -> MarkShape.DIAMOND;
      case COMPACTION -> MarkShape.CIRCLE;
      case SLOW_FSYNC -> MarkShape.ARROW;
      case SLOW_APPLY -> MarkShape.PIN;
      case OOM_KILL -> MarkShape.CROSS;
      case LATE_HEARTBEAT, SESSION_EXPIRED -> MarkShape.BAR;
    };
  }

  private static MarkShape shape(EventResult event) {
    if (event.kind().equals(EventResult.LEADER)) {
      return MarkShape.TRIANGLE;
    }
    return event.wasInjected() ? MarkShape.CROSS : MarkShape.BAR;
  }
}
