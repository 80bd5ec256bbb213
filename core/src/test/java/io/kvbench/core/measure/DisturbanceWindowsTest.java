package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests with intervals of one second with a hundred operations, and disturbances between them. */
class DisturbanceWindowsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int PER_SECOND = 100;

  private final DisturbanceWindows windows = new DisturbanceWindows();
  private final List<Ticks> ticks = new ArrayList<>();
  private final Recorder recorder = new Recorder(false, 1);
  private List<Disturbance> disturbances = List.of();

  @Test
  void aWindowLastsFromTheFaultToTheRecoveryAndItsMargin() {
    seconds(0, 10, Outcome.OK);
    disturbances = List.of(at(10_500));
    seconds(10, 13, ErrorKind.CONNECTION_LOST);
    seconds(13, 40, Outcome.OK);

    assertThat(windows.windows()).containsExactly(new Disturbance(10 * SECOND, 24 * SECOND));
    assertThat(windows.inside().wallNanos()).isEqualTo(14 * SECOND);
    assertThat(windows.outside().wallNanos()).isEqualTo(26 * SECOND);
    assertThat(failed(windows.inside())).isEqualTo(3 * PER_SECOND);
    assertThat(failed(windows.outside())).isZero();
    assertThat(windows.outside().recorded().okCount()).isEqualTo(26 * PER_SECOND);
  }

  @Test
  void withoutARecoveryItLastsUntilTheEnd() {
    seconds(0, 10, Outcome.OK);
    disturbances = List.of(at(10_000));
    seconds(10, 60, ErrorKind.TIMEOUT);

    assertThat(windows.windows()).containsExactly(new Disturbance(10 * SECOND, 60 * SECOND));
    assertThat(failed(windows.outside())).isZero();
  }

  @Test
  void whatIsBeingDoneIsNotOver() {
    seconds(0, 10, Outcome.OK);
    disturbances = List.of(new Disturbance(10 * SECOND, Long.MAX_VALUE));
    seconds(10, 40, Outcome.OK);

    assertThat(windows.windows()).containsExactly(new Disturbance(10 * SECOND, 40 * SECOND));
  }

  @Test
  void anotherFaultOpensAnotherWindow() {
    seconds(0, 10, Outcome.OK);
    disturbances = List.of(at(10_000));
    seconds(10, 30, Outcome.OK);
    disturbances = List.of(at(10_000), at(30_000));
    seconds(30, 50, Outcome.OK);

    assertThat(windows.windows())
        .containsExactly(
            new Disturbance(10 * SECOND, 21 * SECOND), new Disturbance(30 * SECOND, 41 * SECOND));
  }

  @Test
  void withoutAFaultEverythingIsOutside() {
    seconds(0, 10, ErrorKind.TIMEOUT);

    assertThat(windows.windows()).isEmpty();
    assertThat(failed(windows.outside())).isEqualTo(10 * PER_SECOND);
  }

  private static Disturbance at(long millis) {
    return new Disturbance(millis * 1_000_000L, millis * 1_000_000L + 1);
  }

  private void seconds(int from, int to, Status status) {
    for (int second = from; second < to; second++) {
      for (int number = 0; number < PER_SECOND; number++) {
        long done = second * SECOND + number * SECOND / PER_SECOND;
        recorder.client(0).record(OperationType.READ, status, done, 1_000_000L, 1_000_000L);
      }
      Snapshot recorded = recorder.collect();
      ticks.add(recorder.ticks());
      Interval interval =
          new Interval(Instant.EPOCH, second * SECOND, SECOND, 1, 0, recorded, recorder.ticks());
      windows.ended(
          interval,
          disturbances,
          now -> RecoveryRule.recoveries(Ticks.sum(ticks), disturbances, OfferedLoad.none(), now));
    }
  }

  private static long failed(DisturbanceWindows.WindowMeasurements part) {
    return part.recorded().count() - part.recorded().okCount();
  }
}
