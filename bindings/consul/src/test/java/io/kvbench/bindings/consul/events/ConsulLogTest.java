package io.kvbench.bindings.consul.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests with lines of real servers. */
class ConsulLogTest {
  private final ConsulLog log = new ConsulLog(ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2026-11-22T02:45:02.651Z [INFO]  agent.server.raft: election won: term=2 tally=2"
            + " | ELECTION | became leader at term 2",
        "2026-11-22T02:45:02.642Z [WARN]  agent.server.raft: heartbeat timeout reached, starting"
            + " election: last-leader-addr=127.0.0.1:8300 last-leader-id=x | LEADER_LOST | lost"
            + " contact with its leader",
        "2026-11-22T02:45:34.515Z [INFO]  agent.server: cluster leadership lost"
            + " | LEADER_LOST | lost leadership",
        "2026-11-22T06:23:52.296Z [INFO]  agent.server.raft: compacting logs: from=1 to=98"
            + " | COMPACTION | compacted its log up to index 98",
        "2026-11-22T06:23:52.297Z [INFO]  agent.server.raft: snapshot complete up to: index=128"
            + " | SNAPSHOT | saved a snapshot up to index 128",
      })
  void whatServersSayIsAnEvent(String line, ServerEventKind kind, String text) {
    ServerEvent event = log.event("consul-1", line).orElseThrow();

    assertThat(event.kind()).isEqualTo(kind);
    assertThat(event.text()).isEqualTo(text);
    assertThat(event.durationNanos()).isEmpty();
    assertThat(event.at()).isEqualTo(Instant.parse(line.substring(0, 24)));
  }

  @Test
  void aLeaderTellsHowLongItHeardNothing() {
    ServerEvent event =
        log.event(
                "consul-1",
                "2026-11-22T02:45:16.669+0100 [WARN]  agent.server.raft: failed to contact:"
                    + " server-id=ba383bbb-6d9a-c76e-063d-f97cf0211590 time=1.408106413s")
            .orElseThrow();

    assertThat(event.kind()).isEqualTo(ServerEventKind.LATE_HEARTBEAT);
    assertThat(event.durationNanos()).hasValue(1_408_106_413L);
    assertThat(event.at()).isEqualTo(Instant.parse("2026-11-22T01:45:16.669Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-22T02:45:02.642Z [INFO]  agent: Consul agent running!",
        "agent.server.raft: election won: term=2 tally=2",
        "2026-11-22T06:23:52.242Z [INFO]  agent.server.raft: starting snapshot up to: index=128",
      })
  void linesWithoutATimeOrAnEventAreNone(String line) {
    assertThat(log.event("consul-1", line)).isEmpty();
  }
}
