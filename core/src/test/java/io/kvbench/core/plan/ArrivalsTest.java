package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every shape. */
class ArrivalsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long CENTURY_NANOS = Duration.ofDays(36_525).toNanos();

  static Stream<Arrivals> shapes() {
    return Stream.of(
        new ConstantRate(777.7),
        new ConstantRate(1e9),
        new PoissonArrivals(777.7, 1),
        new PoissonArrivals(1e9, 2),
        new PoissonArrivals(0.01, 3),
        new Ramp(0, 3000, MINUTE),
        new Ramp(3000, 0, MINUTE),
        new Ramp(5, 1e9, MINUTE),
        new Ramp(10, 20, Duration.ofDays(40_000)),
        new RateSteps(List.of(300.3, 7.0, 1e6 / 3), MINUTE),
        new RateSteps(List.of(0.01, 0.02), MINUTE));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void neverGoBackInTheFirstThousands(Arrivals arrivals) {
    assertRises(arrivals, 0, 1, 200_000);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void neverGoBackOverAllIndexes(Arrivals arrivals) {
    for (int bits = 18; bits < 63; bits++) {
      assertRises(arrivals, 1L << bits, (1L << bits) / 100, 100);
      assertRises(arrivals, (1L << bits) - 500, 1, 1000);
    }
    assertRises(arrivals, Long.MAX_VALUE - 1000, 1, 1000);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void startWithinTheCenturyOrNever(Arrivals arrivals) {
    assertThat(arrivals.startNanos(0)).isBetween(0L, CENTURY_NANOS);
    assertThat(arrivals.startNanos(Long.MAX_VALUE)).isEqualTo(Arrivals.NEVER_NANOS);
    assertThat(Arrivals.NEVER_NANOS).isGreaterThan(CENTURY_NANOS);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void arePureInTheIndex(Arrivals arrivals) {
    long[] inOrder = new long[5000];
    for (int index = 0; index < inOrder.length; index++) {
      inOrder[index] = arrivals.startNanos(index);
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int asked = 0; asked < 1000; asked++) {
      int index = random.nextInt(inOrder.length);
      assertThat(arrivals.startNanos(index)).isEqualTo(inOrder[index]);
      arrivals.startNanos(random.nextLong(Long.MAX_VALUE));
    }
  }

  @Test
  void needARateAndTime() {
    Stream.of(0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY)
        .forEach(
            rate -> {
              assertRefused(() -> new ConstantRate(rate));
              assertRefused(() -> new PoissonArrivals(rate, 1));
              assertRefused(() -> new RateSteps(List.of(1.0, rate), MINUTE));
            });
    assertRefused(() -> new Ramp(-1, 5, MINUTE));
    assertRefused(() -> new Ramp(5, -1, MINUTE));
    assertRefused(() -> new Ramp(5, Double.NaN, MINUTE));
    assertRefused(() -> new Ramp(0, 0, MINUTE));
    assertRefused(() -> new Ramp(1, 2, Duration.ZERO));
    assertRefused(() -> new RateSteps(List.of(), MINUTE));
    assertRefused(() -> new RateSteps(List.of(1.0), Duration.ZERO));
  }

  @Test
  void areCalledByTheirRates() {
    assertThat(new ConstantRate(2500)).hasToString("constant 2,500/s");
    assertThat(new ConstantRate(0.25)).hasToString("constant 0.25/s");
    assertThat(new PoissonArrivals(1_000_000, 1)).hasToString("Poisson 1,000,000/s");
    assertThat(new Ramp(1000, 20_000, MINUTE)).hasToString("ramp 1,000/s to 20,000/s over 60 s");
    assertThat(new RateSteps(List.of(1000.0, 2000.0, 5000.0), MINUTE))
        .hasToString("steps 1,000/s, 2,000/s, 5,000/s, 20 s each");
    assertThat(new RateSteps(List.of(5.0, 6.0, 7.0), Duration.ofSeconds(2)))
        .hasToString("steps 5/s, 6/s, 7/s, 666.667 ms each");
  }

  private static void assertRises(Arrivals arrivals, long first, long step, int count) {
    long before = arrivals.startNanos(first);
    for (int i = 1; i <= count; i++) {
      long start = arrivals.startNanos(first + i * step);
      if (start < before) {
        assertThat(start).as("%s at %s", arrivals, first + i * step).isGreaterThanOrEqualTo(before);
      }
      before = start;
    }
  }

  private static void assertRefused(Runnable creation) {
    assertThatIllegalArgumentException().isThrownBy(creation::run);
  }
}
