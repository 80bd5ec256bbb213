package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.OperationType;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixPlannerTest {
  private static final String BASE = "recordcount=1000\nmaxexecutiontime=30\n"; // two lines
  private static final String READERS = "mix.readers.readproportion=1\nmix.readers.clients=20\n";
  private static final String WRITERS =
      "mix.writers.updateproportion=3\nmix.writers.insertproportion=1\nmix.writers.target=100\n";

  @Test
  void eachMixHasItsClientsAndItsPace() {
    PhasePlan run = Planned.of(BASE + "clients=5\n" + READERS + WRITERS).phase(PhaseName.RUN);

    assertThat(run.clients()).isEqualTo(25);
    assertThat(run.duration()).hasValue(Duration.ofSeconds(30));
    assertThat(run.loadModel())
        .hasToString(
            "side by side, readers: 20 clients, closed loop; writers: 5 clients, open loop, constant"
                + " 100/s");
    assertThat(run.offeredPerSecond()).hasValue(100);
    assertThat(run.offeredPerSecond(0, 1_000_000_000)).hasValue(100);
  }

  @Test
  void aMixThatSetsAProportionHasNoOthers() {
    Planned planned = Planned.of(BASE + READERS + WRITERS);

    assertThat(planned.get().workload().operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.UPDATE, OperationType.INSERT);
    // By clients, since one of them has no rate: twenty read, and one writes.
    Map<OperationType, Double> shares = planned.get().workload().mix(false);
    assertThat(shares.get(OperationType.READ)).isCloseTo(20 / 21.0, within(1e-9));
    assertThat(shares.get(OperationType.UPDATE)).isCloseTo(0.75 / 21, within(1e-9));
  }

  /** A mix whose rate begins at 0 has requests nevertheless. */
  @Test
  void mixesCountByTheirMeanRates() {
    Planned planned =
        Planned.of(
            """
            recordcount=9
            maxexecutiontime=10
            mix.a.readproportion=1
            mix.a.target=100
            mix.b.updateproportion=1
            mix.b.arrivals=stages
            mix.b.target.stages=0..600 for 10s
            """);

    assertThat(planned.get().workload().mix(false).get(OperationType.READ))
        .isCloseTo(0.25, within(1e-9));
  }

  @Test
  void whatAMixDoesNotSetIsAsForTheRun() {
    PhasePlan run =
        Planned.of(
                """
                recordcount=9
                target=50
                operationcount=100
                mix.a.clients=2
                mix.b.operationcount=30
                mix.b.target=5
                """)
            .phase(PhaseName.RUN);

    assertThat(run.requests()).isEqualTo(130);
    assertThat(run.duration()).isEmpty();
    assertThat(run.loadModel())
        .hasToString(
            "side by side, a: 2 clients, open loop, constant 50/s; b: 1 clients, open loop, constant"
                + " 5/s");
  }

  @Test
  void theRunLastsAsLongAsItsLongestMix() {
    PhasePlan run =
        Planned.of(
                """
                recordcount=9
                mix.a.arrivals=stages
                mix.a.target.stages=5 for 20s
                mix.b.arrivals=stages
                mix.b.target.stages=0 for 5s, 9 for 5s
                """)
            .phase(PhaseName.RUN);

    assertThat(run.duration()).hasValue(Duration.ofSeconds(20));
    assertThat(run.requests()).isEqualTo(PhasePlan.UNLIMITED);
    assertThat(run.offeredPerSecond(15_000_000_000L, 16_000_000_000L)).hasValue(5);
    assertThat(run.offeredPerSecond(6_000_000_000L, 7_000_000_000L)).hasValue(14);
    // The second mix has ended by then.
    assertThat(run.dueBy(15_000_000_000L)).isEqualTo(75 + 45);
  }

  @Test
  void mixesWithPoissonArrivalsHaveDifferentOnes() {
    Planned planned =
        Planned.of(
            BASE + "arrivals=poisson\ntarget=100\nmix.a.readproportion=1\nmix.b.clients=2\n");

    assertThat(planned.phase(PhaseName.RUN).lanes())
        .extracting(lane -> lane.phase().loadModel())
        .allSatisfy(model -> assertThat(model).hasToString("open loop, Poisson 100/s"))
        .extracting(model -> ((LoadModel.OpenLoop) model).arrivals().startNanos(9))
        .doesNotHaveDuplicates();
  }

  @Test
  void eachMixWithARateHasAPoolOfClients() {
    String mixes =
        BASE
            + "clients=3\nmix.a.target=50\nmix.b.thinktime=1ms\nmix.c.target=5\nmix.c.clients.max=7\n";
    PhasePlan run = Planned.of(mixes).phase(PhaseName.RUN);

    assertThat(run.lanes())
        .extracting(lane -> lane.phase().maxClients())
        .containsExactly(10_000, 3, 7);
    assertThat(run.clients()).isEqualTo(9);
    assertThat(run.maxClients()).isEqualTo(10_010);
    LoadModel.SideBySide all = (LoadModel.SideBySide) run.loadModel();
    assertThat(List.of(all.number(0, 2), all.number(1, 0), all.number(2, 2)))
        .containsExactly(2, 3, 8);
    assertThat(List.of(all.number(0, 3), all.number(2, 3), all.number(0, 4)))
        .containsExactly(9, 11, 12);
    assertThat(run.clientNumbers()).isGreaterThan(all.number(0, 9_999));

    assertThat(Planned.of(mixes + "mix.b.clients.max=9\n").get().notes())
        .singleElement()
        .asString()
        .contains("No effect: clients.max (w:", "closed loop");
    assertThat(Planned.of(mixes + "mix.a.clients.max=2\n").problems())
        .singleElement()
        .asString()
        .contains("clients.max=2 is less than clients=3");
  }

  @Test
  void theWarmupHasTheSameMixes() {
    PhasePlan warmup =
        Planned.of(BASE + READERS + WRITERS + "warmuptime=3s\n").phase(PhaseName.WARMUP);

    assertThat(warmup.lanes())
        .extracting(LoadModel.Lane::mix)
        .containsExactly("readers", "writers");
    assertThat(warmup.duration()).hasValue(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @CsvSource({
    "mix.a.clints=5, w:3, unknown property 'mix.a.clints'",
    "mix.a.clients=x, w:3, invalid value mix.a.clients=x",
    "mix.a.recordcount=5, w:3, unknown property 'mix.a.recordcount'",
    "mix.a.lockproportion=1, w:3, unknown property 'mix.a.lockproportion'",
    "mix.a.clients=2;lockproportion=1, mix, locks",
    "mix.a.clients=2;clientsteps=1, w:4, clientsteps and mixes",
    "mix.a.clients=2;trace=x.trace, w:4, trace and mixes",
    "mix.a.trace=x.trace, w:3, unknown property 'mix.a.trace'",
    "mix.a.readproportion=0, w:3, all proportions are 0",
    "mix.a.arrivals=stages, w:3, needs target.stages",
    "mix.a.thinktime=5ms;mix.a.target=5, w:3, thinktime applies"
  })
  void whatDoesNotGoTogetherIsAProblem(String lines, String where, String what) {
    assertThat(Planned.of(BASE + lines.replace(";", "\n") + "\n").problems())
        .singleElement()
        .asString()
        .startsWith(where + ": ")
        .contains(what);
  }

  @Test
  void aMixNeedsAnEnd() {
    assertThat(Planned.of("recordcount=9\n" + READERS).problems())
        .singleElement()
        .asString()
        .contains("mix readers has no end", "mix.readers.operationcount");
  }

  @Test
  void whatTheSystemCannotDoIsToldOfTheMixThatAsksForIt() {
    EnumSet<Capability> able = EnumSet.allOf(Capability.class);
    able.remove(Capability.SCAN);

    assertThat(
            Planned.of(
                    Planned.system(able, Map.of()),
                    BASE + READERS + "mix.scanners.scanproportion=1\n")
                .problems())
        .singleElement()
        .asString()
        .startsWith("w:5: ")
        .contains("scanproportion");
  }
}
