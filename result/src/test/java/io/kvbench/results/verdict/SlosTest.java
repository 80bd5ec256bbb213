package io.kvbench.results.verdict;

import static io.kvbench.results.format.Measured.CLOSED;
import static io.kvbench.results.format.Measured.filled;
import static io.kvbench.results.format.Measured.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of thresholds on phases of 10 seconds. */
class SlosTest {
  private static final long MILLI = 1_000_000L;

  /** 1000 reads, two of them failed; 100 inserts; and both halves of a composite once more. */
  private static final PhaseResult RUN =
      phase(
          Map.of(
              OperationType.READ,
              Map.of(
                  Outcome.OK,
                  times(filled(998, MILLI)),
                  ErrorKind.TIMEOUT,
                  times(filled(2, 999 * MILLI))),
              OperationType.INSERT,
              Map.of(Outcome.OK, times(filled(100, 30 * MILLI))),
              OperationType.READ_MODIFY_WRITE,
              Map.of(Outcome.OK, times(filled(50, 60 * MILLI)))));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT.response.p99<31ms | true | INSERT.response.p99 is 30.02 ms, below 31 ms; only 100"
            + " samples, too few for this percentile",
        "INSERT.response.p99<20ms | false | INSERT.response.p99 is 30.02 ms, expected below 20 ms;"
            + " only 100 samples, too few for this percentile",
        "insert.service.p99.9 <= 1s | true | insert.service.p99.9 is 30.02 ms, at most 1 s; only"
            + " 100 samples, too few for this percentile",
        "response.p90<2ms | true | response.p90 is 1 ms, below 2 ms",
        "response.p95<2ms | false | response.p95 is 30.02 ms, expected below 2 ms",
        "READ.response.max<2ms | true | READ.response.max is 1 ms, below 2 ms",
        "READ.response.min>=2ms | false | READ.response.min is 999.9 µs, expected at least 2 ms",
        "READ_MODIFY_WRITE.response.mean<1s | true | READ_MODIFY_WRITE.response.mean is 60.01 ms, below 1 s",
        "errors<0.1% | false | errors are 0.1818 %, expected below 0.1 %",
        "errors<=2 | true | errors are 2, at most 2",
        "errors<2 | false | errors are 2, expected below 2",
        "READ.errors<0.3% | true | READ.errors are 0.2 %, below 0.3 %",
        "INSERT.errors<1 | true | INSERT.errors are 0, below 1",
        "errors.TIMEOUT<1 | false | errors.TIMEOUT is 2, expected below 1",
        "READ.errors.other<1 | true | READ.errors.other is 0, below 1",
        "throughput>100 | true | throughput is 109.8 ops/s, above 100 ops/s",
        "throughput>=1_000 | false | throughput is 109.8 ops/s, expected at least 1,000 ops/s",
        "INSERT.throughput<11 | true | INSERT.throughput is 10 ops/s, below 11 ops/s",
        "DELETE.response.p99<1s | false | DELETE.response.p99 has no value: no DELETE was answered OK",
        "DELETE.errors<1 | false | DELETE.errors has no value: no DELETE completed",
        "DELETE.throughput<1 | false | DELETE.throughput has no value: no DELETE completed",
        "lag.p99<1s | false | lag.p99 has no value: no request was sent on schedule"
      })
  void aThresholdIsJudgedAndSaidInWords(String text, boolean met, String words) {
    assertThat(judge(text, RUN)).containsExactly(new SloResult(text, words, met, Optional.empty()));
  }

  /** Met or not: ten times beyond it are what a percentile takes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT.response.p90<1s | ",
        "INSERT.response.max<1s | ",
        "DELETE.response.p99<1s | ",
        "INSERT.response.p91<1s | INSERT.response.p91: only 100 samples, too few for this"
            + " percentile",
        "INSERT.service.p91<1ms | INSERT.service.p91: only 100 samples, too few for this"
            + " percentile",
      })
  void aThresholdOnTooFewSamplesMakesTheRunSuspect(String text, @Nullable String doubt) {
    assertThat(VerdictFixtures.judge(List.of(RUN), "slo=" + text).reasons())
        .filteredOn(reason -> reason.check().equals("thresholds"))
        .extracting(Verdict.Reason::observed)
        .isEqualTo(doubt == null ? List.of() : List.of(doubt));
  }

  @Test
  void lagIsOfAllRequests() {
    Snapshot late = new Snapshot(Map.of(), TimeHistogram.ofNanos(filled(100, 7 * MILLI)));
    PhaseResult phase = Measured.result(PhaseName.RUN, Measured.open(10), Measured.phase(late));

    assertThat(judge("lag.p99<10ms,lag.max<5ms", phase))
        .extracting(SloResult::met)
        .containsExactly(true, false);
  }

  @Test
  void phasesOfTheRunAreAddedUpAndOthersLeftOut() {
    PhaseResult quick = inserts(PhaseName.RUN, 990, MILLI);
    PhaseResult slow = inserts(PhaseName.RUN, 11, 50 * MILLI);
    PhaseResult load = inserts(PhaseName.LOAD, 5_000, 500 * MILLI);

    // 11 of 1001 are slow, so that the 98.9th per cent is quick and the 99th is not.
    assertThat(
            judge(
                "response.p98.9<2ms,response.p99<2ms,throughput>50,throughput>50.1",
                load,
                quick,
                slow))
        .extracting(SloResult::met)
        .containsExactly(true, false, true, false);
    assertThat(judge("throughput>=500", load)).extracting(SloResult::met).containsExactly(true);
  }

  @Test
  void nothingIsJudgedWithoutThresholds() {
    assertThat(Slos.judge(VerdictFixtures.limits(), List.of(RUN))).isEmpty();
  }

  @Test
  void aRunWithoutPhasesKeepsNoThreshold() {
    assertThat(judge("errors<1,throughput<1")).noneMatch(SloResult::met);
  }

  private static List<SloResult> judge(String slo, PhaseResult... phases) {
    return Slos.judge(VerdictFixtures.limits("slo=" + slo), List.of(phases)).orElseThrow();
  }

  private static PhaseResult inserts(PhaseName name, int count, long nanos) {
    return Measured.result(
        name,
        CLOSED,
        Measured.phase(
            Measured.snapshot(
                Map.of(OperationType.INSERT, Map.of(Outcome.OK, times(filled(count, nanos)))))));
  }

  private static PhaseResult phase(Map<OperationType, Map<Status, StatusSnapshot>> operations) {
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(Measured.snapshot(operations)));
  }
}
