package io.kvbench.bindings.etcd.events;

import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.MetricRule;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerMetrics;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The metrics of an etcd server, from Prometheus' text format. */
record EtcdMetrics(HostPort place) implements ServerMetrics {
  private static final String SYNCS = "etcd_disk_wal_fsync_duration_seconds_count";
  private static final String QUICK_SYNCS =
      "etcd_disk_wal_fsync_duration_seconds_bucket{le=\"1.024\"}";
  private static final String APPLIED = "etcd_server_proposals_applied_total";
  private static final String SLOW_SYNCS = "slow";
  private static final double SECOND = 1e9;
  private static final double MILLI = 1e6;

  private static final List<MetricRule> RULES =
      List.of(
          new MetricRule(
              ServerEventKind.ELECTION,
              "etcd_server_is_leader",
              MetricRule.MetricChange.SET,
              "",
              0,
              0,
              "became leader"),
          new MetricRule(
              ServerEventKind.LEADER_LOST,
              "etcd_server_has_leader",
              MetricRule.MetricChange.CLEARED,
              "",
              0,
              0,
              "has no leader"),
          new MetricRule(
              ServerEventKind.SNAPSHOT,
              "etcd_debugging_snap_save_total_duration_seconds_count",
              MetricRule.MetricChange.GREW,
              "etcd_debugging_snap_save_total_duration_seconds_sum",
              SECOND,
              0,
              "saved a snapshot"),
          new MetricRule(
              ServerEventKind.COMPACTION,
              "etcd_debugging_mvcc_db_compaction_total_duration_milliseconds_count",
              MetricRule.MetricChange.GREW,
              "etcd_debugging_mvcc_db_compaction_total_duration_milliseconds_sum",
              MILLI,
              0,
              "compacted"),
          MetricRule.counter(
              ServerEventKind.SLOW_FSYNC, SLOW_SYNCS, "the disk took more than 1.024 s (fsync)"),
          MetricRule.counter(
              ServerEventKind.SLOW_APPLY,
              "etcd_server_slow_apply_total",
              "a request was carried out slowly"),
          MetricRule.counter(
              ServerEventKind.LATE_HEARTBEAT,
              "etcd_server_heartbeat_send_failures_total",
              "the leader sent its heartbeat late"),
          new MetricRule(
              ServerEventKind.GC_PAUSE,
              "go_gc_duration_seconds_count",
              MetricRule.MetricChange.GREW,
              "go_gc_duration_seconds_sum",
              SECOND,
              ServerEvent.LEAST_PAUSE_NANOS,
              "GC pause"));

  @Override
  public List<MetricRule> rules() {
    return RULES;
  }

  @Override
  public String writes() {
    return APPLIED;
  }

  @Override
  public List<String> syncs() {
    return List.of(SYNCS);
  }

  @Override
  public Map<String, Double> ask() throws IOException {
    return parse(place.get("/metrics"));
  }

  /** Returns the metrics that rules use, and the number of writes longer than a second. */
  static Map<String, Double> parse(String text) {
    Map<String, Double> found = new HashMap<>();
    text.lines()
        .filter(line -> line.startsWith("etcd_") || line.startsWith("go_gc_"))
        .forEach(line -> take(line, found));
    Double all = found.get(SYNCS);
    Double quick = found.get(QUICK_SYNCS);
    if (all != null && quick != null) {
      found.put(SLOW_SYNCS, all - quick);
    }
    return found;
  }

  private static void take(String line, Map<String, Double> found) {
    int space = line.lastIndexOf(' ');
    String name = space < 0 ? line : line.substring(0, space);
    if (!isOfInterest(name)) {
      return;
    }
    try {
      found.put(name, Double.valueOf(line.substring(space + 1)));
    } catch (NumberFormatException e) {
      // Not a number: ignored.
    }
  }

  private static boolean isOfInterest(String name) {
    return name.equals(APPLIED)
        || name.equals(SYNCS)
        || name.equals(QUICK_SYNCS)
        || RULES.stream().anyMatch(rule -> name.equals(rule.metric()) || name.equals(rule.total()));
  }
}
