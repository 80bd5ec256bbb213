package io.kvbench.runner.run.events;

import io.kvbench.core.server.MetricRule;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerMetrics;
import io.kvbench.results.format.ServerEvents.DiskSyncs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The metrics of one server, from one poll to the next. Polls are for one thread. */
final class NodeMetrics {
  private final String node;
  private final ServerMetrics metrics;
  private final Set<ServerEventKind> toldElsewhere;
  private @Nullable Map<String, Double> before;
  private Map<String, Double> counted = Map.of();
  private volatile boolean answered;
  private volatile Optional<DiskSyncs> disk = Optional.empty();
  private volatile String problem = "its metrics were not requested";

  NodeMetrics(String node, ServerMetrics metrics, Set<ServerEventKind> toldElsewhere) {
    this.node = node;
    this.metrics = metrics;
    this.toldElsewhere = toldElsewhere;
  }

  /** Adds what happened since the look before. */
  void look(Instant at, EventTally events) {
    Map<String, Double> now;
    try {
      now = metrics.ask();
    } catch (IOException | RuntimeException e) {
      // The events during a server's outage are unknown.
      before = null;
      problem = "its metrics could not be read: " + e.getMessage();
      return;
    }
    answered = true;
    count(now);
    Map<String, Double> earlier = before;
    before = now;
    if (earlier != null) {
      compare(earlier, now, at, events);
    }
  }

  private void compare(
      Map<String, Double> earlier, Map<String, Double> now, Instant at, EventTally events) {
    for (MetricRule rule : metrics.rules()) {
      long times = toldElsewhere.contains(rule.kind()) ? 0 : rule.times(earlier, now);
      if (times > 0) {
        long nanos = rule.nanos(earlier, now);
        String several = times == 1 ? "" : ": " + times + " times since the previous reading";
        events.add(
            new ServerEvent(
                at,
                node,
                rule.kind(),
                rule.text() + several,
                nanos == 0 ? OptionalLong.empty() : OptionalLong.of(nanos)),
            times);
      }
    }
  }

  private void count(Map<String, Double> now) {
    OptionalLong applied = growth(metrics.writes(), now);
    List<OptionalLong> synced =
        metrics.syncs().stream()
            .map(name -> growth(name, now))
            .filter(OptionalLong::isPresent)
            .toList();
    counted = now;
    if (applied.isPresent() && !synced.isEmpty()) {
      DiskSyncs sum = disk.orElse(new DiskSyncs(0, 0));
      long syncs = synced.stream().mapToLong(OptionalLong::getAsLong).sum();
      disk = Optional.of(new DiskSyncs(sum.writes() + applied.getAsLong(), sum.syncs() + syncs));
    }
  }

  /** Returns the growth since the last answer, regardless of failed polls in between. */
  private OptionalLong growth(String name, Map<String, Double> now) {
    Double first = counted.get(name);
    Double last = now.get(name);
    if (first == null || last == null) {
      return OptionalLong.empty();
    }
    // A restarted server counts from 0.
    return OptionalLong.of(Math.round(last < first ? last : last - first));
  }

  /** Returns how often it synced its log; empty where that is unknown. */
  Optional<DiskSyncs> disk() {
    return disk;
  }

  boolean hasAnswered() {
    return answered;
  }

  /** Returns why nothing is known of its metrics. */
  Optional<String> problem() {
    return answered ? Optional.empty() : Optional.of(problem);
  }
}
