package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.engine.ClockedBinding.Answer;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of survivor-biased times. 500 clients sent 3,000,000 requests, of which 967,222 failed
 * after a second or so; the others took 42.7 ms on average, and that figure was printed next to 906
 * operations a second. But 906 * 0.0427 is 39 clients of 500.
 *
 * <p>The test has the same proportions, with 6,000 requests and 1,934 errors: twelve requests for
 * each client, of which 434 clients lose four and 66 lose three. Sessions take 36.6 ms to recover,
 * so the phase takes 8 * 42.7 + 4 * 1036.6 = 4,488 ms, which gives 906 a second.
 */
@Timeout(60)
final class SurvivorsTest extends ClockedPhaseTests {
  private static final int CLIENTS = 500;
  private static final int EACH = 12;
  private static final long OK = 4_066;
  private static final long ERRORS = 1_934;
  private static final long OK_NANOS = 42_700_000;
  private static final long RECOVER_NANOS = 36_600_000;
  private static final long WALL = 4_488 * MILLI;

  @Test
  void clientTimeShowsTheShareOfSuccessfulOperations() throws Exception {
    PhasePlan plan = closed(CLIENTS, CLIENTS * EACH);

    PhaseMeasurement measured = conduct(plan, store());

    assertThat(count(measured, Outcome.OK)).isEqualTo(OK);
    assertThat(count(measured, ErrorKind.CONNECTION_LOST)).isEqualTo(ERRORS);
    assertThat(measured.wallNanos()).isEqualTo(WALL);
    ClientTime time = measured.clientTime();
    assertThat(time.totalNanos()).isEqualTo(CLIENTS * WALL);
    assertThat(time.okNanos()).isEqualTo(OK * OK_NANOS);
    assertThat(time.errorNanos()).isEqualTo(Map.of(ErrorKind.CONNECTION_LOST, ERRORS * SECOND));
    assertThat(time.reconnectNanos()).isEqualTo(ERRORS * RECOVER_NANOS);
    assertThat((double) time.okNanos() / time.totalNanos()).isCloseTo(0.0774, within(0.0001));
    assertAddsUpExactly(plan, measured);
  }

  @Test
  void theFiguresOfTheTableAreThereAndNextToThemWhatTheyLeaveOut() throws Exception {
    PhasePlan plan = closed(CLIENTS, CLIENTS * EACH);

    PhaseMeasurement measured = conduct(plan, store());

    var answered = reads(measured, Outcome.OK).response();
    double perSecond = (double) measured.recorded().okCount() * SECOND / measured.wallNanos();
    assertThat(perSecond).isCloseTo(906, within(0.1));
    assertTime(Math.round(answered.meanNanos()), OK_NANOS);
    assertTime(answered.percentileNanos(99), OK_NANOS);
    assertTime(reads(measured, ErrorKind.CONNECTION_LOST).response().percentileNanos(50), SECOND);
    // Of the operations in flight at any moment, less than a tenth will be answered OK.
    assertThat(perSecond * OK_NANOS / SECOND).isCloseTo(38.7, within(0.1));
    assertThat(new SendingRates(measured).concurrency()).isCloseTo(470, within(1.0));
  }

  private ClockedBinding store() {
    return ClockedBinding.answering(
        clock,
        (client, index) ->
            index < (client < 434 ? 4 : 3)
                ? new Answer(ErrorKind.CONNECTION_LOST, Duration.ofSeconds(1))
                : new Answer(Outcome.OK, Duration.ofNanos(OK_NANOS)),
        Duration.ofNanos(RECOVER_NANOS));
  }
}
