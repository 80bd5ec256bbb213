package io.kvbench.results.format;

import static io.kvbench.core.server.ServerEventKind.ELECTION;
import static io.kvbench.core.server.ServerEventKind.GC_PAUSE;
import static io.kvbench.core.server.ServerEventKind.SNAPSHOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.ServerEvents.Cut;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ServerEventsTest {
  @Test
  void aKindOfWhichNotAllAreInTheListSaysSo() {
    ServerEvents events =
        events(
            Map.of(GC_PAUSE, 61L, SNAPSHOT, 2L),
            11,
            List.of(times(GC_PAUSE, 50), times(SNAPSHOT, 2)));

    assertThat(events.cuts()).containsExactly(new Cut(GC_PAUSE, 50, 61));
    assertThat(events.cuts().getFirst().words()).isEqualTo("first 50 of 61");
  }

  @Test
  void whereOneInTheListStandsForSeveralAllOfThemCount() {
    assertThat(events(Map.of(GC_PAUSE, 640L), 40, List.of(times(GC_PAUSE, 50))).cuts())
        .containsExactly(new Cut(GC_PAUSE, 600, 640));
    assertThat(events(Map.of(GC_PAUSE, 124L), 0, List.of(times(GC_PAUSE, 9))).cuts()).isEmpty();
  }

  @Test
  void ofSeveralKindsThoseInTheListAreCounted() {
    ServerEvents events =
        events(
            Map.of(GC_PAUSE, 61L, ELECTION, 50L, SNAPSHOT, 70L),
            31,
            List.of(times(GC_PAUSE, 50), times(ELECTION, 50), times(SNAPSHOT, 50)));

    assertThat(events.cuts()).containsExactly(new Cut(SNAPSHOT, 50, 70), new Cut(GC_PAUSE, 50, 61));
  }

  private static List<ServerEvent> times(ServerEventKind kind, int times) {
    return Collections.nCopies(
        times, new ServerEvent(Instant.EPOCH, "node-1", kind, "text", OptionalLong.empty()));
  }

  private static ServerEvents events(
      Map<ServerEventKind, Long> counts, long leftOut, List<List<ServerEvent>> lists) {
    return new ServerEvents(
        counts, leftOut, lists.stream().flatMap(List::stream).toList(), List.of());
  }
}
