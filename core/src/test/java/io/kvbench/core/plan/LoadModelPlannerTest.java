package io.kvbench.core.plan;

import static io.kvbench.core.plan.Planned.READS;
import static io.kvbench.core.plan.Planned.WRITES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadModelPlannerTest {
  private static final String COUNTED = WRITES + "operationcount=900\n"; // four lines
  private static final String TIMED = WRITES + "maxexecutiontime=60\n"; // four lines
  private static final String RAMP = "arrivals=ramp\ntarget.from=100\ntarget.to=500\n";
  private static final String STEPS = "arrivals=steps\ntarget.steps=100, 200,600\n";

  @Test
  void theDefaultIsTheClosedLoopWithoutThinking() {
    assertThat(run(COUNTED)).isEqualTo(new LoadModel.ClosedLoop());
    assertThat(run(COUNTED + "target=0\n")).isEqualTo(new LoadModel.ClosedLoop());
  }

  @Test
  void aThinkTimeIsOfTheClosedLoop() {
    LoadModel thinking = new LoadModel.ClosedLoop(Duration.ofMillis(10));
    Planned planned = Planned.of(READS + "operationcount=9\nwarmupcount=3\nthinktime=10ms\n");

    assertThat(planned.phase(PhaseName.RUN).loadModel()).isEqualTo(thinking);
    assertThat(planned.phase(PhaseName.WARMUP).loadModel()).isEqualTo(thinking);
    // The store is filled as fast as possible.
    assertThat(planned.phase(PhaseName.LOAD).loadModel()).isEqualTo(new LoadModel.ClosedLoop());
    assertThat(
            Planned.of(READS + "dotransactions=false\nthinktime=10ms\n")
                .phase(PhaseName.LOAD)
                .loadModel())
        .isEqualTo(thinking);
  }

  @Test
  void aThinkTimeMayBeADistribution() {
    assertThat(run(COUNTED + "thinktime=exponential:5ms\n"))
        .hasToString("closed loop, think time exponential:5ms");
    assertThat(run(COUNTED + "thinktime=5ms..5ms\n"))
        .isEqualTo(new LoadModel.ClosedLoop(Duration.ofMillis(5)));
    assertThat(Planned.of(COUNTED + "thinktime=5ms..4ms\n").problems())
        .singleElement()
        .asString()
        .startsWith("w:5: invalid value thinktime=5ms..4ms")
        .contains("lognormal:MEDIAN:P99", "1ms*9, 100ms..1s*1");
    assertThat(Planned.of(COUNTED + "thinktime=1ms*9, 1s*1\ntarget=5\n").problems())
        .singleElement()
        .asString()
        .contains("thinktime applies to the closed loop");
  }

  @Test
  void aTargetIsAConstantRateUnlessItIsToBePoisson() {
    assertThat(run(COUNTED + "target=500\n"))
        .isEqualTo(new LoadModel.OpenLoop(new ConstantRate(500)));
    assertThat(run(COUNTED + "target=500\narrivals=constant\n"))
        .isEqualTo(new LoadModel.OpenLoop(new ConstantRate(500)));
    assertThat(run(COUNTED + "target=500\narrivals=poisson\n"))
        .hasToString("open loop, Poisson 500/s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"constant", "poisson"})
  void aTargetOfNothingIsTheClosedLoopWhateverTheArrivals(String arrivals) {
    assertThat(run(COUNTED + "arrivals=" + arrivals + "\ntarget=0\nthinktime=1s\n"))
        .isEqualTo(new LoadModel.ClosedLoop(Duration.ofSeconds(1)));
  }

  @Test
  void theSeedDecidesWhichPoissonProcessAndTheWarmupHasAnother() {
    String poisson = COUNTED + "arrivals=poisson\ntarget=500\nwarmupcount=5\n";

    long first = arrivals(poisson + "seed=7\n", PhaseName.RUN).startNanos(0);

    assertThat(arrivals(poisson + "seed=7\n", PhaseName.RUN).startNanos(0)).isEqualTo(first);
    assertThat(arrivals(poisson + "seed=8\n", PhaseName.RUN).startNanos(0)).isNotEqualTo(first);
    assertThat(arrivals(poisson + "seed=7\n", PhaseName.WARMUP).startNanos(0)).isNotEqualTo(first);
  }

  @Test
  void aRampTakesTheTimeOfThePhase() {
    assertThat(run(TIMED + RAMP)).hasToString("open loop, ramp 100/s to 500/s over 60 s");
    assertThat(run(TIMED + RAMP + "operationcount=900\n"))
        .hasToString("open loop, ramp 100/s to 500/s over 60 s");
  }

  @Test
  void aRampWithoutATimeTakesThatOfTheRequests() {
    assertThat(run(COUNTED + RAMP)).hasToString("open loop, ramp 100/s to 500/s over 3 s");
    assertThat(
            Planned.of(READS + "dotransactions=false\n" + RAMP).phase(PhaseName.LOAD).loadModel())
        .hasToString("open loop, ramp 100/s to 500/s over 3.333 s");
  }

  @ParameterizedTest
  @CsvSource({"0,1000000000", "1e-300,0", "0.001,0.001"})
  void aRampOfRequestsHasALengthWhateverTheRates(String from, String to) {
    String rates = "arrivals=ramp\ntarget.from=" + from + "\ntarget.to=" + to + "\n";

    assertThat(run(WRITES + "operationcount=1\n" + rates)).isInstanceOf(LoadModel.OpenLoop.class);
    assertThat(run(WRITES + "operationcount=" + (Long.MAX_VALUE - 1) + "\n" + rates))
        .isInstanceOf(LoadModel.OpenLoop.class);
  }

  @Test
  void stepsShareTheTimeOfThePhase() {
    assertThat(run(TIMED + STEPS)).hasToString("open loop, steps 100/s, 200/s, 600/s, 20 s each");
    assertThat(run(COUNTED + STEPS)).hasToString("open loop, steps 100/s, 200/s, 600/s, 1 s each");
  }

  @Test
  void stagesHaveALengthThatEndsTheRun() {
    String stages = "arrivals=stages\ntarget.stages=100..500 for 10s, 0 for 5s\n";

    assertThat(run(WRITES + stages))
        .hasToString("open loop, stages 100/s to 500/s in 10 s, pause of 5 s");
    assertThat(Planned.of(WRITES + stages).phase(PhaseName.RUN).duration())
        .hasValue(Duration.ofSeconds(15));
    assertThat(Planned.of(COUNTED + stages).phase(PhaseName.RUN))
        .satisfies(phase -> assertThat(phase.duration()).hasValue(Duration.ofSeconds(15)))
        .satisfies(phase -> assertThat(phase.requests()).isEqualTo(900));
    assertThat(Planned.of(TIMED + stages).phase(PhaseName.RUN).duration())
        .hasValue(Duration.ofSeconds(60));
    assertThat(warmup(WRITES + stages + "warmuptime=2s\n"))
        .isEqualTo(new LoadModel.OpenLoop(new ConstantRate(100)));
  }

  @Test
  void arrivalsOfStagesMayBePoisson() {
    String stages = WRITES + "arrivals=poisson\ntarget.stages=100 for 10s, 0..50 for 5s\n";

    Planned planned = Planned.of(stages + "seed=7\nwarmupcount=5\n");
    assertThat(planned.phase(PhaseName.RUN).loadModel())
        .hasToString("open loop, Poisson stages 100/s for 10 s, 0/s to 50/s in 5 s");
    assertThat(planned.phase(PhaseName.RUN).duration()).hasValue(Duration.ofSeconds(15));
    assertThat(planned.phase(PhaseName.WARMUP).loadModel()).hasToString("open loop, Poisson 100/s");
    assertThat(arrivals(stages + "seed=7\n", PhaseName.RUN).startNanos(500))
        .isEqualTo(arrivals(stages + "seed=7\n", PhaseName.RUN).startNanos(500))
        .isNotEqualTo(arrivals(stages + "seed=8\n", PhaseName.RUN).startNanos(500));
    assertThat(Planned.of(stages + "target=5\n").problems())
        .singleElement()
        .asString()
        .startsWith("w:6: target is a single rate and cannot be combined with target.stages");
    assertThat(Planned.of(stages + "thinktime=5ms\n").problems())
        .singleElement()
        .asString()
        .startsWith("w:6: thinktime applies to the closed loop");
    assertThat(Planned.of(stages + "clientsteps=1,2\n").problems())
        .singleElement()
        .asString()
        .contains("would change two things at once");
  }

  @Test
  void aNumberOfRequestsThatEndsTheShapeEarlyIsNoted() {
    String stages = "arrivals=stages\ntarget.stages=100 for 10s, 200 for 10s\n";

    assertThat(Planned.of(WRITES + "operationcount=1500\n" + stages).get().notes())
        .containsExactly(
            "operationcount=1500 (w:4) ends the run after 12.5 s of its schedule of 20 s: set"
                + " operationcount=0 for all of it.");
    assertThat(Planned.of(WRITES + "operationcount=3000\n" + stages).get().notes()).isEmpty();
    assertThat(Planned.of(WRITES + "operationcount=0\n" + stages).get().notes()).isEmpty();
  }

  @Test
  void aSineSwingsAroundTheTarget() {
    String sine = "arrivals=sine\ntarget=100\ntarget.amplitude=40\ntarget.period=30s\n";

    assertThat(run(TIMED + sine)).hasToString("open loop, sine 60/s to 140/s, period 30 s");
    assertThat(warmup(TIMED + sine + "warmuptime=2s\n"))
        .isEqualTo(new LoadModel.OpenLoop(new ConstantRate(100)));
  }

  @Test
  void aTraceIsReadFromItsFileAndEndsTheRun(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("rates.csv");
    Files.writeString(file, "# from production\nseconds,rate\n0,100\n\n0.5,2k\n60,0\n61,0\n");
    Planned planned = Planned.of(WRITES + "arrivals=trace\ntarget.trace=" + file + "\n");

    assertThat(planned.phase(PhaseName.RUN).loadModel())
        .hasToString("open loop, trace " + file + ", 0/s to 2,000/s over 61 s");
    assertThat(planned.phase(PhaseName.RUN).duration()).hasValue(Duration.ofSeconds(61));
    assertThat(planned.phase(PhaseName.RUN).offeredPerSecond().orElseThrow() * 61)
        .isCloseTo(50 + 2000 * 59.5, within(1e-6));
    assertThat(planned.get().fileDigests()).containsOnlyKeys("target.trace");
  }

  @ParameterizedTest
  @CsvSource({
    "'', it needs at least two lines",
    "'0,5\\n', it needs at least two lines",
    "'1,5\\n2,5\\n', line 1 is at 1 s",
    "'0,5\\n2,5\\n2,6\\n', line 3 is at 2 s",
    "'0,5\\n2;5\\n', line 2 is not",
    "'0,5\\n2,-5\\n', line 2 is not",
    "'0,5\\n2,5,5\\n', line 2 is not",
    "'0,0\\n2,5\\n', all of its rates are 0",
    "'0,5\\n1.0000000001,5\\n', at most nine decimals",
    "'0,5\\n1e999999999,5\\n', line 2: times have at most nine decimals",
    "'1e999999999,5\\n', line 1: times have at most nine decimals",
    "'0,5\\n6e9,5\\n', and fit a century",
    "'-1,5\\n2,5\\n', line 1 is at -1 s"
  })
  void aTraceThatIsNoneIsAProblem(String content, String what, @TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("rates.csv");
    Files.writeString(file, content.replace("\\n", "\n"));

    assertThat(Planned.of(WRITES + "arrivals=trace\ntarget.trace=" + file + "\n").problems())
        .singleElement()
        .asString()
        .startsWith("w:5: target.trace=" + file + " cannot be used: ")
        .contains(what);
  }

  @Test
  void aLoadThatItsStagesNeverReachHasNoEnd() {
    String load = "recordcount=1000\ndotransactions=false\narrivals=stages\n";

    assertThat(Planned.of(load + "target.stages=1000..0 for 1s\n").problems())
        .singleElement()
        .asString()
        .startsWith("w:3: ")
        .contains("never reaches", "500 of 1000", "maxexecutiontime");
    assertThat(Planned.of(load + "target.stages=1000..0 for 3s\n").problems()).isEmpty();
  }

  @Test
  void theWarmupIsAtTheRateAtWhichTheRunBegins() {
    assertThat(warmup(TIMED + RAMP + "warmuptime=2s\n"))
        .isEqualTo(new LoadModel.OpenLoop(new ConstantRate(100)));
    assertThat(warmup(TIMED + STEPS + "warmuptime=2s\n"))
        .isEqualTo(new LoadModel.OpenLoop(new ConstantRate(100)));
  }

  @Test
  void aWarmupBeforeARampFromNothingHasNoRate() {
    String fromNothing = TIMED + "arrivals=ramp\ntarget.from=0\ntarget.to=5\n";

    assertThat(Planned.of(fromNothing).problems()).isEmpty();
    assertThat(Planned.of(fromNothing + "warmuptime=2s\n").problems())
        .singleElement()
        .asString()
        .startsWith("w:6: ")
        .contains("warmup", "target.from");
  }

  @ParameterizedTest
  @CsvSource({
    "arrivals=poisson, w:5, target",
    "arrivals=constant, w:5, target",
    "arrivals=steps, w:5, target.steps",
    "arrivals=ramp;target.from=1, w:5, target.to",
    "arrivals=ramp;target.to=1, w:5, target.from",
    "arrivals=ramp;target.to=0;target.from=0, w:6, no request would be sent",
    "arrivals=ramp;target.to=1;target.from=0;target=5, w:8, arrivals=ramp",
    "arrivals=steps;target.steps=1;target=0, w:7, arrivals=steps",
    "target.from=1, w:5, arrivals=ramp",
    "target=3;target.to=1, w:6, arrivals=ramp",
    "target=3;arrivals=poisson;target.steps=1, w:7, arrivals=steps",
    "target=3;thinktime=1ms, w:6, target sends requests on a schedule",
    "arrivals=steps;target.steps=1;thinktime=1ms, w:7, arrivals=steps sends requests on a schedule",
    "arrivals=stages, w:5, target.stages",
    "arrivals=stages;target.stages=0 for 5s, w:6, no request would be sent",
    "arrivals=stages;target.stages=5 for 5s;target=5, w:7, arrivals=stages",
    "'arrivals=stages;target.stages=5 for 2000000h, 5 for 2000000h', w:6, invalid value",
    "target.stages=5 for 5s, w:5, arrivals=stages",
    "arrivals=sine;target=5;target.amplitude=6;target.period=1s, w:7, below 0",
    "arrivals=sine;target=5;target.amplitude=5;target.period=0s, w:8, above 0",
    "arrivals=sine;target=0;target.amplitude=0;target.period=1s, w:6, above 0",
    "arrivals=sine;target=5;target.amplitude=5, w:5, target.period",
    "arrivals=trace, w:5, target.trace",
    "arrivals=trace;target.trace=/no/such/file, w:6, cannot be used",
    "target=3;target.trace=x, w:6, arrivals=trace",
    "thinktime=-1ms, w:5, invalid value thinktime=-1ms",
    "arrivals=sawtooth, w:5, 'constant, poisson, ramp, steps'",
    "target.steps=1;arrivals=ramp;target.from=2;target.to=3, w:5, arrivals=steps"
  })
  void whatDoesNotGoTogetherIsAProblem(String lines, String where, String what) {
    assertThat(Planned.of(COUNTED + lines.replace(";", "\n")).problems())
        .singleElement()
        .asString()
        .startsWith(where + ": ")
        .contains(what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "5,0", "5,", ",", "x", "NaN", "5,2e9"})
  void aStepIsARateOfMoreThanNothing(String steps) {
    assertThat(Planned.of(COUNTED + "arrivals=steps\ntarget.steps=" + steps).problems())
        .singleElement()
        .asString()
        .startsWith("w:6: invalid value target.steps=" + steps)
        .contains("1000,2000,5000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5", "5 for", "for 5s", "5 for 0s", "5..6..7 for 1s", "-1 for 1s", "5 for 5s,"})
  void aStageIsARateOrTwoAndATime(String stages) {
    assertThat(Planned.of(WRITES + "arrivals=stages\ntarget.stages=" + stages + "\n").problems())
        .singleElement()
        .asString()
        .startsWith("w:5: invalid value target.stages=" + stages)
        .contains("0..1000 for 30s");
  }

  @ParameterizedTest
  @CsvSource({
    "target=-1, target=-1",
    "target=x;arrivals=poisson, target=x",
    "target.from=-1;arrivals=ramp;target.to=5, target.from=-1",
    "target.to=-1;arrivals=ramp;target.from=0, target.to=-1",
    "arrivals=sawtooth;target.from=1;thinktime=1ms, arrivals=sawtooth"
  })
  void aRefusedValueIsOneProblemAndNotAMissingOneToo(String lines, String refused) {
    assertThat(Planned.of(COUNTED + lines.replace(";", "\n")).problems())
        .singleElement()
        .asString()
        .startsWith("w:5: invalid value " + refused);
  }

  @Test
  void whatDoesNotGoTogetherIsToldEvenIfItsValuesAreRefused() {
    assertThat(Planned.of(COUNTED + "arrivals=steps\ntarget.from=x\nthinktime=5\n").problems())
        .satisfiesExactlyInAnyOrder(
            from -> assertThat(from).startsWith("w:6: invalid value target.from=x"),
            think -> assertThat(think).startsWith("w:7: invalid value thinktime=5"),
            steps -> assertThat(steps).startsWith("w:5: ").contains("needs target.steps"),
            ramp -> assertThat(ramp).startsWith("w:6: target.from applies to arrivals=ramp"),
            loop -> assertThat(loop).startsWith("w:7: thinktime applies to the closed loop"));
    assertThat(Planned.of(COUNTED + "target=x\nthinktime=1ms\n").problems())
        .satisfiesExactlyInAnyOrder(
            target -> assertThat(target).startsWith("w:5: invalid value target=x"),
            think -> assertThat(think).startsWith("w:6: thinktime applies to the closed loop"));
    assertThat(Planned.of(COUNTED + "arrivals=steps\ntarget.steps=1\ntarget=-1\n").problems())
        .satisfiesExactlyInAnyOrder(
            value -> assertThat(value).startsWith("w:7: invalid value target=-1"),
            single -> assertThat(single).startsWith("w:7: target is a single rate"));
  }

  @Test
  void allOfItIsToldAtOnceAndWithTheRest() {
    assertThat(
            Planned.of(
                    WRITES + "clients=0\narrivals=ramp\ntarget=5\ntarget.steps=1\nthinktime=1s\n")
                .problems())
        .satisfiesExactlyInAnyOrder(
            clients -> assertThat(clients).startsWith("w:4: "),
            from -> assertThat(from).startsWith("w:5: ").contains("target.from"),
            to -> assertThat(to).startsWith("w:5: ").contains("target.to"),
            target -> assertThat(target).startsWith("w:6: "),
            steps -> assertThat(steps).startsWith("w:7: "),
            think -> assertThat(think).startsWith("w:8: "),
            end -> assertThat(end).contains("operationcount"));
  }

  private static LoadModel run(String lines) {
    return Planned.of(lines).phase(PhaseName.RUN).loadModel();
  }

  private static LoadModel warmup(String lines) {
    return Planned.of(lines).phase(PhaseName.WARMUP).loadModel();
  }

  private static Arrivals arrivals(String lines, PhaseName phase) {
    return switch (Planned.of(lines).phase(phase).loadModel()) {
      case LoadModel.OpenLoop(Arrivals arrivals) -> arrivals;
      case LoadModel other -> throw new AssertionError(other);
    };
  }
}
