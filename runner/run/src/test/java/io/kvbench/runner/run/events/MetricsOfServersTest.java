package io.kvbench.runner.run.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.result.ServerEvent;
import io.kvbench.core.result.ServerEventKind;
import io.kvbench.core.result.ServerEvents;
import io.kvbench.core.result.ServerEvents.DiskSyncs;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of metrics as real servers show them. */
class MetricsOfServersTest {
  private static final HostPort NOWHERE = new HostPort("localhost", 1);

  /** A server that answers what it is told to, and nothing at all where that is nothing. */
  private record Answers(ServerMetrics of, Deque<Map<String, Double>> answers)
      implements ServerMetrics {
    @Override
    public Map<String, Double> ask() throws IOException {
      Map<String, Double> answer = answers.isEmpty() ? Map.of() : answers.remove();
      if (answer.isEmpty()) {
        throw new IOException("nothing listens there");
      }
      return answer;
    }

    @Override
    public List<MetricRule> rules() {
      return of.rules();
    }

    @Override
    public String writes() {
      return of.writes();
    }

    @Override
    public List<String> syncs() {
      return of.syncs();
    }
  }

  private static String etcd(int leader, int slowSyncs, int applies, double gcSeconds) {
    return """
        # HELP etcd_disk_wal_fsync_duration_seconds The latency distributions of fsync called by WAL.
        # TYPE etcd_disk_wal_fsync_duration_seconds histogram
        etcd_disk_wal_fsync_duration_seconds_bucket{le="0.512"} 100
        etcd_disk_wal_fsync_duration_seconds_bucket{le="1.024"} 100
        etcd_disk_wal_fsync_duration_seconds_bucket{le="+Inf"} %d
        etcd_disk_wal_fsync_duration_seconds_sum 1.5
        etcd_disk_wal_fsync_duration_seconds_count %d
        etcd_server_is_leader %d
        etcd_server_has_leader 1
        etcd_server_slow_apply_total %d
        go_gc_duration_seconds{quantile="1"} 0.001
        go_gc_duration_seconds_sum %s
        go_gc_duration_seconds_count %d
        """
        .formatted(
            100 + slowSyncs, 100 + slowSyncs, leader, applies, gcSeconds, (int) (gcSeconds * 100));
  }

  private static ServerEvents looks(NodeMetrics node, int looks) {
    EventTally tally = new EventTally();
    for (int look = 0; look < looks; look++) {
      node.look(Instant.ofEpochSecond(look), tally);
    }
    return tally.result(List.of());
  }

  private static NodeMetrics node(String... texts) {
    Deque<Map<String, Double>> answers = new ArrayDeque<>();
    for (String text : texts) {
      answers.add(EtcdMetrics.parse(text));
    }
    return new NodeMetrics(
        "etcd-1",
        new Answers(new EtcdMetrics(NOWHERE), answers),
        EnumSet.noneOf(ServerEventKind.class));
  }

  @Test
  void whatGrewBetweenLooksIsAnEvent() {
    ServerEvents events = looks(node(etcd(0, 0, 7, 0.01), etcd(1, 1, 10, 0.03)), 2);

    assertThat(events.counts())
        .isEqualTo(
            Map.of(
                ServerEventKind.ELECTION, 1L,
                ServerEventKind.SLOW_FSYNC, 1L,
                ServerEventKind.SLOW_APPLY, 3L,
                ServerEventKind.GC_PAUSE, 2L));
    assertThat(events.list()).extracting(ServerEvent::at).containsOnly(Instant.ofEpochSecond(1));
    assertThat(events.list())
        .filteredOn(event -> event.kind() == ServerEventKind.GC_PAUSE)
        .allSatisfy(event -> assertThat(event.durationNanos()).hasValue(20_000_000));
  }

  @Test
  void shortPausesAreNotTold() {
    assertThat(looks(node(etcd(0, 0, 0, 0.010), etcd(0, 0, 0, 0.019)), 2).counts()).isEmpty();
  }

  @Test
  void aServerThatComesBackBeginsAnew() {
    NodeMetrics node = node(etcd(0, 0, 7, 1));

    assertThat(looks(node, 2).counts()).isEmpty();
    assertThat(node.hasAnswered()).isTrue();
    assertThat(node.problem()).isEmpty();
  }

  @Test
  void aServerThatNeverAnsweredIsAProblem() {
    NodeMetrics node = node();
    looks(node, 1);

    assertThat(node.hasAnswered()).isFalse();
    assertThat(node.problem().orElseThrow()).contains("nothing listens there");
  }

