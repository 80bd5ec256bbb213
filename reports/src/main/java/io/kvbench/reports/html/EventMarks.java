package io.kvbench.reports.html;

import io.kvbench.core.result.EventResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.ServerEvent;
import io.kvbench.core.result.ServerEvents;
import io.kvbench.reports.html.Figures.Mark;
import io.kvbench.reports.text.PlainText;
import io.kvbench.reports.text.Quantities;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What happened to servers while phases ran, by itself and on purpose. */
final class EventMarks {
  private EventMarks() {}

  /** Returns what happened from {@code origin} to {@code endSeconds} after it, in order. */
  static List<Mark> of(RunResult result, Instant origin, double endSeconds) {
    List<Mark> marks = new ArrayList<>();
    for (PhaseResult phase : result.phases()) {
      for (EventResult event : phase.events().orElse(List.of())) {
        String kind = event.kind().toLowerCase(Locale.ROOT).replace('_', ' ');
        marks.add(mark(origin, event.at(), kind, event.message()));
      }
    }
    for (ServerEvent event : result.cluster().events().map(ServerEvents::list).orElse(List.of())) {
      String took =
          event.durationNanos().isPresent()
              ? ", " + Quantities.duration(event.durationNanos().getAsLong())
              : "";
      String text = event.node() + ": " + event.text() + took;
      marks.add(mark(origin, event.at(), event.kind().title(), text));
    }
    return marks.stream()
        .filter(mark -> mark.at() >= 0 && mark.at() <= endSeconds)
        .sorted(Comparator.comparingDouble(Mark::at))
        .toList();
  }

  private static Mark mark(Instant origin, Instant at, String kind, String text) {
    double seconds = Figures.seconds(Track.since(origin, at)).doubleValue();
    return new Mark(seconds, PlainText.of(kind), PlainText.of(text));
  }
}
