package io.kvbench.host.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");
  private static final long AHEAD_NANOS = 5_000_000_000L;

  /** A network delay: time passes on the way of questions only. */
  private static final class Travel implements NanoClock {
    private long now;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public Instant instant() {
      return START.plusNanos(now);
    }

    @Override
    public void parkUntil(long nanos) {
      now = nanos;
    }

    /** Asks a host whose clock is ahead; each journey takes as long as the next number says. */
    long ask(Queue<Long> there, Queue<Long> back) {
      now += there.remove();
      Instant theirs = instant().plusNanos(AHEAD_NANOS);
      now += back.remove();
      return theirs.getEpochSecond() * 1_000_000_000L + theirs.getNano();
    }
  }

  @Test
  void theQuickestQuestionCounts() throws Exception {
    Travel travel = new Travel();
    Queue<Long> there = new ArrayDeque<>(List.of(9_000L, 800L, 50L, 70L, 900L, 60L, 70L, 80L));
    Queue<Long> back = new ArrayDeque<>(List.of(100L, 100L, 50L, 70L, 100L, 60L, 70L, 80L));

    ClockOffset offset = ClockOffset.measure(() -> travel.ask(there, back), travel);

    assertThat(offset).isEqualTo(new ClockOffset(AHEAD_NANOS, 50));
    assertThat(there).as("all were asked").isEmpty();
  }

  @Test
  void theTruthIsWithinTheUncertaintyHoweverUnequalTheWaysAre() throws Exception {
    for (List<Long> ways : List.of(List.of(0L, 1_000L), List.of(1_000L, 0L), List.of(7L, 0L))) {
      Travel travel = new Travel();
      ClockOffset offset =
          ClockOffset.measure(
              () ->
                  travel.ask(
                      new ArrayDeque<>(List.of(ways.getFirst())),
                      new ArrayDeque<>(List.of(ways.getLast()))),
              travel);
      assertThat(Math.abs(offset.aheadNanos() - AHEAD_NANOS))
          .isLessThanOrEqualTo(offset.errorNanos());
    }
  }

  @Test
  void readingsOfALongTickAreCloserThanTheTick() throws Exception {
    Travel travel = new Travel();
    long tick = 1_000_000;

    ClockOffset offset =
        ClockOffset.measure(
            () -> {
              travel.parkUntil(travel.nanos() + 3_137_000);
              long theirs =
                  travel.ask(new ArrayDeque<>(List.of(9_000L)), new ArrayDeque<>(List.of(9_000L)));
              return theirs - theirs % tick;
            },
            Duration.ofNanos(tick),
            travel);

    assertThat(Math.abs(offset.aheadNanos() - AHEAD_NANOS))
        .isLessThanOrEqualTo(offset.errorNanos());
  }

  @Test
  void timesAreConvertedBothWays() {
    ClockOffset offset = new ClockOffset(5, 1);

    assertThat(offset.here(START)).isEqualTo(START.minusNanos(5));
    assertThat(offset.there(START)).isEqualTo(START.plusNanos(5));
  }
}
