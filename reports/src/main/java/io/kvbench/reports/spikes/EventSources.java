package io.kvbench.reports.spikes;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.setting.Durations;
import io.kvbench.reports.spikes.Source.Occurrence;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.ClientCondition.Pause;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.EventSource;
import io.kvbench.results.statistics.Coincidences.Span;
import io.kvbench.results.statistics.Excursions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Causes that a run recorded with their times: injected faults, server events, increases of the
 * scheduled rate, and GC pauses of the clients.
 *
 * <p>A server's log has an event when it is over, so it is there from its duration before. The log
 * of another machine may be off by a second. An event from a metric happened at any time since the
 * reading before.
 */
final class EventSources {
  private static final double SECOND = 1e9;
  private static final double OTHER_CLOCK = 1;
  private static final double USUAL_POLL = 5;

  private final RunResult result;
  private final Instant origin;
  private final Span observed;
  private final double poll;

  private EventSources(StoredRun run, Instant origin, Span observed) {
    this.result = run.result();
    this.origin = origin;
    this.observed = observed;
    SettingDocument every = run.plan().settings().get("events.every");
    this.poll = every == null ? USUAL_POLL : seconds(every.value());
  }

  static List<Source> of(StoredRun run, Instant origin, Span observed) {
    EventSources sources = new EventSources(run, origin, observed);
    List<Source> all = new ArrayList<>();
    all.add(Source.of(Cause.FAULT, observed, sources.faults()));
    all.add(Source.of(Cause.LOAD, observed, sources.load(run)));
    run.result().cluster().events().ifPresent(events -> all.addAll(sources.servers(events)));
    all.add(Source.of(Cause.CLIENT_GC, observed, sources.pauses()));
    return all.stream().filter(source -> !source.occurrences().isEmpty()).toList();
  }

  /** The interval is off where nothing was polled. */
  private static double seconds(String interval) {
    try {
      return Durations.parse(interval).toNanos() / SECOND;
    } catch (IllegalArgumentException e) {
      return USUAL_POLL;
    }
  }

  private double at(Instant instant) {
    return SpikeFinder.since(origin, instant);
  }

  private List<Occurrence> faults() {
    return result.phases().stream()
        .flatMap(phase -> phase.incidents().events().orElse(List.of()).stream())
        .filter(EventResult::wasInjected)
        .map(event -> new Occurrence(new Span(at(event.at()), at(event.at())), event.message()))
        .toList();
  }

  /** Seconds for which a schedule, or the user, asked for more than around them. */
  private List<Occurrence> load(StoredRun run) {
    List<Occurrence> rises = new ArrayList<>();
    for (PhaseResult phase : PhaseResult.measured(result.phases())) {
      List<StoredInterval> seconds = run.fullSeconds(List.of(phase)).toList();
      Excursions more =
          Excursions.above(
              seconds.stream()
                  .mapToDouble(each -> Math.log(run.offeredPerSecond(each).orElse(Double.NaN)))
                  .toArray(),
              Math.log(SpikeFinder.LEAST_TIMES),
              SpikeFinder.FALSE_ALARMS);
      for (int index = 0; index < seconds.size(); index++) {
        if (more.isBeyond(index)) {
          StoredInterval second = seconds.get(index);
          rises.add(
              new Occurrence(
                  new Span(at(second.startedAt()), at(second.endedAt())), Cause.LOAD.title()));
        }
      }
    }
    return rises;
  }

  private List<Occurrence> pauses() {
    List<Occurrence> pauses = new ArrayList<>();
    for (PhaseResult phase : result.phases()) {
      for (Pause pause :
          phase.client().condition().flatMap(each -> each.pauses()).orElse(List.of())) {
        double from = at(pause.at());
        pauses.add(
            new Occurrence(new Span(from, from + pause.nanos() / SECOND), "GC pause of kvbench"));
      }
    }
    return pauses;
  }

  private List<Source> servers(ServerEvents events) {
    Map<Cause, List<Occurrence>> occurrences = new EnumMap<>(Cause.class);
    Map<Cause, Double> known = new EnumMap<>(Cause.class);
    for (ServerEvent event : events.list()) {
      Optional<Cause> cause = Cause.of(event.kind());
      if (cause.isPresent()) {
        occurrences
            .computeIfAbsent(cause.get(), kind -> new ArrayList<>())
            .add(new Occurrence(time(event, events), event.node() + ": " + event.text()));
        if (events.cuts().stream().anyMatch(cut -> cut.kind() == event.kind())) {
          known.merge(cause.get(), at(event.at()), Math::max);
        }
      }
    }
    List<Source> sources = new ArrayList<>();
    occurrences.forEach(
        (cause, all) -> {
          double until = Math.min(observed.to(), known.getOrDefault(cause, observed.to()));
          if (until > observed.from()) {
            sources.add(Source.of(cause, new Span(observed.from(), until), all));
          }
        });
    return sources;
  }

  private Span time(ServerEvent event, ServerEvents events) {
    double at = at(event.at());
    double took = event.durationNanos().orElse(0) / SECOND;
    if (isPolled(event, events)) {
      return new Span(at - Math.max(poll, took), at);
    }
    double clock = result.cluster().startedHere() ? 0 : OTHER_CLOCK;
    return new Span(at - took - clock, at + clock);
  }

  /** Older results do not list the kinds that a log has; all logs have these. */
  private static boolean isPolled(ServerEvent event, ServerEvents events) {
    for (EventSource source : events.sources()) {
      if (source.node().equals(event.node())) {
        boolean logged =
            source
                .logged()
                .map(kinds -> kinds.contains(event.kind()))
                .orElse(
                    event.kind() != ServerEventKind.GC_PAUSE
                        || !source.from().contains(EventSource.METRICS));
        return !source.from().contains(EventSource.LOG) || !logged;
      }
    }
    return true;
  }
}
