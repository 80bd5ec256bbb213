package io.kvbench.runner.distributed.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockBoundsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void manyExchangesAreCloserThanAMillisecond() {
    Duration ahead = Duration.ofNanos(7_300_400);
    ClockBounds bounds = ClockBounds.NONE;
    for (int exchange = 0; exchange < 200; exchange++) {
      Instant sent = START.plusNanos(exchange * 3_137_000L);
      Instant served = sent.plusNanos(200_000).plus(ahead);
      bounds = bounds.and(sent, sent.plusNanos(400_000), served.toEpochMilli());
    }

    ClockOffset offset = bounds.offset();

    assertThat(offset.ahead().minus(ahead).abs()).isLessThanOrEqualTo(offset.error());
    assertThat(offset.error()).isLessThan(Duration.ofMillis(1));
  }

  @Test
  void aClockThatWasSetIsBelievedFromThenOn() {
    ClockBounds before = ClockBounds.NONE.and(START, START.plusMillis(1), START.toEpochMilli());
    Instant set = START.plusSeconds(3600);

    ClockOffset offset = before.and(START, START.plusMillis(1), set.toEpochMilli()).offset();

    assertThat(offset.ahead())
        .isBetween(Duration.ofMillis(3_599_990), Duration.ofMillis(3_600_010));
  }
}
