package io.kvbench.bindings.etcd.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with lines of real servers. */
class EtcdLogTest {
  private final EtcdLog log = new EtcdLog(ZoneOffset.UTC);

  private ServerEvent event(String line) {
    return log.event("etcd-1", line).orElseThrow();
  }

  @Test
  void anElectionIsTheLeaders() {
    ServerEvent event =
        event(
            """
            {"level":"info","ts":"2026-11-22T00:04:09.333844Z","logger":"raft","caller":"v3@v3.6.0/raft.go:970","msg":"196a271ab28cad6d became leader at term 3"}""");

    assertThat(event)
        .isEqualTo(
            new ServerEvent(
                Instant.parse("2026-11-22T00:04:09.333844Z"),
                "etcd-1",
                ServerEventKind.ELECTION,
                "became leader at term 3",
                OptionalLong.empty()));
  }

  @Test
  void aServerLosesItsLeader() {
    ServerEvent event =
        event(
            """
            {"level":"info","ts":"2026-11-22T00:04:09.332259Z","logger":"raft","caller":"v3@v3.6.0/node.go:376","msg":"raft.node: 196a271ab28cad6d lost leader c888fb24715b5cb4 at term 2"}""");

    assertThat(event.kind()).isEqualTo(ServerEventKind.LEADER_LOST);
    assertThat(event.text()).isEqualTo("lost its leader at term 2");
  }

  @Test
  void aSlowDisk() {
    ServerEvent event =
        event(
            """
            {"level":"warn","ts":"2026-11-22T02:43:43.351943Z","caller":"wal/wal.go:845","msg":"slow fdatasync","took":"2.007684935s","expected-duration":"1s"}""");

    assertThat(event.kind()).isEqualTo(ServerEventKind.SLOW_FSYNC);
    assertThat(event.durationNanos()).hasValue(2_007_684_935L);
  }

  @Test
  void aSlowRequestIsNotQuoted() {
    ServerEvent event =
        event(
            """
            {"level":"warn","ts":"2026-11-22T00:03:21.109070Z","caller":"txn/util.go:93","msg":"apply request took too long","took":"976.278259ms","expected-duration":"100ms","prefix":"","request":"header:<ID:4494207601464938600 > put:<key:\\"secret\\" value_size:1024 >","response":"size:5"}""");

    assertThat(event.kind()).isEqualTo(ServerEventKind.SLOW_APPLY);
    assertThat(event.durationNanos()).hasValue(976_278_259L);
    assertThat(event.text()).isEqualTo("a request was carried out slowly");
  }

  @Test
  void aLateHeartbeat() {
    ServerEvent event =
        event(
            """
            {"level":"warn","ts":"2026-11-22T00:04:21.068892Z","caller":"etcdserver/raft.go:387","msg":"leader failed to send out heartbeat on time; took too long, leader is overloaded likely from slow disk","to":"e6c7436408bcbdbd","heartbeat-interval":"100ms","expected-duration":"200ms","exceeded-duration":"536.801033ms"}""");

    assertThat(event.kind()).isEqualTo(ServerEventKind.LATE_HEARTBEAT);
    assertThat(event.durationNanos()).hasValue(536_801_033L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "{\"level\":\"info\",\"ts\":\"2026-11-22T00:04:09.333844Z\",\"msg\":\"etcd ready\"}",
        "{\"msg\":\"x became leader at term 3\"}",
        "{\"ts\":\"yesterday, as I remember\",\"msg\":\"x became leader at term 3\"}",
        "{\"ts\":\"2026-02-31T00:04:09.333844Z\",\"msg\":\"x became leader at term 3\"}",
        "became leader at term 3",
        "a | b",
        "I1122 00:04:09.333844    4711 zetcd.go:1] became leader at term 3",
      })
  void linesWithoutATimeOrAnEventAreNone(String line) {
    assertThat(log.event("etcd-1", line)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"level\":\"info\",\"ts\":\"2026-11-22T06:23:18.079265Z\",\"caller\":"
            + "\"etcdserver/server.go:2260\",\"msg\":\"saved snapshot to disk\","
            + "\"snapshot-index\":102}"
            + " | SNAPSHOT | saved a snapshot | ",
        "{\"level\":\"info\",\"ts\":\"2026-11-22T06:23:19.079265Z\",\"caller\":"
            + "\"v3rpc/maintenance.go:126\",\"msg\":\"sending database snapshot to client\","
            + "\"total-bytes\":24576,\"size\":\"25 kB\",\"storage-version\":\"3.6.0\"}"
            + " | SNAPSHOT | began to send a snapshot to a client | ",
        "{\"level\":\"info\",\"ts\":\"2026-11-22T06:23:18.237270Z\",\"caller\":"
            + "\"mvcc/kvstore_compaction.go:70\",\"msg\":\"finished scheduled compaction\","
            + "\"compact-revision\":100,\"took\":\"490.506µs\",\"hash\":1409585364}"
            + " | COMPACTION | compacted up to revision 100 | 490506",
        "2026-11-22T06:23:18.237Z\tINFO\tmvcc/kvstore_compaction.go:70\tfinished scheduled"
            + " compaction\t{\"compact-revision\": 100, \"took\": \"490.506µs\"}"
            + " | COMPACTION | compacted up to revision 100 | 490506",
      })
  void snapshotsAndCompactions(String line, ServerEventKind kind, String text, Long nanos) {
    ServerEvent event = event(line);

    assertThat(event.kind()).isEqualTo(kind);
    assertThat(event.text()).isEqualTo(text);
    assertThat(event.durationNanos())
        .isEqualTo(nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "2026-11-22 06:23:19.276856 I | mvcc: finished scheduled compaction at 100 (took 209.048µs)"
            + " # COMPACTION # compacted up to revision 100",
        "2026-11-22 06:23:19.172077 I | etcdserver: saved snapshot at index 51"
            + " # SNAPSHOT # saved a snapshot",
        "raft2026/11/22 06:23:12 INFO: 6754153264c413fb became leader at term 2"
            + " # ELECTION # became leader at term 2",
      })
  void version34SaysItInItsOwnWay(String line, ServerEventKind kind, String text) {
    ServerEvent event = event(line);

    assertThat(event.kind()).isEqualTo(kind);
    assertThat(event.text()).isEqualTo(text);
    assertThat(event.at())
        .isBetween(Instant.parse("2026-11-22T06:23:12Z"), Instant.parse("2026-11-22T06:23:20Z"));
  }

  @Test
  void timesWithoutAZoneAreInTheGivenOne() {
    ServerEvent event =
        new EtcdLog(ZoneId.of("Asia/Kolkata"))
            .event("n", "2026-11-22 05:34:09.333844 I | raft: 196a became leader at term 3")
            .orElseThrow();

    assertThat(event.at()).isEqualTo(Instant.parse("2026-11-22T00:04:09.333844Z"));
  }
}
