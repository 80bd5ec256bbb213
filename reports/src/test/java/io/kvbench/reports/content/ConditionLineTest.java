package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.SchedulingResult.BusyThread;
import io.kvbench.results.format.TimeResult;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ConditionLineTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void whatWasNotSeenIsNotSaid() {
    ClientCondition calm =
        new ClientCondition(
            SECOND,
            4,
            OptionalDouble.empty(),
            0,
            0,
            0,
            TimeFixtures.none(),
            9_999_999,
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty());

    assertThat(line(calm))
        .contains("25.0 % of 4 processors used, 1.00 ms per operation", "no GC pause")
        .doesNotContain("steal", "clock", "carriers", "busiest", "run delay", "limit");
  }

  @Test
  void whatWasSeenIsSaid() {
    ClientCondition rough =
        new ClientCondition(
            SECOND,
            1,
            OptionalDouble.of(0.25),
            1,
            SECOND / 10,
            SECOND / 10,
            TimeFixtures.none(),
            -2 * SECOND,
            SECOND / 2,
            SECOND / 4,
            Optional.of(
                new SchedulingResult(
                    Optional.of(new BusyThread("nio-2", SECOND / 2)),
                    OptionalLong.of(SECOND / 4),
                    OptionalLong.of(1_000),
                    OptionalLong.of(3),
                    OptionalLong.of(SECOND / 5),
                    OptionalLong.empty())),
            Optional.empty(),
            OptionalLong.empty());

    assertThat(line(rough))
        .contains(
            "100 % of 1 processor used, 1.00 ms per operation, 25.0 % steal, mean"
                + " run delay 250 µs;")
        .contains("busiest thread nio-2 at 50.0 % of a processor")
        .contains("throttled by a CPU limit for 200 ms")
        .contains("about 126 µs of each service time kvbench's own")
        .contains("1 GC pause, longest 100 ms")
        .contains("wall clock set by -2.00 s", "carriers pinned for 500 ms, longest 250 ms");
  }

  @Test
  void aPercentileOfAFewDelaysIsLeftOut() {
    assertThat(line(delayed(1_000))).contains("scheduling delay 1.00 ms at p99, 1.00 ms max");
    assertThat(line(delayed(999))).contains("scheduling delay 1.00 ms max");
  }

  private static ClientCondition delayed(int samples) {
    long[] nanos = new long[samples];
    Arrays.fill(nanos, SECOND / 1_000);
    return new ClientCondition(
        SECOND,
        1,
        OptionalDouble.empty(),
        0,
        0,
        0,
        TimeResult.of(TimeHistogram.ofNanos(nanos)),
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  @Test
  void aPhaseWithoutOperationsHasNoneToDivideBy() {
    ClientCondition idle =
        new ClientCondition(
            SECOND,
            1,
            OptionalDouble.empty(),
            0,
            0,
            0,
            TimeFixtures.none(),
            0,
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty());
    assertThat(ConditionLine.of(idle, SECOND, 0, OptionalLong.empty()))
        .contains("100 % of 1 processor used;");
  }

  private static String line(ClientCondition condition) {
    return ConditionLine.of(condition, SECOND, 1_000, OptionalLong.of(126_000));
  }
}
