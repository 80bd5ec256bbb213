package io.kvbench.runner.run.events;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.server.LogParser;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.EventSource;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The events of a run's servers: read from the logs of those that kvbench has started, after the
 * run; and from metrics during it, for events that are not in the logs, and for syncs to disk. A
 * server without either is no error.
 */
public final class EventWatch {
  private final ServerTelemetry telemetry;
  private final Cluster cluster;
  private final Optional<Duration> every;
  private final Map<String, Long> positions = new LinkedHashMap<>();
  private final Map<String, NodeMetrics> metrics = new LinkedHashMap<>();
  private final EventTally tally = new EventTally();
  private final List<ServerEvent> seen = new CopyOnWriteArrayList<>();

  private EventWatch(ServerTelemetry telemetry, Cluster cluster, Optional<Duration> every) {
    this.telemetry = telemetry;
    this.cluster = cluster;
    this.every = every;
  }

  /**
   * Begins a watch at the current end of the servers' logs.
   *
   * @param telemetry their logs and metrics
   */
  public static EventWatch over(Cluster cluster, ServerTelemetry telemetry, Settings settings) {
    EventWatch watch = new EventWatch(telemetry, cluster, settings.get(EventSettings.EVERY));
    cluster.nodes().forEach(watch::begin);
    return watch;
  }

  private void begin(ClusterNode node) {
    Optional<Path> log = log(node);
    log.ifPresent(file -> positions.put(node.name(), size(file)));
    Set<ServerEventKind> told = log.isPresent() ? telemetry.logged() : Set.of();
    if (every.isPresent()) {
      telemetry
          .metrics(node.endpoint())
          .ifPresent(shown -> metrics.put(node.name(), new NodeMetrics(node.name(), shown, told)));
    }
  }

  /** Returns the log of a server if it is readable. */
  private Optional<Path> log(ClusterNode node) {
    return telemetry.log(cluster.zone()).isPresent()
        ? node.log().filter(Files::isReadable)
        : Optional.empty();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Adds an event that servers do not report themselves. May be called by any thread. */
  public void add(ServerEvent event) {
    seen.add(event);
  }

  /** Looks at metrics from now on, until closed. */
  public MetricsPoller look(NanoClock clock) {
    Duration period = every.orElse(Duration.ofDays(1));
    return new MetricsPoller(List.copyOf(metrics.values()), period, tally, clock);
  }

  /**
   * Returns the events of a window, including those in the logs. To be called once, when the logs
   * are complete.
   */
  public ServerEvents found(Window window) {
    seen.stream().filter(event -> window.contains(event.at())).forEach(tally::add);
    List<EventSource> sources = new ArrayList<>();
    for (ClusterNode node : cluster.nodes()) {
      sources.add(source(node, read(node, window)));
    }
    return tally.result(sources);
  }

  private Optional<String> read(ClusterNode node, Window window) {
    Optional<Path> log = log(node);
    Optional<LogParser> parser = telemetry.log(cluster.zone());
    if (log.isEmpty() || parser.isEmpty()) {
      return Optional.of(telemetry.unreadable());
    }
    try {
      LogLines.read(
          log.get(),
          positions.getOrDefault(node.name(), 0L),
          line ->
              parser
                  .get()
                  .event(node.name(), line)
                  .filter(event -> window.contains(event.at()))
                  .ifPresent(tally::add));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("its log could not be read: " + FileReason.of(e));
    }
  }

  private EventSource source(ClusterNode node, Optional<String> logProblem) {
    List<String> from = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    logProblem.ifPresentOrElse(problems::add, () -> from.add(EventSource.LOG));
    NodeMetrics shown = metrics.get(node.name());
    if (shown != null && shown.hasAnswered()) {
      from.add(EventSource.METRICS);
    } else if (shown != null) {
      shown.problem().ifPresent(problems::add);
    }
    // A server that reports all events in one source need not have the other.
    boolean complete = !from.isEmpty() && (shown == null || shown.hasAnswered());
    return new EventSource(
        node.name(),
        from,
        complete ? Optional.empty() : Optional.of(String.join("; ", problems)),
        Optional.ofNullable(shown).flatMap(NodeMetrics::disk),
        Optional.of(
            logProblem.isPresent() ? List.of() : telemetry.logged().stream().sorted().toList()));
  }
}
