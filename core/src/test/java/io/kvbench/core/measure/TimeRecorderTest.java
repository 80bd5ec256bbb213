package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TimeRecorderTest {
  private static final long MILLI = 1_000_000;

  private final TimeRecorder recorder = new TimeRecorder();

  @Test
  void takesOutWhatWasRecordedOnce() {
    recorder.record(3 * MILLI);
    recorder.record(TimeHistogram.HIGHEST_NANOS + 1);

    TimeHistogram times = recorder.drain();

    assertThat(times.count()).isEqualTo(2);
    assertThat(times.minNanos()).isCloseTo(3 * MILLI, within(MILLI / 100));
    assertThat(times.overRange()).isEqualTo(1);
    assertThat(recorder.drain().count()).isZero();
  }

  @Test
  void aStallCountsForEverythingThatItMet() {
    recorder.recordStall(100 * MILLI, MILLI);

    TimeHistogram times = recorder.drain();

    assertThat(times.count()).isEqualTo(100);
    assertThat(times.maxNanos()).isCloseTo(100 * MILLI, within(MILLI / 10));
    assertThat(times.percentileNanos(50)).isCloseTo(50 * MILLI, within(MILLI / 10));
    assertThat(times.minNanos()).isCloseTo(MILLI, within(MILLI / 100));
  }

  @Test
  void lessThanAPeriodIsLateOnce() {
    recorder.recordStall(0, MILLI);
    recorder.recordStall(MILLI / 2, MILLI);
    recorder.recordStall(MILLI, MILLI);

    assertThat(recorder.drain().count()).isEqualTo(3);
  }
}
