package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleScheduleTest {
  private final SampleSchedule schedule = new SampleSchedule(500, 100);

  @Test
  void isAFunctionOfTheNumberSoThatNothingDrifts() {
    assertThat(schedule.dueNanos(0)).isEqualTo(500);
    assertThat(schedule.dueNanos(1_000_000)).isEqualTo(100_000_500);
    assertThat(schedule.next(3, 800)).isEqualTo(4);
    assertThat(schedule.next(3, 899)).isEqualTo(4);
  }

  @Test
  void leavesOutWhatIsAWholePeriodLate() {
    assertThat(schedule.next(3, 999)).as("number 4 is 99 late").isEqualTo(4);
    assertThat(schedule.next(3, 1_050)).as("number 4 is 150 late").isEqualTo(5);
    assertThat(schedule.next(3, 10_000)).isEqualTo(95);
    assertThat(schedule.current(3, 899)).as("99 late").isEqualTo(3);
    assertThat(schedule.current(3, 1_150)).as("350 late").isEqualTo(6);
    assertThat(schedule.current(3, 700)).as("woken early").isEqualTo(3);
  }
}
