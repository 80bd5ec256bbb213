package io.kvbench.runner.run.events;

import io.kvbench.core.result.ServerEvent;
import io.kvbench.core.result.ServerEventKind;
import io.kvbench.core.result.ServerEvents.DiskSyncs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The metrics of one server, from one look to the next. Looks are for one thread. */
final class NodeMetrics {
  private final String node;
  private final ServerMetrics metrics;
  private final Set<ServerEventKind> toldElsewhere;
  private @Nullable Map<String, Double> before;
  private volatile boolean answered;
  private volatile Optional<DiskSyncs> disk = Optional.empty();
  private volatile String problem = "its metrics were not asked for";

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
      // A server that comes back begins to count anew.
      before = null;
      problem = "its metrics could not be read: " + e.getMessage();
      return;
    }
    answered = true;
    Map<String, Double> earlier = before;
    before = now;
    if (earlier != null) {
      compare(earlier, now, at, events);
    }
  }

  private void compare(
      Map<String, Double> earlier, Map<String, Double> now, Instant at, EventTally events) {
    count(earlier, now);
    for (MetricRule rule : metrics.rules()) {
      long times = toldElsewhere.contains(rule.kind()) ? 0 : rule.times(earlier, now);
      if (times > 0) {
        long nanos = rule.nanos(earlier, now);
        String several = times == 1 ? "" : ": " + times + " times since the look before";
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

  private void count(Map<String, Double> earlier, Map<String, Double> now) {
    OptionalLong applied = growth(metrics.writes(), earlier, now);
    List<OptionalLong> synced =
        metrics.syncs().stream()
            .map(name -> growth(name, earlier, now))
            .filter(OptionalLong::isPresent)
            .toList();
    if (applied.isPresent() && !synced.isEmpty()) {
      DiskSyncs sum = disk.orElse(new DiskSyncs(0, 0));
      long syncs = synced.stream().mapToLong(OptionalLong::getAsLong).sum();
      disk = Optional.of(new DiskSyncs(sum.writes() + applied.getAsLong(), sum.syncs() + syncs));
    }
  }

  private static OptionalLong growth(
      String name, Map<String, Double> earlier, Map<String, Double> now) {
    Double first = earlier.get(name);
    Double last = now.get(name);
    return first == null || last == null
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, Math.round(last - first)));
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
