package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of properties common to all shapes. */
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
        Stages.ramp(0, 3000, MINUTE),
        Stages.ramp(3000, 0, MINUTE),
        Stages.ramp(5, 1e9, MINUTE),
        Stages.ramp(10, 20, Duration.ofDays(40_000)),
        Stages.steps(List.of(300.3, 7.0, 1e6 / 3), MINUTE),
        Stages.steps(List.of(0.01, 0.02), MINUTE),
        new Stages(Stage.parse("0..3000 for 30s, 0 for 10s, 500 for 5s, 500..7 for 1m")),
        new Stages(Stage.parse("0 for 10s, 0..1e9 for 1s, 1e9..0 for 1s, 0 for 3s")),
        new SineRate(777.7, 777.7, MINUTE),
        new SineRate(0.01, 0.005, Duration.ofSeconds(1)),
        new SineRate(5e8, 5e8, Duration.ofHours(24)));
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
              assertRefused(() -> Stages.steps(List.of(1.0, rate), MINUTE));
            });
    assertRefused(() -> Stages.ramp(-1, 5, MINUTE));
    assertRefused(() -> Stages.ramp(5, -1, MINUTE));
    assertRefused(() -> Stages.ramp(5, Double.NaN, MINUTE));
    assertRefused(() -> Stages.ramp(0, 0, MINUTE));
    assertRefused(() -> Stages.ramp(1, 2, Duration.ZERO));
    assertRefused(() -> new Stages(Stage.parse("0 for 10s, 0 for 1s")));
    assertRefused(() -> new SineRate(1, 1.5, MINUTE));
    assertRefused(() -> new SineRate(0, 0, MINUTE));
    assertRefused(() -> new SineRate(1, 0, Duration.ZERO));
    assertRefused(() -> Stages.steps(List.of(), MINUTE));
    assertRefused(() -> Stages.steps(List.of(1.0), Duration.ZERO));
  }

  @Test
  @Timeout(5)
  void aTextThatIsNoStageIsRefusedAtOnce() {
    for (String text :
        List.of("", "5", "for 5s", "5 for", "..5 for 5s", "5.. for 5s", "5 for 5s for 5s")) {
      assertRefused(() -> Stage.parse(text));
    }
    assertRefused(() -> Stage.parse("1" + " ".repeat(200_000) + "x"));
  }

  @Test
  void areCalledByTheirRates() {
    assertThat(new ConstantRate(2500)).hasToString("constant 2,500/s");
    assertThat(new ConstantRate(0.25)).hasToString("constant 0.25/s");
    assertThat(new PoissonArrivals(1_000_000, 1)).hasToString("Poisson 1,000,000/s");
    assertThat(Stages.ramp(1000, 20_000, MINUTE)).hasToString("ramp 1,000/s to 20,000/s over 60 s");
    assertThat(Stages.steps(List.of(1000.0, 2000.0, 5000.0), MINUTE))
        .hasToString("steps 1,000/s, 2,000/s, 5,000/s, 20 s each");
    assertThat(Stages.steps(List.of(5.0, 6.0, 7.0), Duration.ofSeconds(2)))
        .hasToString("steps 5/s, 6/s, 7/s, 666.667 ms each");
    assertThat(new Stages(Stage.parse("0..1k for 30s, 1k for 1m,0 for 500ms")))
        .hasToString("stages 0/s to 1,000/s in 30 s, 1,000/s for 60 s, pause of 500 ms");
    assertThat(new SineRate(1000, 250, MINUTE)).hasToString("sine 750/s to 1,250/s, period 60 s");
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
