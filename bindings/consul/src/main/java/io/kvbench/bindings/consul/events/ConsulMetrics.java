package io.kvbench.bindings.consul.events;

import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.MetricRule;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerMetrics;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Consul agent's counters, which it reports for the last complete ten seconds, or for the first
 * ten so far. They are summed here, each count once. For one thread.
 */
final class ConsulMetrics implements ServerMetrics {
  private static final Pattern TIMESTAMP = Pattern.compile("\"Timestamp\":\\s?\"([^\"]{1,60})\"");
  private static final Pattern FIGURE =
      Pattern.compile(
          "\"Name\":\\s?\"consul\\.([\\w.]{1,80})\",\\s?\"Count\":\\s?(\\d{1,15}),"
              + "[^{}]{0,120}?\"Sum\":\\s?(\\d{1,20}(?:\\.\\d{1,20})?(?:[eE][+-]?\\d{1,3})?)");
  private static final String APPLIED = "raft.fsm.apply";
  private static final List<String> SYNCS =
      List.of("raft.wal.log_appends", "raft.boltdb.storeLogs");
  private static final String SUM = ".sum";
  private static final double MILLI = 1e6;

  private static final List<MetricRule> RULES =
      List.of(
          MetricRule.counter(ServerEventKind.ELECTION, "raft.state.leader", "became leader"),
          new MetricRule(
              ServerEventKind.SNAPSHOT,
              "raft.snapshot.persist",
              MetricRule.MetricChange.GREW,
              "raft.snapshot.persist" + SUM,
              MILLI,
              0,
              "saved a snapshot"),
          MetricRule.counter(ServerEventKind.COMPACTION, "raft.compactLogs", "compacted its log"),
          MetricRule.counter(
              ServerEventKind.SESSION_EXPIRED, "session_ttl.invalidate", "a session expired"),
          new MetricRule(
              ServerEventKind.GC_PAUSE,
              "runtime.gc_pause_ns",
              MetricRule.MetricChange.GREW,
              "runtime.gc_pause_ns" + SUM,
              1,
              ServerEvent.LEAST_PAUSE_NANOS,
              "GC pause"));

  private final HostPort place;

  /** The counts of the previous ten seconds. */
  private Map<String, Double> before;

  private final Map<String, Double> sums = new HashMap<>();
  private String last = "";

  ConsulMetrics(HostPort place) {
    this.place = place;
    sums.put(APPLIED, 0.0);
    SYNCS.forEach(name -> sums.put(name, 0.0));
    for (MetricRule rule : RULES) {
      sums.put(rule.metric(), 0.0);
      sums.put(rule.metric() + SUM, 0.0);
    }
    before = Map.copyOf(sums);
  }

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
    return SYNCS;
  }

  @Override
  public Map<String, Double> ask() throws IOException {
    return add(place.get("/v1/agent/metrics"));
  }

  /** Adds an agent's report and returns the sums so far. */
  Map<String, Double> add(String json) throws IOException {
    Matcher time = TIMESTAMP.matcher(json);
    if (!time.find()) {
      throw new IOException("/v1/agent/metrics has no time");
    }
    if (!time.group(1).equals(last)) {
      last = time.group(1);
      before = Map.copyOf(sums);
    }
    sums.putAll(before);
    Matcher figure = FIGURE.matcher(json);
    while (figure.find()) {
      double count = Double.parseDouble(figure.group(2));
      double sum = Double.parseDouble(figure.group(3));
      sums.computeIfPresent(figure.group(1), (name, sofar) -> sofar + count);
      sums.computeIfPresent(figure.group(1) + SUM, (name, sofar) -> sofar + sum);
    }
    return Map.copyOf(sums);
  }
}
