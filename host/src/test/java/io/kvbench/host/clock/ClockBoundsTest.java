package io.kvbench.host.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockBoundsTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long MILLI = 1_000_000;
  private static final long HOUR = 3_600_000 * MILLI;

  @Test
  void manyReadingsAreCloserThanATick() {
    long ahead = 7_300_400;
    ClockBounds bounds = ClockBounds.NONE;
    for (int reading = 0; reading < 200; reading++) {
      long sent = START + reading * 3_137_000L;
      long served = sent + 200_000 + ahead;
      bounds = bounds.and(sent, sent + 400_000, served - served % MILLI, MILLI);
    }

    ClockOffset offset = ClockOffset.between(bounds);

    assertThat(Math.abs(offset.aheadNanos() - ahead)).isLessThanOrEqualTo(offset.errorNanos());
    assertThat(offset.errorNanos()).isLessThan(MILLI);
  }

  @Test
  void aClockThatWasSetIsBelievedFromThenOn() {
    ClockBounds before = ClockBounds.NONE.and(START, START + MILLI, START, MILLI);

    ClockOffset offset = ClockOffset.between(before.and(START, START + MILLI, START + HOUR, MILLI));

    assertThat(offset.aheadNanos()).isBetween(HOUR - 10 * MILLI, HOUR + 10 * MILLI);
  }
}
