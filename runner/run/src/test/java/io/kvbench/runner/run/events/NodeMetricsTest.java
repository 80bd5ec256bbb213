package io.kvbench.runner.run.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.MetricRule;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.server.ServerMetrics;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.DiskSyncs;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of the changes of a server's metrics between two readings. */
class NodeMetricsTest {
  private static final Set<ServerEventKind> NONE = EnumSet.noneOf(ServerEventKind.class);

  /** A server with prepared answers, which does not answer where they are empty. */
  private record Answers(Deque<Map<String, Double>> answers) implements ServerMetrics {
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
      return List.of(
          new MetricRule(
              ServerEventKind.ELECTION,
              "leader",
              MetricRule.MetricChange.SET,
              "",
              0,
              0,
              "became leader"),
          MetricRule.counter(ServerEventKind.SLOW_APPLY, "slow", "was slow"),
          new MetricRule(
              ServerEventKind.GC_PAUSE,
              "pauses",
              MetricRule.MetricChange.GREW,
              "seconds",
              1e9,
              ServerEvent.LEAST_PAUSE_NANOS,
              "paused"));
    }

    @Override
    public String writes() {
      return "writes";
    }

    @Override
    public List<String> syncs() {
      return List.of("syncs");
    }
  }

  private static Map<String, Double> shown(int leader, int slow, double seconds) {
    return Map.of(
        "leader",
        (double) leader,
        "slow",
        (double) slow,
        "pauses",
        seconds * 100,
        "seconds",
        seconds);
  }

  private static NodeMetrics node(Set<ServerEventKind> logged, List<Map<String, Double>> answers) {
    return new NodeMetrics("node-1", new Answers(new ArrayDeque<>(answers)), logged);
  }

  private static ServerEvents looks(NodeMetrics node, int looks) {
    EventTally tally = new EventTally();
    for (int look = 0; look < looks; look++) {
      node.look(Instant.ofEpochSecond(look), tally);
    }
    return tally.result(List.of());
  }

  @Test
  void whatGrewBetweenLooksIsAnEvent() {
    ServerEvents events = looks(node(NONE, List.of(shown(0, 7, 0.01), shown(1, 10, 0.03))), 2);

    assertThat(events.counts())
        .isEqualTo(
            Map.of(
                ServerEventKind.ELECTION, 1L,
                ServerEventKind.SLOW_APPLY, 3L,
                ServerEventKind.GC_PAUSE, 2L));
    assertThat(events.list()).extracting(ServerEvent::at).containsOnly(Instant.ofEpochSecond(1));
    assertThat(events.list())
        .filteredOn(event -> event.kind() == ServerEventKind.GC_PAUSE)
        .allSatisfy(event -> assertThat(event.durationNanos()).hasValue(20_000_000));
  }

  @Test
  void shortPausesAreNotReported() {
    assertThat(looks(node(NONE, List.of(shown(0, 0, 0.010), shown(0, 0, 0.019))), 2).counts())
        .isEmpty();
  }

  @Test
  void aServerThatComesBackBeginsAnew() {
    NodeMetrics node = node(NONE, List.of(shown(0, 7, 1)));

    assertThat(looks(node, 2).counts()).isEmpty();
    assertThat(node.hasAnswered()).isTrue();
    assertThat(node.problem()).isEmpty();
  }

  @Test
  void aServerThatNeverAnsweredIsAProblem() {
    NodeMetrics node = node(NONE, List.of());
    looks(node, 1);

    assertThat(node.hasAnswered()).isFalse();
    assertThat(node.problem().orElseThrow()).contains("nothing listens there");
  }

  @Test
  void whatTheLogReportsIsNotReportedTwice() {
    Set<ServerEventKind> logged = EnumSet.of(ServerEventKind.ELECTION, ServerEventKind.SLOW_APPLY);

    assertThat(looks(node(logged, List.of(shown(0, 0, 0), shown(1, 10, 0.03))), 2).counts())
        .containsOnlyKeys(ServerEventKind.GC_PAUSE);
  }

  @Test
  void syncsAreCountedOverLooksThatWereNotAnsweredAndOverRestarts() {
    Deque<Map<String, Double>> answers = new ArrayDeque<>();
    for (double writes : new double[] {200, -1, 300, 40, 60}) {
      answers.add(writes < 0 ? Map.of() : Map.of("writes", writes, "syncs", 5.0));
    }
    NodeMetrics node = new NodeMetrics("node-1", new Answers(answers), NONE);

    looks(node, 5);

    assertThat(node.disk()).contains(new DiskSyncs(160, 0));
  }
}
