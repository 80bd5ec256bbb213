package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceWriter;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import io.kvbench.core.trace.Traces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the plan of a replay: its phases and clients, and the reasons for not having one. */
class ReplayPlannerTest {
  private static final SystemDescriptor ALL =
      Planned.system(EnumSet.allOf(Capability.class), Map.of());

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void record() throws Exception {
    file = directory.resolve("trace.kvt");
    try (TraceWriter writer = Traces.writer(file)) {
      for (String name : List.of("one", "two")) {
        SessionTrace session = writer.session(name);
        SessionTrace.Ongoing first = session.begin(Traces.read("r"), 0);
        SessionTrace.Ongoing second = session.begin(Traces.update("u", 50), 1_000_000);
        session.end(first, Outcome.OK, 20, 1_500_000);
        session.end(second, Outcome.OK, TracedPart.NONE, 1_600_000);
        session.end(
            session.begin(
                TracedRequest.write(OperationType.COMPARE_AND_SET, Key.of("u"), 5), 2_000_000),
            Outcome.OK,
            TracedPart.NONE,
            2_000_001);
      }
      writer.ignored("getChildren");
    }
  }

  private Planned planned(SystemDescriptor system, String... more) {
    return Planned.of(system, "trace=" + file + "\n", more);
  }

  @Test
  void theRecordsAreLoadedAndTheSessionsHaveTheirClients() {
    Planned planned = planned(ALL);

    assertThat(planned.phases()).containsExactly(PhaseName.LOAD, PhaseName.RUN);
    PhasePlan load = planned.phase(PhaseName.LOAD);
    assertThat(load.requests()).isEqualTo(2);
    assertThat(load.onlyIfStoreIsEmpty()).isTrue();
    PhasePlan run = planned.phase(PhaseName.RUN);
    assertThat(run.clients()).isEqualTo(4);
    assertThat(run.requests()).isEqualTo(6);
    assertThat(run.loadModel()).hasToString("open loop, as recorded");
    assertThat(run.offeredPerSecond().orElseThrow()).isBetween(2.5, 3.5);
    assertThat(planned.get().connections()).isEqualTo(2);
    assertThat(planned.get().workload().operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.UPDATE);
    assertThat(planned.get().notes())
        .anyMatch(note -> note.startsWith("replays trace.kvt: read 2, update 2, compare and set 2"))
        .anyMatch(note -> note.startsWith("2 compare-and-sets are replayed as updates"))
        .anyMatch(note -> note.endsWith("that a trace cannot hold: getChildren 1×."));
  }

  @Test
  void onlySettingsThatTheTraceDecidesAreWithoutEffect() {
    assertThat(planned(ALL, "trace.speed=2", "trace.inflight=1", "seed=7").get().notes())
        .noneMatch(note -> note.startsWith("No effect"));
    assertThat(planned(ALL, "valuesize=5").get().notes())
        .filteredOn(note -> note.startsWith("No effect"))
        .singleElement()
        .asString()
        .startsWith("No effect: valuesize (")
        .doesNotContain(",")
        .endsWith("): the trace decides which requests are sent.");
  }

  @Test
  void withoutTimesClientsSendAsSoonAsTheyMay() {
    assertThat(planned(ALL, "trace.speed=0").phase(PhaseName.RUN).loadModel())
        .isEqualTo(new LoadModel.ClosedLoop());
    assertThat(planned(ALL, "trace.speed=2.5").phase(PhaseName.RUN).loadModel())
        .hasToString("open loop, as recorded, 2.5 times as fast");
  }

  @Test
  void oneOfThePhasesIsEnough() {
    assertThat(planned(ALL, "dotransactions=true").phases()).containsExactly(PhaseName.RUN);
    assertThat(planned(ALL, "dotransactions=false").phases()).containsExactly(PhaseName.LOAD);
  }

  @Test
  void updatesNeedNoRecordWhereTheyCreateOne() {
    SystemDescriptor blind =
        new SystemDescriptor(
            "store",
            "Store",
            EnumSet.allOf(Capability.class),
            Map.of(),
            List.of(),
            false,
            false,
            true);

    assertThat(planned(blind).phase(PhaseName.LOAD).requests()).isEqualTo(1);
  }

  @Test
  void whatTheSystemLacksIsRefusedOrSkipped() {
    SystemDescriptor reading =
        ALL.lacking("it only reads.", Capability.UPDATE, Capability.COMPARE_AND_SET);

    assertThat(planned(reading).problems())
        .hasSize(2)
        .allMatch(problem -> problem.contains("Store does not support updates"))
        .allMatch(problem -> problem.contains("set trace.unsupported=skip"));
    Planned skipping = planned(reading, "trace.unsupported=skip");
    assertThat(skipping.phase(PhaseName.RUN).requests()).isEqualTo(2);
    assertThat(skipping.get().notes())
        .anyMatch(note -> note.startsWith("4 operations are left out"));
    assertThat(
            planned(
                    ALL.lacking("", Capability.UPDATE, Capability.READ_DEFAULT),
                    "trace.unsupported=skip")
                .problems())
        .singleElement()
        .asString()
        .contains("Store supports no operation of the trace");
  }

  @Test
  void readsThatAreFresherThanTheSystemHasAreRefused() throws Exception {
    Files.delete(file);
    try (TraceWriter writer = Traces.writer(file)) {
      SessionTrace session = writer.session("one");
      session.end(
          session.begin(TracedRequest.read(Key.of("k"), ReadConsistency.STALE), 0),
          Outcome.OK,
          1,
          1);
    }
    SystemDescriptor fresh = ALL.lacking("", Capability.READ_STALE);

    assertThat(planned(fresh).problems()).singleElement().asString().contains("stale reads");
    assertThat(planned(fresh, "readconsistency=default").phase(PhaseName.RUN).requests())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "target=10",
        "arrivals=poisson",
        "thinktime=1s",
        "warmuptime=5s",
        "warmupcount=5",
        "clientsteps=1,2",
        "clients.initial=1",
        "target.stages=100 for 10s",
        "target.amplitude=10",
        "target.period=10s",
        "target.trace=rates.csv",
        "dataintegrity=true",
        "check=true"
      })
  void whatTheTraceDecidesCannotBeSet(String setting) {
    assertThat(planned(ALL, setting).problems())
        .anyMatch(problem -> problem.contains("cannot be combined with trace"));
  }

  @Test
  void agentsCannotShareATrace() {
    assertThat(Planned.inParts(2, ALL, "trace=" + file + "\n").problems())
        .anyMatch(problem -> problem.contains("trace cannot be divided between agents"));
  }

  @Test
  void theMixOfAWorkloadFileHasNoEffectAndIsNamed() {
    Planned planned =
        Planned.of(ALL, "trace=" + file + "\nrecordcount=5\nreadproportion=1\noperationcount=7\n");

    assertThat(planned.phase(PhaseName.RUN).requests()).isEqualTo(6);
    assertThat(planned.get().notes())
        .anyMatch(
            note ->
                note.startsWith("No effect: ")
                    && List.of("recordcount", "readproportion", "operationcount").stream()
                        .allMatch(note::contains));
  }

  @Test
  void aDamagedTraceIsReplayedUpToTheDamageAndThatIsSaid() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));

    assertThat(planned(ALL).get().notes())
        .anyMatch(note -> note.startsWith("trace.kvt is cut off or damaged at byte "));
  }
}