  @Test
  void whatTheLogTellsIsNotToldTwice() {
    Deque<Map<String, Double>> answers =
        new ArrayDeque<>(
            List.of(EtcdMetrics.parse(etcd(0, 0, 0, 0)), EtcdMetrics.parse(etcd(1, 1, 10, 0.03))));
    NodeMetrics node =
        new NodeMetrics(
            "etcd-1", new Answers(new EtcdMetrics(NOWHERE), answers), LogParsers.kinds("etcd"));

    assertThat(looks(node, 2).counts()).containsOnlyKeys(ServerEventKind.GC_PAUSE);
  }

  @Test
  void zooKeeperTellsOfItsStateAndSessions() throws IOException {
    Map<String, Double> metrics =
        ZooKeeperMetrics.parse(
            """
            zk_version\t3.9.5-, built on 2026-01-01
            zk_server_state\tleader
            zk_stale_sessions_expired\t3
            zk_fsync_threshold_exceed_count\t1
            """);

    assertThat(metrics)
        .containsEntry("zk_server_state", 1.0)
        .containsEntry("zk_stale_sessions_expired", 3.0)
        .containsEntry("zk_fsync_threshold_exceed_count", 1.0);
  }

  @Test
  void zooKeeperThatMayNotTellSaysSo() {
    assertThatThrownBy(
            () ->
                ZooKeeperMetrics.parse(
                    "mntr is not executed because it is not in the whitelist.\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("4lw.commands.whitelist");
  }

  @Test
  void consulCountsEveryTenSecondsOnce() throws IOException {
    ConsulMetrics metrics = new ConsulMetrics(NOWHERE);
    String first =
        """
        {"Timestamp":"2026-11-22 02:44:50 +0000 UTC","Gauges":[],"Points":[],"Counters":[
        {"Name":"consul.raft.state.leader","Count":1,"Rate":0.1,"Sum":1,"Min":1,"Max":1,"Mean":1,"Stddev":0,"Labels":{}}],
        "Samples":[{"Name":"consul.runtime.gc_pause_ns","Count":2,"Rate":30000.5,"Sum":300005,"Min":100000,"Max":200005,"Mean":150002.5,"Stddev":7.1,"Labels":{}}]}""";

    assertThat(metrics.add(first))
        .containsEntry("raft.state.leader", 1.0)
        .containsEntry("runtime.gc_pause_ns", 2.0)
        .containsEntry("runtime.gc_pause_ns.sum", 300_005.0)
        .containsEntry("session_ttl.invalidate", 0.0);
    assertThat(metrics.add(first)).containsEntry("raft.state.leader", 1.0);
    assertThat(metrics.add(first.replace("02:44:50", "02:45:00")))
        .containsEntry("raft.state.leader", 2.0);
    assertThatThrownBy(() -> metrics.add("Permission denied")).isInstanceOf(IOException.class);
  }

  @Test
  void theFirstTenSecondsOfAConsulAreShownWhileTheyGoOn() throws IOException {
    ConsulMetrics metrics = new ConsulMetrics(NOWHERE);
    String figures =
        """
        {"Timestamp":"2026-11-22 02:44:%d +0000 UTC","Gauges":[],"Points":[],"Counters":[],
        "Samples":[{"Name":"consul.raft.fsm.apply","Count":%d,"Rate":30000.5,"Sum":3.5,"Min":1,"Max":2,"Mean":1.5,"Stddev":7.1,"Labels":{}}]}""";

    assertThat(metrics.add(figures.formatted(40, 3))).containsEntry("raft.fsm.apply", 3.0);
    assertThat(metrics.add(figures.formatted(40, 900))).containsEntry("raft.fsm.apply", 900.0);
    assertThat(metrics.add(figures.formatted(50, 10))).containsEntry("raft.fsm.apply", 910.0);
  }

  @Test
  void syncsAreCountedOverLooksThatWereNotAnsweredAndOverRestarts() {
    EtcdMetrics etcd = new EtcdMetrics(NOWHERE);
    Deque<Map<String, Double>> answers = new ArrayDeque<>();
    for (double writes : new double[] {200, -1, 300, 40, 60}) {
      answers.add(writes < 0 ? Map.of() : Map.of(etcd.writes(), writes, etcd.syncs().get(0), 5.0));
    }
    NodeMetrics node =
        new NodeMetrics(
            "etcd-1", new Answers(etcd, answers), EnumSet.noneOf(ServerEventKind.class));

    looks(node, 5);

    assertThat(node.disk()).contains(new DiskSyncs(160, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1:2379, 10.0.0.1, 2379",
    "http://etcd.example:2379/, etcd.example, 2379",
    "[::1]:2379, [::1], 2379",
    "etcd.example, etcd.example, 4711",
  })
  void endpointsInTheClearCanBeAsked(String endpoint, String host, int port) {
    assertThat(HostPort.of(endpoint, 4711)).contains(new HostPort(host, port));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://etcd.example:2379", "", "host:0", "host:99999", "a b:1"})
  void othersCannot(String endpoint) {
    assertThat(HostPort.of(endpoint, 4711)).isEmpty();
  }
}
