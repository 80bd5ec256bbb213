package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of ten-second phases with a fault in the middle, and failures inside and outside of fault
 * windows.
 */
class FaultWindowsVerdictTest {
  private static final long SECOND = Measured.SECOND;
  private static final long MILLI = 1_000_000L;

  @Test
  void whatFailsInAFaultWindowDoesNotMakeARunInvalid() {
    Verdict verdict = VerdictFixtures.judge(List.of(phase(400, 0)));

    assertThat(verdict.validity()).isEqualTo(Verdict.Validity.SUSPECT);
    assertThat(verdict.reasons())
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.check()).isEqualTo("fault");
              assertThat(reason.observed())
                  .contains("400 operations failed in 1 fault window (4 s in total)");
            });
  }

  @Test
  void whatFailsOutsideIsJudgedAsEver() {
    Verdict verdict = VerdictFixtures.judge(List.of(phase(400, 40)));

    assertThat(verdict.validity()).isEqualTo(Verdict.Validity.INVALID);
    assertThat(verdict.reasons())
        .extracting(Verdict.Reason::check)
        .containsExactly("errors", "fault");
    assertThat(verdict.reasons().getFirst().observed())
        .isEqualTo("run phase: 3.846 % of the operations failed outside of fault windows");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "errors<0.1% | false | errors are 18.18 %, expected below 0.1 %",
        "errors.outsidefaults<0.1% | true | errors.outsidefaults are 0 %, below 0.1 %",
        "errors.infaults<10% | false | errors.infaults are 33.33 %, expected below 10 %",
        "READ.errors.TIMEOUT.infaults<=400 | true | READ.errors.TIMEOUT.infaults is 400, at most"
            + " 400",
        "read.response.p99.outsidefaults<20ms | true | read.response.p99.outsidefaults is 1 ms,"
            + " below 20 ms",
        "READ.response.p99.infaults<20ms | false | READ.response.p99.infaults is 50 ms,"
            + " expected below 20 ms; only 800 samples, too few for this percentile",
        "throughput.outsidefaults>150 | true | throughput.outsidefaults is 166.7 ops/s, above 150"
            + " ops/s",
        "throughput.infaults<=200 | true | throughput.infaults is 200 ops/s, at most 200 ops/s",
      })
  void thresholdsAddressOrExcludeFaultWindows(String text, boolean met, String words) {
    assertThat(
            Slos.judge(VerdictFixtures.limits("slo=" + text), List.of(phase(400, 0))).orElseThrow())
        .containsExactly(new SloResult(text, words, met, Optional.empty()));
  }

  /** The table of lags has that of all requests. */
  @Test
  void theLagIsToldAsInTheReportAndJudgedOutside() {
    PhaseResult late =
        Measured.result(
                PhaseName.RUN,
                Measured.open(100),
                Measured.phase(
                    new Snapshot(reads(1_000, MILLI, 0).operations(), lag(6_640 * MILLI))))
            .with(
                copy ->
                    copy.incidents =
                        new Incidents(
                            Optional.of(List.of()),
                            Optional.of(List.of()),
                            Optional.of(
                                new FaultWindows(
                                    SECOND,
                                    List.of(new FaultWindows.Window(4 * SECOND, 8 * SECOND)),
                                    part(4 * SECOND, reads(400, MILLI, 0)),
                                    new PhasePart(
                                        6 * SECOND,
                                        OperationResult.of(reads(600, MILLI, 0)),
                                        TimeResult.of(lag(85 * MILLI)))))));

    assertThat(VerdictFixtures.judge(List.of(late)).reasons())
        .filteredOn(reason -> reason.check().equals("lag"))
        .singleElement()
        .extracting(Verdict.Reason::observed)
        .asString()
        .contains("p99 lag was 6.64")
        .contains(", 85")
        .contains("outside of fault windows");
  }

  private static TimeHistogram lag(long nanos) {
    return TimeHistogram.ofNanos(Measured.filled(100, nanos));
  }

  @Test
  void aPhaseWithoutFaultsIsOutsideOfThem() {
    PhaseResult calm = Measured.result(PhaseName.RUN, Measured.CLOSED, measured(0, 0));

    assertThat(
            Slos.judge(
                    VerdictFixtures.limits("slo=errors.outsidefaults<1,errors.infaults<1"),
                    List.of(calm))
                .orElseThrow())
        .containsExactly(
            new SloResult(
                "errors.outsidefaults<1",
                "errors.outsidefaults are 0, below 1",
                true,
                Optional.empty()),
            new SloResult(
                "errors.infaults<1",
                "errors.infaults has no value: no operation completed in a fault window",
                false,
                Optional.empty()));
  }

  private static PhaseResult phase(int failedInside, int failedOutside) {
    FaultWindows windows =
        new FaultWindows(
            SECOND,
            List.of(new FaultWindows.Window(4 * SECOND, 8 * SECOND)),
            part(4 * SECOND, reads(800, 50 * MILLI, failedInside)),
            part(6 * SECOND, reads(1_000, MILLI, failedOutside)));
    FaultResult fault =
        new FaultResult(
            "kill:a@4s",
            "KILL",
            "a",
            "leader",
            4 * SECOND,
            1,
            OptionalLong.empty(),
            OptionalLong.empty(),
            List.of());
    return Measured.result(PhaseName.RUN, Measured.CLOSED, measured(failedInside, failedOutside))
        .with(
            copy ->
                copy.incidents =
                    new Incidents(
                        Optional.of(List.of(fault)), Optional.of(List.of()), Optional.of(windows)));
  }

  private static PhasePart part(long wallNanos, Snapshot recorded) {
    return new PhasePart(
        wallNanos, OperationResult.of(recorded), TimeResult.of(TimeHistogram.empty()));
  }

  private static PhaseMeasurement measured(int failedInside, int failedOutside) {
    return Measured.phase(
        reads(800, 50 * MILLI, failedInside).plus(reads(1_000, MILLI, failedOutside)));
  }

  private static Snapshot reads(int ok, long nanos, int failed) {
    Map<Status, StatusSnapshot> statuses = new HashMap<>();
    statuses.put(Outcome.OK, Measured.times(Measured.filled(ok, nanos)));
    if (failed > 0) {
      statuses.put(ErrorKind.TIMEOUT, Measured.each(failed));
    }
    return Measured.snapshot(Map.of(OperationType.READ, statuses));
  }
}
