package io.kvbench.bindings.zookeeper.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import java.time.Instant;
import java.time.ZoneId;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with lines of real servers and their JVMs. */
class ZooKeeperLogTest {
  private static final ZoneId ZONE = ZoneId.of("Asia/Kolkata");
  private static final String TIME = "2026-11-22 08:16:19,666";
  private static final Instant AT = Instant.parse("2026-11-22T02:46:19.666Z");
  private final ZooKeeperLog log = new ZooKeeperLog(ZONE);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " INFO  [QuorumPeer[myid=2](plain=0.0.0.0:2181)(secure=disabled)] Leader - LEADING - LEADER"
            + " ELECTION TOOK - 567 MS | ELECTION | became leader | 567",
        " WARN  [QuorumPeer[myid=1](plain=0.0.0.0:2181)(secure=disabled)] QuorumPeer - PeerState"
            + " set to LOOKING | LEADER_LOST | has no leader and is electing one | ",
        " INFO  [Snapshot Thread] ZooKeeperServer - Snapshot taken in 13 ms"
            + " | SNAPSHOT | saved a snapshot | 13",
        " WARN  [SyncThread:1] FileTxnLog - fsync-ing the write ahead log in SyncThread:1 took"
            + " 1842ms which will adversely effect operation latency. File size is 67108880 bytes."
            + " | SLOW_FSYNC | the disk was slow to confirm a write (fsync) | 1842",
      })
  void whatServersSayIsAnEvent(String line, ServerEventKind kind, String text, Long millis) {
    assertThat(log.event("zookeeper-2", TIME + " " + line))
        .contains(
            new ServerEvent(
                AT,
                "zookeeper-2",
                kind,
                text,
                millis == null ? OptionalLong.empty() : OptionalLong.of(millis * 1_000_000)));
  }

  @Test
  void anExpiredSessionIsNotNamed() {
    ServerEvent event =
        log.event(
                "n",
                "2026-11-22T08:16:19.666+05:30 INFO  [SessionTracker] ZooKeeperServer - Expiring"
                    + " session 0x100012f5c3a0000, timeout of 4000ms exceeded")
            .orElseThrow();

    assertThat(event.kind()).isEqualTo(ServerEventKind.SESSION_EXPIRED);
    assertThat(event.at()).isEqualTo(AT);
    assertThat(event.text()).doesNotContain("0x");
  }

  @Test
  void aPauseOfTheJvm() {
    ServerEvent event =
        log.event(
                "n",
                "[2026-11-22T02:46:19.666+0000] GC(17) Pause Young (Normal) (G1 Evacuation Pause)"
                    + " 312M->108M(512M) 21.403ms")
            .orElseThrow();

    assertThat(event)
        .isEqualTo(
            new ServerEvent(
                AT,
                "n",
                ServerEventKind.GC_PAUSE,
                "GC pause (Young)",
                OptionalLong.of(21_403_000)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[2026-11-22T02:46:19.666+0000] Using G1",
        "[2026-11-22T02:46:19.666+0000] GC(18) Concurrent Mark Cycle 150.123ms",
        "[2026-11-22T02:46:19.666+0000] GC(17) Pause Young (Normal) (G1 Evacuation Pause)"
            + " 312M->108M(512M) 9.999ms",
        "2026-11-22 08:16:19,666 INFO  [QuorumPeer[myid=1]] Learner - FOLLOWING - LEADER ELECTION"
            + " TOOK - 230 MS",
        "\tat java.base/java.lang.Thread.run(Unknown Source)",
        "[garbled] GC(17) Pause Full 21.403ms",
        "",
      })
  void whatIsShortOrNothingIsNone(String line) {
    assertThat(log.event("n", line)).isEmpty();
  }
}
