package io.kvbench.bindings.zookeeper.events;

import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.MetricRule;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerMetrics;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A ZooKeeper server's metrics from {@code mntr}, if that command is allowed. */
record ZooKeeperMetrics(HostPort place) implements ServerMetrics {
  private static final String STATE = "zk_server_state";
  private static final double MILLI = 1e6;

  private static final List<MetricRule> RULES =
      List.of(
          new MetricRule(
              ServerEventKind.ELECTION,
              STATE,
              MetricRule.MetricChange.SET,
              "",
              0,
              0,
              "became leader"),
          new MetricRule(
              ServerEventKind.SNAPSHOT,
              "zk_cnt_snapshottime",
              MetricRule.MetricChange.GREW,
              "zk_sum_snapshottime",
              MILLI,
              0,
              "saved a snapshot"),
          MetricRule.counter(
              ServerEventKind.SLOW_FSYNC,
              "zk_fsync_threshold_exceed_count",
              "the disk was slow to confirm a write (fsync)"),
          MetricRule.counter(
              ServerEventKind.SESSION_EXPIRED, "zk_stale_sessions_expired", "a session expired"),
          new MetricRule(
              ServerEventKind.GC_PAUSE,
              "zk_cnt_jvm_pause_time_ms",
              MetricRule.MetricChange.GREW,
              "zk_sum_jvm_pause_time_ms",
              MILLI,
              ServerEvent.LEAST_PAUSE_NANOS,
              "JVM or host pause"));

  @Override
  public List<MetricRule> rules() {
    return RULES;
  }

  @Override
  public String writes() {
    return "zk_cnt_updatelatency";
  }

  @Override
  public List<String> syncs() {
    return List.of("zk_cnt_fsynctime");
  }

  @Override
  public Map<String, Double> ask() throws IOException {
    return parse(place.say("mntr"));
  }

  static Map<String, Double> parse(String text) throws IOException {
    Map<String, Double> found = new HashMap<>();
    for (String line : text.lines().toList()) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        take(line.substring(0, tab), line.substring(tab + 1).strip(), found);
      }
    }
    if (!found.containsKey(STATE)) {
      throw new IOException("it does not answer mntr; allow mntr in its 4lw.commands.whitelist");
    }
    return found;
  }

  private static void take(String name, String value, Map<String, Double> found) {
    if (name.equals(STATE)) {
      found.put(name, value.equals("leader") ? 1.0 : 0.0);
      return;
    }
    try {
      found.put(name, Double.valueOf(value));
    } catch (NumberFormatException e) {
      // Text values: no rule refers to them.
    }
  }
}
