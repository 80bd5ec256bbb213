package io.kvbench.runner.run.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.EventResult;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StepScheduleTest {
  private static final Instant STARTED = Instant.parse("2026-11-21T10:00:00Z");

  private final NanoClock clock = NanoClock.system();
  private final FakeNode one = new FakeNode("one", "follower");
  private final FakeNode two = new FakeNode("two", "leader");
  private final FakeNode three = new FakeNode("three", "follower");
  private final FaultNodes nodes = new FaultNodes(List.of(one, two, three), FaultMethods.own(), 1);

  @Test
  void theServerThatLeadsIsKilledAtItsTimeAndTheNextOneFound() throws Exception {
    long begin = clock.nanos();
    StepSchedule schedule = schedule(begin, "kill:leader@300ms");
    await(() -> two.done.contains("kill"));
    long killed = clock.nanos() - begin;
    three.role = "leader";
    await(() -> schedule.events().size() == 2);
    schedule.end();

    assertThat(schedule.done()).hasSize(1);
    StepSchedule.Done done = schedule.done().getFirst();
    assertThat(done.node()).isEqualTo("two");
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
    StepSchedule schedule = schedule(clock.nanos(), "kill:leader@1ms");
    Thread.sleep(300);
    assertThat(schedule.done()).isEmpty();
    three.role = "leader";
    await(() -> !schedule.done().isEmpty());
    schedule.end();

    assertThat(schedule.done().getFirst().node()).isEqualTo("three");
    assertThat(schedule.done().getFirst().when().beginNanos())
        .isGreaterThanOrEqualTo(Duration.ofMillis(299).toNanos());
  }

  @Test
  void killedServersAreStartedAgainAndPausedOnesLetGoOn() throws Exception {
    StepSchedule schedule =
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
    StepSchedule schedule = schedule(clock.nanos(), "pause:follower@1ms");
    await(() -> !schedule.done().isEmpty());
    schedule.end();

    assertThat(schedule.done().getFirst().node()).isIn("one", "three");
    assertThat(Stream.of(one, three).flatMap(node -> node.done.stream()))
        .containsExactly("pause", "resume");
  }

  @Test
  void whatCannotBeDoneIsPutOnRecordAndEndsNothing() throws Exception {
    StepSchedule schedule =
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

  @Test
  void aFaultIsUndoneAndRepeatedUntilThePhaseEnds() throws Exception {
    StepSchedule schedule = schedule(clock.nanos(), "pause:node1@1ms/every=200ms/for=20ms");
    await(() -> one.done.size() >= 5);
    schedule.end();

    List<StepSchedule.Done> done = schedule.done();
    assertThat(one.done.subList(0, 5))
        .containsExactly("pause", "resume", "pause", "resume", "pause");
    assertThat(one.done).endsWith("resume");
    assertThat(done.get(1).when().beginNanos() - done.get(0).when().endNanos())
        .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
    assertThat(done.get(2).when().beginNanos())
        .isGreaterThanOrEqualTo(Duration.ofMillis(201).toNanos());
    assertThat(schedule.events())
        .extracting(EventResult::message)
        .contains(
            "one resumed (pause:node1@1ms/every=200ms/for=20ms)",
            "follower one paused (pause:node1@1ms/every=200ms/for=20ms)")
        .noneMatch(message -> message.contains("not carried out"));
  }

  @Test
  void aServerThatWasKilledForAWhileIsStartedAgainAtTheLatestAtTheEnd() throws Exception {
    StepSchedule schedule = schedule(clock.nanos(), "kill:node3@1ms/for=1h", "kill:one@1ms");
    await(() -> schedule.done().size() == 2);
    schedule.end();

    assertThat(three.done).containsExactly("kill", "restart");
    assertThat(one.done).containsExactly("kill");
    assertThat(nodes.killed()).containsExactly("one");
  }

  @Test
  void aLeaderThatHasCeasedToAnswerGivesWayToTheNextOne() throws Exception {
    FaultNodes asked = new FaultNodes(List.of(two, three), FaultMethods.own(), 1);
    asked.ask();
    await(() -> asked.leader().equals(Optional.of(two)));
    two.role = "unknown";
    three.role = "leader";
    await(
        () -> {
          asked.ask();
          return asked.leader().equals(Optional.of(three));
        });
  }

  @Test
  void aCommandIsWaitedForAtTheEndAndWhatItDidIsUndone(@TempDir Path directory) throws Exception {
    Path begun = directory.resolve("begun");
    Path go = directory.resolve("go");
    Path log = directory.resolve("log");
    FaultNodes commanded =
        commanded(
            "fault.command.pause",
            "sh -c 'touch %s; until [ -e %s ]; do sleep 0.1; done; echo pause >>%s'"
                .formatted(begun, go, log),
            "fault.command.resume",
            "sh -c 'echo resume >>" + log + "'");
    StepSchedule schedule = schedule(commanded, "pause:node1@1ms");
    await(() -> Files.exists(begun));
    Thread later =
        Thread.ofPlatform()
            .start(
                () -> {
                  LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
                  assertThat(go.toFile().mkdir()).isTrue();
                });
    schedule.end(Duration.ofMillis(1));
    later.join();

    assertThat(log).hasContent("pause\nresume");
    assertThat(schedule.done()).hasSize(1);
    assertThat(schedule.events()).noneMatch(event -> event.kind().equals(EventResult.NOT_DONE));
  }

  @Test
  void whatNoCommandUndoesIsPutOnRecord() throws Exception {
    FaultNodes commanded =
        commanded("fault.command.skewclock", "true", "fault.command.cut", "true");
    StepSchedule schedule = schedule(commanded, "skewclock:node1@1ms", "cut:node2@2ms");
    await(() -> schedule.done().size() == 2);
    schedule.end();

    assertThat(schedule.events())
        .filteredOn(event -> event.kind().equals(EventResult.NOT_DONE))
        .extracting(EventResult::message)
        .containsExactly(
            "heal:two was not carried out at the end: set fault.command.heal to a command",
            "setclock:one was not carried out at the end: set fault.command.setclock to a command");
  }

  private FaultNodes commanded(String... namesAndCommands) throws ClusterException {
    Assignments assignments = new Assignments();
    for (int index = 0; index < namesAndCommands.length; index += 2) {
      assignments.add(namesAndCommands[index], namesAndCommands[index + 1], Origin.of("-p"));
    }
    List<ClusterNode> servers = List.of(one, two, three);
    Settings settings = Settings.resolve(assignments, FaultSettings.all(), new Problems());
    return new FaultNodes(servers, FaultMethods.of(settings, new FakeCluster(servers)), 1);
  }

  /** A cluster of servers that kvbench did not start. */
  private record FakeCluster(List<ClusterNode> nodes) implements Cluster {
    @Override
    public String kind() {
      return "external";
    }

    @Override
    public String description() {
      return "servers of a test";
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }

  @Test
  void allMeansThoseThatItCanBeDoneTo() throws Exception {
    StepSchedule schedule =
        schedule(
            clock.nanos(), "kill:two@1ms", "pause:all@2ms", "resume:node1@3ms", "resume:all@4ms");
    await(() -> schedule.done().size() == 4);
    schedule.end();

    assertThat(schedule.done())
        .extracting(StepSchedule.Done::node)
        .containsExactly("two", "one, three", "one", "three");
    assertThat(schedule.events()).hasSize(5);
    assertThat(one.done).containsExactly("pause", "resume");
    assertThat(two.done).containsExactly("kill");
    assertThat(three.done).containsExactly("pause", "resume");
  }

  @Test
  void randomServersAreTheSameWithTheSameSeed() throws Exception {
    List<List<String>> runs =
        List.of(randomTargets(7), randomTargets(7), randomTargets(8), randomTargets(9));

    assertThat(runs.get(0)).isEqualTo(runs.get(1));
    assertThat(runs)
        .satisfiesAnyOf(
            all -> assertThat(all.get(0)).isNotEqualTo(all.get(2)),
            all -> assertThat(all.get(0)).isNotEqualTo(all.get(3)));
    assertThat(runs.stream().flatMap(List::stream)).contains("one", "two", "three");
  }

  private List<String> randomTargets(long seed) throws Exception {
    FaultNodes drawn = new FaultNodes(List.of(one, two, three), FaultMethods.own(), seed);
    Fault fault = Fault.parse("pause:random@1s/every=1s/for=10ms");
    List<String> names = new ArrayList<>();
    for (int occurrence = 0; occurrence < 12; occurrence++) {
      names.add(drawn.targets(fault, occurrence).getFirst().name());
    }
    return names;
  }

  private StepSchedule schedule(long begin, String... faults) {
    return schedule(nodes, begin, faults);
  }

  private StepSchedule schedule(FaultNodes servers, String... faults) {
    return schedule(servers, clock.nanos(), faults);
  }

  private StepSchedule schedule(FaultNodes servers, long begin, String... faults) {
    StepSchedule schedule =
        new StepSchedule(
            Stream.of(faults).map(Fault::parse).toList(), servers, clock, begin, STARTED);
    schedule.start();
    return schedule;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }
}
