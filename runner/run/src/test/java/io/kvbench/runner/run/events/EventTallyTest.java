package io.kvbench.runner.run.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.ServerEvents;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EventTallyTest {
  private final EventTally tally = new EventTally();

  private static ServerEvent event(long second, ServerEventKind kind) {
    return new ServerEvent(Instant.ofEpochSecond(second), "n", kind, "text", OptionalLong.empty());
  }

  @Test
  void keepsTheFirstOfEachKindAndCountsAll() {
    for (int second = 1_000; second > 0; second--) {
      tally.add(event(second, ServerEventKind.SLOW_APPLY));
    }
    tally.add(event(5_000, ServerEventKind.ELECTION));

    ServerEvents events = tally.result(List.of());

    assertThat(events.counts())
        .containsEntry(ServerEventKind.SLOW_APPLY, 1_000L)
        .containsEntry(ServerEventKind.ELECTION, 1L)
        .hasSize(2);
    assertThat(events.leftOut()).isEqualTo(950);
    assertThat(events.list()).hasSize(51);
    assertThat(events.list().getFirst().at()).isEqualTo(Instant.ofEpochSecond(1));
    assertThat(events.list().get(49).at()).isEqualTo(Instant.ofEpochSecond(50));
    assertThat(events.list().getLast().kind()).isEqualTo(ServerEventKind.ELECTION);
  }

  @Test
  void anEventMayStandForSeveral() {
    tally.add(event(1, ServerEventKind.SLOW_APPLY), 7);

    ServerEvents events = tally.result(List.of());

    assertThat(events.counts()).containsEntry(ServerEventKind.SLOW_APPLY, 7L);
    assertThat(events.leftOut()).isZero();
    assertThat(events.list()).hasSize(1);
  }
}
