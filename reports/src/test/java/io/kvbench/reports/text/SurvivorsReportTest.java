package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.ErrorMessages;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.FailureFixtures;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * The report of a run as the engine measures it in its own test of this name: 500 clients, 6,000
 * requests of which 1,934 failed after a second, and 4,066 survivors that took 42.7 ms each.
 */
class SurvivorsReportTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long WALL = 4_488_000_000L;
  private static final int OK = 4_066;
  private static final int ERRORS = 1_934;
  private static final long OK_NANOS = 42_700_000L;
  private static final long RECOVER_NANOS = 36_600_000L;

  @Test
  void theFirstLineSaysThatTheTimesAreThoseOfAFewPercentOfTheClientsTime() {
    RunResult result = result();
    ClientTime time = result.phases().getFirst().client().clientTime();
    assertThat((double) time.okNanos() / time.totalNanos()).isCloseTo(0.0774, within(0.0001));

    String report = TextReport.of(result, Optional.empty(), TextStyle.PLAIN);

    // Of the time in operations and in reconnecting; the rest, 3 %, was idle.
    assertThat(report.lines().findFirst().orElseThrow())
        .contains("cover only 8.0 % of the clients' busy time");
    assertThat(report)
        .contains("906")
        .contains("█ OK 7.7 %")
        .contains("x CONNECTION_LOST 86.2 %")
        .containsPattern("INSERT CONNECTION_LOST +1,934 ");
  }

  private static RunResult result() {
    return new ChangedResult(FailureFixtures.halfFailing())
        .clientTime(measured().clientTime())
        .withoutStoreCheck()
        .withoutHosts()
        .phases(List.of(PhaseResult.of(plan(), 8, 0, measured(), Optional.empty())))
        .result();
  }

  private static PhasePlan plan() {
    return new PhasePlan(
        PhaseName.RUN, 500, new LoadModel.ClosedLoop(), OK + ERRORS, Optional.empty(), false);
  }

  private static PhaseMeasurement measured() {
    long total = 500 * WALL;
    long ok = OK * OK_NANOS;
    long errors = ERRORS * SECOND;
    long reconnect = ERRORS * RECOVER_NANOS;
    ClientTime time =
        new ClientTime(
            total,
            ok,
            Map.of(),
            Map.of(ErrorKind.CONNECTION_LOST, errors),
            reconnect,
            OptionalLong.of(0),
            0,
            0,
            total - ok - errors - reconnect,
            0);
    Snapshot recorded =
        new Snapshot(
            Map.of(
                OperationType.INSERT,
                Map.of(
                    Outcome.OK,
                    each(OK, OK_NANOS),
                    ErrorKind.CONNECTION_LOST,
                    each(ERRORS, SECOND))),
            TimeHistogram.empty());
    return new PhaseMeasurement(
        PhaseFixtures.START,
        WALL,
        Optional.empty(),
        PhaseEnd.PLANNED,
        OK + ERRORS,
        recorded,
        OptionalDouble.of(1_000),
        OptionalDouble.of(800),
        List.of(
            new ErrorMessages.Counted(
                OperationType.INSERT, ErrorKind.CONNECTION_LOST, "connection lost", ERRORS)),
        time,
        0,
        new ScanCounts(0, 0, 0, 0, 0, 0),
        CoordinationCounts.none(),
        List.of());
  }

  private static StatusSnapshot each(int count, long nanos) {
    long[] times = new long[count];
    Arrays.fill(times, nanos);
    TimeHistogram histogram = TimeHistogram.ofNanos(times);
    return new StatusSnapshot(histogram, histogram);
  }
}
