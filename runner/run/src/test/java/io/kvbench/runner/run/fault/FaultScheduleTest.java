package io.kvbench.runner.run.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.result.EventResult;
import io.kvbench.runner.cluster.ClusterException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FaultScheduleTest {
  private static final Instant STARTED = Instant.parse("2026-11-21T10:00:00Z");

  private final NanoClock clock = NanoClock.system();
  private final FakeNode one = new FakeNode("one", "follower");
  private final FakeNode two = new FakeNode("two", "leader");
  private final FakeNode three = new FakeNode("three", "follower");
  private final FaultNodes nodes = new FaultNodes(List.of(one, two, three));

  @Test
  void theServerThatLeadsIsKilledAtItsTimeAndTheNextOneFound() throws Exception {
    long begin = clock.nanos();
    FaultSchedule schedule = schedule(begin, "kill:leader@300ms");
    await(() -> two.done.contains("kill"));
    long killed = clock.nanos() - begin;
    three.role = "leader";
    await(() -> schedule.events().size() == 2);
    schedule.end();

    assertThat(schedule.done()).hasSize(1);
    FaultSchedule.Done done = schedule.done().getFirst();
    assertThat(done.node()).isSameAs(two);
    assertThat(done.role()).isEqualTo("leader");
    assertThat(done.when().beginNanos()).isBetween(Duration.ofMillis(300).toNanos(), killed);
    EventResult kill = schedule.events().getFirst();
    assertThat(kill.source()).isEqualTo("fault");
    assertThat(kill.kind()).isEqualTo("KILL");
    assertThat(kill.message()).isEqualTo("leader two killed (kill:leader@300ms)");
    assertThat(kill.at()).isEqualTo(STARTED.plusNanos(kill.phaseNanos()));
    EventResult leader = schedule.events().getLast();
    assertThat(leader.kind()).isEqualTo("LEADER");
    assertThat(leader.node()).contains("three");
    assertThat(nodes.killed()).containsExactly("two");
    assertThat(one.done).isEmpty();
    assertThat(three.done).isEmpty();
  }

  @Test
  void oneThatNobodyKnowsIsWaitedForAndTheRealTimeIsPutOnRecord() throws Exception {
    two.role = "unknown";
    FaultSchedule schedule = schedule(clock.nanos(), "kill:leader@1ms");
    Thread.sleep(300);
    assertThat(schedule.done()).isEmpty();
    three.role = "leader";
    await(() -> !schedule.done().isEmpty());
    schedule.end();

    assertThat(schedule.done().getFirst().node()).isSameAs(three);
    assertThat(schedule.done().getFirst().when().beginNanos())
        .isGreaterThanOrEqualTo(Duration.ofMillis(299).toNanos());
  }

  @Test
  void killedServersAreStartedAgainAndPausedOnesLetGoOn() throws Exception {
    FaultSchedule schedule =
        schedule(
            clock.nanos(),
            "kill:leader@1ms",
            "pause:one@2ms",
            "restart:killed@3ms",
            "resume:paused@4ms");
    await(() -> schedule.done().size() == 4);
    schedule.end();

    assertThat(two.done).containsExactly("kill", "restart");
    assertThat(one.done).containsExactly("pause", "resume");
    assertThat(nodes.killed()).isEmpty();
  }

  @Test
  void whatIsStillPausedInTheEndIsLetGoOn() throws Exception {
    FaultSchedule schedule = schedule(clock.nanos(), "pause:follower@1ms");
    await(() -> !schedule.done().isEmpty());
    schedule.end();

    FakeNode paused = (FakeNode) schedule.done().getFirst().node();
    assertThat(List.of(one, three)).contains(paused);
    assertThat(paused.done).containsExactly("pause", "resume");
  }

  @Test
  void whatCannotBeDoneIsPutOnRecordAndEndsNothing() throws Exception {
    FaultSchedule schedule =
        schedule(clock.nanos(), "resume:one@1ms", "kill:one@2ms", "kill:one@3ms", "kill:three@1h");
    await(() -> schedule.events().size() == 3);
    schedule.end();

    assertThat(one.done).containsExactly("kill");
    assertThat(three.done).isEmpty();
    assertThat(schedule.events())
        .filteredOn(event -> event.kind().equals(EventResult.NOT_DONE))
        .extracting(EventResult::message)
        .containsExactly(
            "resume:one@1ms was not carried out: one was running at that time",
            "kill:one@3ms was not carried out: one was killed at that time",
            "kill:three@1h was not carried out: the run phase ended first");
  }

  @Test
  void aServerOfAnotherNameIsRefusedBeforeAnythingIsDone() {
    assertThatThrownBy(() -> nodes.check(List.of(Fault.parse("kill:four@1s"))))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("one, two, three");
  }

  private FaultSchedule schedule(long begin, String... faults) {
    FaultSchedule schedule =
        new FaultSchedule(
            Stream.of(faults).map(Fault::parse).toList(), nodes, clock, begin, STARTED);
    schedule.start();
    return schedule;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }
}
