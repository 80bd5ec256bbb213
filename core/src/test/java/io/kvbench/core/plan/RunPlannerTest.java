package io.kvbench.core.plan;

import static io.kvbench.core.plan.Planned.READS;
import static io.kvbench.core.plan.Planned.WRITES;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.OwnConnections;
import io.kvbench.core.binding.SystemDescriptor;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunPlannerTest {
  private static final SystemDescriptor EXCLUSIVE =
      new SystemDescriptor(
          "store",
          "Store",
          EnumSet.allOf(Capability.class),
          Map.of(),
          List.of(),
          false,
          true,
          false);

  private static final String LOAD = "dotransactions=false\n";
  private static final String RUN = "dotransactions=true\n";
  private static final String HUNDRED = "operationcount=100\n";

  @Test
  void aWorkloadThatReadsIsLoadedIfTheStoreIsEmptyAndThenRun() {
    Planned planned = Planned.of(READS + HUNDRED);

    assertThat(planned.phases()).containsExactly(PhaseName.LOAD, PhaseName.RUN);
    assertThat(planned.phase(PhaseName.LOAD).requests()).isEqualTo(1000);
    assertThat(planned.phase(PhaseName.LOAD).onlyIfStoreIsEmpty()).isTrue();
    assertThat(planned.phase(PhaseName.RUN).requests()).isEqualTo(100);
    assertThat(planned.phase(PhaseName.RUN).onlyIfStoreIsEmpty()).isFalse();
  }

  @Test
  void aWorkloadThatOnlyWritesHasNoLoadPhase() {
    assertThat(Planned.of(WRITES + HUNDRED).phases()).containsExactly(PhaseName.RUN);
    assertThat(Planned.of("recordcount=1000\n" + WRITES + HUNDRED).phases())
        .containsExactly(PhaseName.RUN);
  }

  @Test
  void theLoadAloneIsLoadedWhateverIsInTheStore() {
    Planned planned = Planned.of(READS + LOAD);

    assertThat(planned.phases()).containsExactly(PhaseName.LOAD);
    assertThat(planned.phase(PhaseName.LOAD).requests()).isEqualTo(1000);
    assertThat(planned.phase(PhaseName.LOAD).duration()).isEmpty();
    assertThat(planned.phase(PhaseName.LOAD).onlyIfStoreIsEmpty()).isFalse();
  }

  @Test
  void theLoadAloneTakesThePartThatItIsGiven() {
    assertThat(
            Planned.of(READS + LOAD + "insertstart=200\ninsertcount=300\n")
                .phase(PhaseName.LOAD)
                .requests())
        .isEqualTo(300);
  }

  @Test
  void theLoadAloneNeedsRecords() {
    assertThat(Planned.of(WRITES + LOAD).problems())
        .singleElement()
        .asString()
        .contains("nothing to load")
        .contains("recordcount");
  }

  @Test
  void theRunAloneDoesNotLoad() {
    assertThat(Planned.of(READS + RUN + HUNDRED).phases()).containsExactly(PhaseName.RUN);
  }

  @Test
  void aRunEndsAfterANumberOfRequestsATimeOrWhicheverIsFirst() {
    PhasePlan counted = Planned.of(WRITES + HUNDRED).phase(PhaseName.RUN);
    PhasePlan timed = Planned.of(WRITES + "maxexecutiontime=60").phase(PhaseName.RUN);
    PhasePlan both = Planned.of(WRITES + HUNDRED + "maxexecutiontime=60").phase(PhaseName.RUN);

    assertThat(counted.requests()).isEqualTo(100);
    assertThat(counted.duration()).isEmpty();
    assertThat(timed.requests()).isEqualTo(PhasePlan.UNLIMITED);
    assertThat(timed.duration()).contains(Duration.ofMinutes(1));
    assertThat(both.requests()).isEqualTo(100);
    assertThat(both.duration()).contains(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "operationcount=0\n", "operationcount=0\nmaxexecutiontime=0\n"})
  void aRunWithoutAnEndIsAProblem(String limits) {
    assertThat(Planned.of(limits + WRITES).problems())
        .singleElement()
        .asString()
        .startsWith(limits.isEmpty() ? "operationcount: " : "w:1: ")
        .contains("operationcount")
        .contains("maxexecutiontime");
  }

  @Test
  void theLoadAloneHasItsOwnEnd() {
    assertThat(Planned.of(READS + LOAD + "maxexecutiontime=60").phase(PhaseName.LOAD).duration())
        .contains(Duration.ofMinutes(1));
  }

  @Test
  void aTargetIsAnOpenLoop() {
    Planned planned = Planned.of(READS + HUNDRED + "target=500\n");

    assertThat(planned.phase(PhaseName.RUN).loadModel())
        .isEqualTo(new LoadModel.OpenLoop(new ConstantRate(500)));
    assertThat(planned.phase(PhaseName.LOAD).loadModel()).isEqualTo(new LoadModel.ClosedLoop());
    assertThat(Planned.of(READS + LOAD + "target=500\n").phase(PhaseName.LOAD).loadModel())
        .isInstanceOf(LoadModel.OpenLoop.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "target=0\n"})
  void withoutATargetTheClientsSetThePace(String target) {
    assertThat(Planned.of(WRITES + HUNDRED + target).phase(PhaseName.RUN).loadModel())
        .isEqualTo(new LoadModel.ClosedLoop());
  }

  @Test
  void aWarmupComesBetweenLoadAndRun() {
    Planned planned = Planned.of(READS + HUNDRED + "warmupcount=7\ntarget=500\n");

    assertThat(planned.phases()).containsExactly(PhaseName.LOAD, PhaseName.WARMUP, PhaseName.RUN);
    PhasePlan warmup = planned.phase(PhaseName.WARMUP);
    assertThat(warmup.requests()).isEqualTo(7);
    assertThat(warmup.duration()).isEmpty();
    assertThat(warmup.loadModel()).isInstanceOf(LoadModel.OpenLoop.class);
  }

  @Test
  void aWarmupIsLimitedByTimeToo() {
    PhasePlan timed = Planned.of(WRITES + HUNDRED + "warmuptime=2s").phase(PhaseName.WARMUP);
    PhasePlan both =
        Planned.of(WRITES + HUNDRED + "warmuptime=2s\nwarmupcount=7").phase(PhaseName.WARMUP);

    assertThat(timed.requests()).isEqualTo(PhasePlan.UNLIMITED);
    assertThat(timed.duration()).contains(Duration.ofSeconds(2));
    assertThat(both.requests()).isEqualTo(7);
    assertThat(both.duration()).contains(Duration.ofSeconds(2));
  }

  @Test
  void aWarmupOfNothingIsNone() {
    assertThat(Planned.of(WRITES + HUNDRED + "warmupcount=0\nwarmuptime=0s").phases())
        .containsExactly(PhaseName.RUN);
    assertThat(Planned.of(READS + LOAD + "warmupcount=5").phases()).containsExactly(PhaseName.LOAD);
  }

  @Test
  void theClientsOfAnOpenLoopMayBecomeMore() {
    String open = READS + HUNDRED + "target=50\n";

    assertThat(most(open)).isEqualTo(10_000);
    assertThat(most(open + "clients=20000")).isEqualTo(20_000);
    assertThat(most(open + "clients=5\nclients.max=7")).isEqualTo(7);
    assertThat(most(open + "clients=5\nclients.max=5")).isEqualTo(5);
    assertThat(most(READS + HUNDRED + "clients=5")).as("a closed loop").isEqualTo(5);
    assertThat(most(open + "clients=5\nclients.initial=2")).isEqualTo(5);
    assertThat(most(open + "lockproportion=1\nclients=5"))
        .as("their number is part of the load")
        .isEqualTo(5);
    assertThat(Planned.of(open + "clientsteps=5,6").get().phases())
        .allMatch(phase -> phase.maxClients() == phase.clients());
    assertThat(Planned.of(open + "warmupcount=10").get().phases())
        .filteredOn(phase -> phase.name() != PhaseName.LOAD)
        .hasSize(2)
        .allMatch(phase -> phase.maxClients() == 10_000);
    assertThat(Planned.of(open + "clients=5\nclients.max=4").problems())
        .singleElement()
        .asString()
        .contains("clients.max=4 is less than clients=5");
  }

  @ParameterizedTest
  @CsvSource({
    "'', closed loop",
    "dotransactions=false;target=5, load phase",
    "target=50;clientsteps=5@ 6, clientsteps",
    "target=50;clients.initial=2, clients.initial",
    "target=50;lockproportion=1, locks or leases"
  })
  void whereClientsStayTheirMaximumHasNoEffect(String lines, String reason) {
    String all = READS + HUNDRED + "clients=5\nclients.max=7\n" + lines.replace(";", "\n");

    assertThat(Planned.of(all.replace('@', ',')).get().notes())
        .filteredOn(note -> note.contains("clients.max (w:6)"))
        .singleElement()
        .asString()
        .startsWith("No effect: ")
        .contains(reason);
  }

  @Test
  void connectionsOfOneRequestBecomeMoreWithTheirClients() {
    String open = READS + HUNDRED + "target=50\nclients=12\n";
    SystemDescriptor growing = EXCLUSIVE.growing(30);

    RunPlan plan = Planned.of(growing, open + "connections=3").get();
    PhasePlan run = plan.phases().getLast();
    assertThat(run.maxClients()).isEqualTo(30);
    assertThat(plan.connections(run)).isEqualTo(12);
    assertThat(plan.maxConnections(run)).isEqualTo(30);
    assertThat(plan.maxConnections(plan.phases().getFirst())).as("the load").isEqualTo(12);

    RunPlan set = Planned.of(growing, open + "clients.max=99").get();
    assertThat(set.maxConnections(set.phases().getLast())).isEqualTo(99);
    assertThat(set.withUnknownConnections().phases())
        .as("of a binding that was opened before")
        .allMatch(phase -> phase.maxClients() == 12);
    assertThat(Planned.of(growing, open + "clients=50").get().phases().getLast().maxClients())
        .isEqualTo(50);

    RunPlan capped = Planned.of(growing, open + "clients.max=20", "connections=5").get();
    assertThat(capped.phases().getLast().maxClients()).isEqualTo(12);
    assertThat(capped.notes()).anyMatch(note -> note.contains("connections=5 limits them"));
    RunPlan fixed = Planned.of(EXCLUSIVE, open + "clients.max=20").get();
    assertThat(fixed.phases().getLast().maxClients()).isEqualTo(12);
    assertThat(fixed.notes()).anyMatch(note -> note.contains("none is opened during a run"));
  }

  private static int most(String lines) {
    return Planned.of(lines).get().phases().getLast().maxClients();
  }

  @Test
  void everyPhaseHasAllClients() {
    assertThat(Planned.of(READS + HUNDRED + "warmupcount=7\nthreadcount=12").get().phases())
        .hasSize(3)
        .allMatch(phase -> phase.clients() == 12);
  }

  private static RunPlan opening(OwnConnections each, Capability of, String lines) {
    SystemDescriptor system = Planned.system(EnumSet.allOf(Capability.class), Map.of());
    return Planned.of(
            system.opening(each, of),
            "recordcount=1000\nreadproportion=0\nupdateproportion=0\n" + lines)
        .get();
  }

  private static long own(OwnConnections each, Capability of, String lines) {
    RunPlan plan = opening(each, of, HUNDRED + lines);
    return plan.phases().stream()
        .filter(phase -> phase.name() == PhaseName.RUN)
        .mapToLong(plan::ownConnections)
        .sum();
  }

  @Test
  void connectionsOfClientsAndWatchersThemselvesAreCounted() {
    String locks = "clients=7\nlockproportion=1";
    assertThat(own(OwnConnections.PER_CLIENT, Capability.LOCK, locks)).isEqualTo(7);
    assertThat(own(OwnConnections.PER_CLIENT, Capability.ELECTION, locks)).isZero();
    assertThat(
            own(
                OwnConnections.PER_LEASE,
                Capability.LEASE,
                "clients=7\nleasekeepaliveproportion=1\nleases=500"))
        .isEqualTo(500);
    assertThat(
            own(OwnConnections.PER_LEASE, Capability.LEASE, "clients=7\nleaseexpiryproportion=1"))
        .isEqualTo(7);
    String watchers =
        "watchedupdateproportion=1\nwatch.keys=10\nwatch.watchers=50\nwatch.streams=3";
    assertThat(own(OwnConnections.PER_STREAM, Capability.WATCHER, watchers)).isEqualTo(3);
    assertThat(own(OwnConnections.PER_WATCHER, Capability.WATCHER, watchers)).isEqualTo(500);
    assertThat(own(OwnConnections.PER_HUNDRED_WATCHERS, Capability.WATCHER, watchers)).isEqualTo(6);
  }

  @Test
  void connectionsBesidesThoseThatWereAskedForAreNoted() {
    RunPlan plan =
        opening(
            OwnConnections.PER_CLIENT,
            Capability.LOCK,
            HUNDRED + "clients=7\nlockproportion=1\nconnections=2");

    assertThat(plan.notes())
        .contains(
            "Store takes up to 7 more connections besides connections=2, for locks, leases or watchers of their own.");
    assertThat(
            plan.phases().stream()
                .filter(phase -> phase.name() == PhaseName.LOAD)
                .mapToLong(plan::ownConnections))
        .containsExactly(0L);
  }

  @Test
  void whereClientsWouldWaitForEachOtherEachHasItsConnection() {
    RunPlan plan = Planned.of(EXCLUSIVE, WRITES + HUNDRED + "clients=12").get();
    assertThat(plan.connections()).isEqualTo(12);
    assertThat(plan.notes()).isEmpty();

    RunPlan other = Planned.of(EXCLUSIVE, WRITES + HUNDRED + "clients=12\nconnections=5").get();
    assertThat(other.connections()).isEqualTo(12);
    assertThat(other.notes())
        .singleElement()
        .asString()
        .contains("connections=5 of w:6 is ignored", "each of the 12 clients has its own")
        .contains("Pass connections=5 on the command line");

    RunPlan fewer =
        Planned.of(EXCLUSIVE, WRITES + HUNDRED + "clients=12\nconnections=5", "connections=5")
            .get();
    assertThat(fewer.connections()).isEqualTo(5);
    assertThat(fewer.notes())
        .singleElement()
        .asString()
        .contains("connections=5 for clients=12", "one request in flight at a time");

    RunPlan enough = Planned.of(EXCLUSIVE, WRITES + HUNDRED + "clients=12\nconnections=20").get();
    assertThat(enough.connections()).isEqualTo(12);
    assertThat(enough.notes()).isEmpty();
    assertThat(Planned.of(WRITES + HUNDRED + "clients=12").get().connections()).isEqualTo(1);
  }

  @Test
  void theRestOfThePlanIsWhatTheSettingsSay() {
    RunPlan plan =
        Planned.of(
                WRITES
                    + HUNDRED
                    + """
                    clients=8
                    connections=3
                    connect.timeout=1s
                    drain.timeout=2s
                    unavailable.timeout=3s
                    endpoints=a:1, b:2
                    """)
            .get();

    assertThat(plan.workloadName()).isEqualTo("w");
    assertThat(plan.system().name()).isEqualTo("store");
    assertThat(plan.connections()).isEqualTo(3);
    assertThat(plan.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(plan.drainTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(plan.unavailableTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(plan.endpoints()).containsExactly("a:1", "b:2");
    assertThat(plan.settings().get(RunSettings.CLIENTS)).isEqualTo(8);
    assertThat(plan.notes()).isEmpty();
  }

  @Test
  void notesTellOfWhatHasNoEffect() {
    assertThat(Planned.of(WRITES + HUNDRED + "clients=2\nconnections=3\ntable=t").get().notes())
        .satisfiesExactly(
            unused -> assertThat(unused).contains("table"),
            connections -> assertThat(connections).contains("connections=3", "clients=2"));
    assertThat(Planned.of(WRITES + HUNDRED + "clients=3\nconnections=3").get().notes()).isEmpty();
  }

  @Test
  void problemsOfEveryPartAreToldTogether() {
    assertThat(Planned.of(WRITES + "clents=3\nclients=0").problems())
        .satisfiesExactly(
            unknown -> assertThat(unknown).startsWith("w:4: unknown property 'clents'"),
            invalid -> assertThat(invalid).startsWith("w:5: invalid value clients=0"),
            endless -> assertThat(endless).startsWith("operationcount: "));
  }

  @Test
  void theCountsOfWarmupAndRunMayBeAsLargeAsTheyGet() {
    String most = Long.toString(Long.MAX_VALUE - 1);

    Planned planned = Planned.of(READS + "operationcount=" + most + "\nwarmupcount=" + most);

    assertThat(planned.phase(PhaseName.RUN).requests()).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(planned.phase(PhaseName.WARMUP).requests()).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  void insertsWithoutAnEndNeedKeysWithRoomForThem() {
    String most = Long.toString(Long.MAX_VALUE - 1);

    assertThat(Planned.of(WRITES + "recordcount=5\nkeysize=8\noperationcount=" + most).problems())
        .singleElement()
        .asString()
        .startsWith("w:5: keysize=8 is too small");
    assertThat(Planned.of(WRITES + "keysize=8\nwarmupcount=9\noperationcount=" + most).problems())
        .singleElement()
        .asString()
        .startsWith("w:4: keysize=8 is too small");
  }

  /** The number of inserts is unknown: 10 million a second are enough. */
  @Test
  void keysKeepTheirSizeWhereTimeLimitsTheInserts() {
    assertThat(Planned.of(WRITES + "keysize=8\nmaxexecutiontime=60").problems())
        .singleElement()
        .asString()
        .startsWith("w:4: keysize=8 is too small")
        .contains("9 digits");
    assertThat(Planned.of(WRITES + "keysize=8\noperationcount=9\nwarmuptime=60s").problems())
        .singleElement()
        .asString()
        .contains("9 digits");
    assertThat(Planned.of(WRITES + "keysize=9\nmaxexecutiontime=60").problems()).isEmpty();
    assertThat(Planned.of(READS + "keysize=8\nmaxexecutiontime=60").problems()).isEmpty();
  }

  /** Added clients leave numbers out. */
  @Test
  void keysKeepTheirSizeWhenClientsAreAdded() {
    String some = WRITES + "keysize=5\noperationcount=20000\nclients=5\n";

    assertThat(Planned.of(some).problems()).isEmpty();
    assertThat(Planned.of(some + "target=100\nclients.max=5").problems()).isEmpty();
    assertThat(Planned.of(some + "target=100").problems())
        .singleElement()
        .asString()
        .startsWith("w:4: keysize=5 is too small for inserts of clients that are added")
        .contains("6 digits; set keysize to 6 or more, or clients.max to the value of clients.");
    assertThat(Planned.of(some + "target=100\nkeysize=6").problems()).isEmpty();
  }
}
