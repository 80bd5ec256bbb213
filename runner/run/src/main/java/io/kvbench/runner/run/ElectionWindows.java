package io.kvbench.runner.run;

import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.ConsistencyResult.LeaseWindow;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.ServerEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The times at which a deposed leader may have answered under its lease: around elections and
 * faults. The whole run if elections took place at unknown times.
 */
final class ElectionWindows {
  /** Longer than leases, and than the interval at which metrics are read. */
  private static final Duration AROUND = Duration.ofSeconds(10);

  private static final Set<ServerEventKind> KINDS =
      Set.of(ServerEventKind.ELECTION, ServerEventKind.LEADER_LOST);

  /** The window if the times of elections are unknown. */
  static final LeaseWindow ALWAYS = new LeaseWindow(0, 1L << 48);

  private ElectionWindows() {}

  /**
   * Returns the windows.
   *
   * @param local whether the system has no servers, and so no elections
   * @param origin the time from which they count
   */
  static List<LeaseWindow> of(
      ClusterResult cluster, List<PhaseResult> phases, boolean local, Instant origin) {
    if (!local && isUnknown(cluster)) {
      return List.of(ALWAYS);
    }
    List<LeaseWindow> windows = new ArrayList<>();
    cluster.events().stream()
        .flatMap(events -> events.list().stream())
        .filter(event -> KINDS.contains(event.kind()))
        .forEach(event -> windows.add(window(event.at(), Duration.ZERO, origin)));
    for (PhaseResult phase : phases) {
      Instant start = phase.span().startedAt();
      for (FaultResult fault : phase.incidents().faults().orElse(List.of())) {
        windows.add(
            window(
                start.plusNanos(fault.phaseNanos()),
                Duration.ofNanos(fault.actionNanos()),
                origin));
      }
    }
    return windows;
  }

  private static boolean isUnknown(ClusterResult cluster) {
    long seen = cluster.events().map(ElectionWindows::count).orElse(0L);
    long listed = cluster.events().map(ElectionWindows::listed).orElse(0L);
    boolean untold = cluster.events().isEmpty() && cluster.elections().isEmpty();
    return untold || seen > listed || (cluster.elections().orElse(0) > 0 && listed == 0);
  }

  private static long count(ServerEvents events) {
    return events.counts().entrySet().stream()
        .filter(count -> KINDS.contains(count.getKey()))
        .mapToLong(count -> count.getValue())
        .sum();
  }

  private static long listed(ServerEvents events) {
    return events.list().stream().filter(event -> KINDS.contains(event.kind())).count();
  }

  private static LeaseWindow window(Instant from, Duration length, Instant origin) {
    Instant begin = from.minus(AROUND);
    Instant end = from.plus(length).plus(AROUND);
    return new LeaseWindow(
        Math.max(0, Duration.between(origin, begin).toNanos()),
        Math.max(0, Duration.between(origin, end).toNanos()));
  }
}
