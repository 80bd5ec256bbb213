package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the back-off of clients that are rejected immediately, so that the others proceed. */
@Timeout(120)
final class RefusedClientsTest extends ClockedPhaseTests {
  private static final int REFUSED = 10;
  private static final int ANSWERED = 20;
  private static final int ATTEMPTS = 20;
  private static final Duration ATTEMPT = Duration.ofMillis(500);

  /** 0.1, 0.2 ... 6.4 ms and then 10 ms: from the second consecutive error on. */
  @Test
  void theBackOffGrowsUpToTenMilliseconds() throws Exception {
    PhasePlan plan = closed(1, 12);

    PhaseMeasurement measured = conduct(plan, refusing(Integer.MAX_VALUE));

    assertThat(count(measured, ErrorKind.OTHER)).isEqualTo(12);
    // After the last error there is nothing to send.
    assertThat(measured.clientTime().backOffNanos())
        .hasValue((100 + 200 + 400 + 800 + 1_600 + 3_200 + 6_400) * 1_000L + 3 * 10 * MILLI);
    assertThat(measured.wallNanos()).isEqualTo(measured.clientTime().backOffNanos().orElse(0));
    assertAddsUpExactly(plan, measured);
  }

  @Test
  void anAnswerEndsIt() throws Exception {
    PhaseMeasurement measured = conduct(closed(1, 13), refusing(4));

    assertThat(count(measured, Outcome.OK)).isEqualTo(2);
    // After three of each four; the last of the last three is followed by nothing.
    assertThat(measured.clientTime().backOffNanos()).hasValue((2 * 700 + 100) * 1_000L);
  }

  /** A slow error has let others run. */
  @Test
  void whoWaitedForAnErrorDoesNotBackOff() throws Exception {
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              clock.sleep(MILLI);
              completion.failed(ErrorKind.OTHER, "after a while");
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(closed(1, 10), store);

    assertThat(measured.clientTime().backOffNanos()).hasValue(0);
    assertThat(measured.wallNanos()).isEqualTo(10 * MILLI);
  }

  @Test
  void inAnOpenLoopTheLagShowsIt() throws Exception {
    PhasePlan plan = open(1, 1_000, 100);

    PhaseMeasurement measured = conduct(plan, refusing(Integer.MAX_VALUE));

    assertThat(measured.requests()).isEqualTo(100);
    assertThat(measured.recorded().lag().maxNanos()).isGreaterThan(500 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /**
   * Each accepted client gets its answer a millisecond later, from another thread. One of several
   * attempts must come close to what the same clients achieve alone, side by side in time.
   */
  @Test
  void clientsThatAreAnsweredKeepTheirRateBesideSuchThatAreRefused() throws Exception {
    double best = 0;
    for (int attempt = 0; attempt < ATTEMPTS && best < 0.9; attempt++) {
      double alone = answered(0);
      best = Math.max(best, answered(REFUSED) / alone);
    }
    assertThat(best).isGreaterThanOrEqualTo(0.9);
  }

  private double answered(int refused) throws Exception {
    try (ScheduledExecutorService server = Executors.newSingleThreadScheduledExecutor()) {
      ClockedBinding store =
          new ClockedBinding(
              clock,
              (client, index, completion) -> {
                if (client < refused) {
                  completion.failed(ErrorKind.OTHER, "refused");
                } else {
                  ScheduledFuture<?> unused =
                      server.schedule(
                          () -> completion.succeeded(Outcome.OK), 1, TimeUnit.MILLISECONDS);
                }
              },
              Duration.ZERO);
      PhaseMeasurement measured =
          new PhaseRunner(NanoClock.system(), LIMITS)
              .run(
                  timed(refused + ANSWERED, ATTEMPT),
                  store,
                  client -> () -> READ,
                  stop,
                  intervals::add);
      return count(measured, Outcome.OK);
    }
  }

  /** Each client is rejected this many times before each answer. */
  private ClockedBinding refusing(int times) {
    return new ClockedBinding(
        clock,
        (client, index, completion) -> {
          if (index % ((long) times + 1) == times) {
            clock.after(MILLI, () -> completion.succeeded(Outcome.OK));
          } else {
            completion.failed(ErrorKind.OTHER, "refused");
          }
        },
        Duration.ZERO);
  }
}
