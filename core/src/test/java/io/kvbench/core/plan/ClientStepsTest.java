package io.kvbench.core.plan;

import static io.kvbench.core.plan.Planned.READS;
import static io.kvbench.core.plan.Planned.WRITES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the plans that {@code clientsteps} leads to. */
class ClientStepsTest {
  private static final String STEPS = "clientsteps=1,10,5\n";

  @Test
  void everyStepIsAPhaseOfItsOwnWithItsShareOfTheRequests() {
    List<PhasePlan> run = run(WRITES + STEPS + "operationcount=1000");

    assertThat(run).extracting(PhasePlan::clients).containsExactly(1, 10, 5);
    assertThat(run).extracting(PhasePlan::requests).containsExactly(334L, 333L, 333L);
    assertThat(run)
        .extracting(PhasePlan::step)
        .containsExactly(step(1), step(2), step(3))
        .doesNotContain(Optional.empty());
    assertThat(run).allMatch(phase -> phase.duration().isEmpty());
  }

  @Test
  void timeIsSharedAsRequestsAre() {
    List<PhasePlan> timed = run(WRITES + STEPS + "maxexecutiontime=60");
    List<PhasePlan> both = run(WRITES + STEPS + "maxexecutiontime=10\noperationcount=9");

    assertThat(timed)
        .allMatch(phase -> phase.requests() == PhasePlan.UNLIMITED)
        .extracting(PhasePlan::duration)
        .containsOnly(Optional.of(Duration.ofSeconds(20)));
    assertThat(both)
        .allMatch(phase -> phase.requests() == 3)
        .extracting(PhasePlan::duration)
        .containsOnly(Optional.of(Duration.ofSeconds(10).dividedBy(3)));
  }

  @Test
  void everyStepHasAScheduleOfItsOwn() {
    assertThat(run(WRITES + STEPS + "operationcount=1000\ntarget=500"))
        .extracting(PhasePlan::loadModel)
        .containsOnly(new LoadModel.OpenLoop(new ConstantRate(500)));
  }

  @Test
  void theLoadHasTheMostClientsAndTheWarmupThoseOfTheFirstStep() {
    Planned planned = Planned.of(READS + STEPS + "operationcount=30\nwarmupcount=7");

    assertThat(planned.phases())
        .containsExactly(
            PhaseName.LOAD, PhaseName.WARMUP, PhaseName.RUN, PhaseName.RUN, PhaseName.RUN);
    assertThat(planned.phase(PhaseName.LOAD).clients()).isEqualTo(10);
    assertThat(planned.phase(PhaseName.WARMUP).clients()).isEqualTo(1);
    assertThat(planned.phase(PhaseName.LOAD).step()).isEmpty();
    assertThat(planned.phase(PhaseName.WARMUP).step()).isEmpty();
    assertThat(planned.get().notes()).isEmpty();
  }

  @Test
  void aNumberOfClientsCountsBeforeTheRunOnly() {
    Planned planned = Planned.of(READS + STEPS + "operationcount=30\nwarmupcount=7\nclients=4");

    assertThat(planned.get().phases())
        .extracting(PhasePlan::clients)
        .containsExactly(4, 4, 1, 10, 5);
    assertThat(planned.get().notes()).isEmpty();
  }

  @Test
  void aNumberOfClientsThatCountsNowhereIsNoted() {
    assertThat(Planned.of(WRITES + STEPS + "operationcount=30\nclients=4").get().notes())
        .singleElement()
        .asString()
        .contains("clients=4 has no effect", "clientsteps");
  }

  @Test
  void aStepNeverHasMoreConnectionsThanClients() {
    RunPlan plan = Planned.of(WRITES + STEPS + "operationcount=30\nconnections=6").get();

    assertThat(plan.phases()).extracting(plan::connections).containsExactly(1, 6, 5);
    assertThat(plan.notes()).isEmpty();
    assertThat(Planned.of(WRITES + STEPS + "operationcount=30\nconnections=11").get().notes())
        .singleElement()
        .asString()
        .contains("connections=11 is more than clients=10");
  }

  @Test
  void withoutStepsEveryPhaseHasTheConnectionsThatWereAskedFor() {
    RunPlan plan = Planned.of(READS + "operationcount=30\nclients=2\nconnections=6").get();

    assertThat(plan.phases()).extracting(plan::connections).containsExactly(6, 6);
    assertThat(plan.phases()).extracting(PhasePlan::step).containsOnly(Optional.empty());
  }

  @Test
  void aLoadAloneHasNoSteps() {
    assertThat(Planned.of(READS + STEPS + "dotransactions=false").problems())
        .singleElement()
        .asString()
        .startsWith("w:4: clientsteps")
        .contains("-load", "omit one of the two");
  }

  @Test
  void everyStepNeedsARequest() {
    assertThat(Planned.of(WRITES + STEPS + "operationcount=2").problems())
        .singleElement()
        .asString()
        .startsWith("w:5: operationcount=2")
        .contains("3 steps", "at least 3");
    assertThat(run(WRITES + STEPS + "operationcount=3")).allMatch(phase -> phase.requests() == 1);
  }

  @Test
  void stepsOfClientsAndOfRatesAtOnceWouldSayNothing() {
    String rates = "operationcount=90\narrivals=steps\ntarget.steps=10,20";

    assertThat(Planned.of(WRITES + STEPS + rates).problems())
        .singleElement()
        .asString()
        .contains("clientsteps", "arrivals=steps", "omit one");
  }

  @Test
  void aRunInStepsNeedsAnEndToo() {
    assertThat(Planned.of(WRITES + STEPS).problems()).singleElement().asString().contains("no end");
  }

  @Test
  void phasesAreCalledByTheirStep() {
    assertThat(run(WRITES + STEPS + "operationcount=30"))
        .extracting(PhasePlan::title)
        .containsExactly(
            "run phase, step 1 of 3", "run phase, step 2 of 3", "run phase, step 3 of 3");
    assertThat(Planned.of(WRITES + "operationcount=30").phase(PhaseName.RUN).title())
        .isEqualTo("run phase");
  }

  @Test
  void stepsAreCountedFromOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ClientStep(0, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new ClientStep(4, 3));
  }

  private static List<PhasePlan> run(String lines) {
    Planned planned = Planned.of(lines);
    assertThat(planned.phases()).containsOnly(PhaseName.RUN);
    return planned.get().phases();
  }

  private static Optional<ClientStep> step(int index) {
    return Optional.of(new ClientStep(index, 3));
  }
}
