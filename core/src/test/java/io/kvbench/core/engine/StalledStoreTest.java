package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of a store that stalls for 300 ms under an open loop. With coordinated omission the stall
 * would not show.
 */
@Timeout(60)
final class StalledStoreTest extends ClockedPhaseTests {
  private static final long STALL_BEGIN = 50 * MILLI;
  private static final long STALL_END = STALL_BEGIN + 300 * MILLI;

  /**
   * A thousand arrivals a second, each taking 1 ms. Number k after the beginning of the stall is
   * due k ms after it. The 64 clients send the first 64 of them in time, and all get their answers
   * at 301 ms; then 64 are sent every millisecond: k from 64 to 127 are answered at 302 ms, and so
   * on, until the backlog is gone. Response times fall with k, so of 10,000 the 101st from the top,
   * which is p99, is that of k = 100: 302 - 100 = 202 ms. Service was slow for 64 in 10,000, less
   * than one in a hundred.
   */
  @Test
  void aStallShowsInTheResponseP99AndNotInTheServiceP99() throws Exception {
    PhasePlan plan = open(64, 1000, 10_000);

    PhaseMeasurement measured = conduct(plan, stalling());

    var times = reads(measured, Outcome.OK);
    assertThat(times.count()).isEqualTo(10_000);
    assertTime(times.response().percentileNanos(99), 202 * MILLI);
    assertTime(times.service().percentileNanos(99), MILLI);
    assertThat(times.service().countBetweenNanos(2 * MILLI, SECOND)).isEqualTo(64);
    assertTime(times.service().maxNanos(), 301 * MILLI);
    assertTime(times.response().maxNanos(), 301 * MILLI);
  }

  /** The first to be late is k = 64: 301 - 64 = 237 ms; the 101st from the top is k = 164. */
  @Test
  void lagIsHowLateRequestsWereSent() throws Exception {
    PhaseMeasurement measured = conduct(open(64, 1000, 10_000), stalling());

    var lag = measured.recorded().lag();
    assertThat(lag.count()).isEqualTo(10_000);
    assertTime(lag.maxNanos(), 237 * MILLI);
    assertTime(lag.percentileNanos(99), (302 - 164) * MILLI);
    // Up to k = 304, which is due when the last of the backlog is sent.
    assertThat(lag.countBetweenNanos(MILLI / 2, SECOND)).isEqualTo(304 - 64);
  }

  /** The same store under a closed loop, which sends nothing during the stall. */
  @Test
  void aClosedLoopHasNoIntendedTimesToBeLateFor() throws Exception {
    PhaseMeasurement measured = conduct(closed(64, 12_800), stalling());

    var times = reads(measured, Outcome.OK);
    assertThat(measured.recorded().lag().count()).isZero();
    assertTime(times.response().percentileNanos(99), MILLI);
    assertThat(times.response().countBetweenNanos(100 * MILLI, SECOND)).isEqualTo(64);
  }

  private ClockedBinding stalling() {
    return new ClockedBinding(
        clock,
        (client, index, completion) -> {
          long sent = clock.elapsed();
          boolean stalled = sent >= STALL_BEGIN && sent < STALL_END;
          long wait = stalled ? STALL_END - sent : 0;
          clock.after(wait + MILLI, () -> completion.succeeded(Outcome.OK));
        },
        Duration.ZERO);
  }
}
