package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules without chance against their formulas in a hundred digits. */
class ExactArrivalsTest {
  private static final MathContext DIGITS = new MathContext(100);
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);
  private static final long BILLION = 1_000_000_000L;

  @Test
  void aConstantRateIsEvenlySpaced() {
    Arrivals arrivals = new ConstantRate(1000);

    assertThat(arrivals.startNanos(0)).isZero();
    assertThat(arrivals.startNanos(1)).isEqualTo(1_000_000);
    assertThat(arrivals.startNanos(1500)).isEqualTo(1_500_000_000L);
    assertThat(new ConstantRate(0.1).startNanos(1)).isEqualTo(10 * BILLION);
    assertThat(arrivals.meanPerSecond(5)).isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.9, 7, 999, 1000, 33_333.3, 1_000_000, 1e9})
  void aConstantRateDoesNotDrift(double perSecond) {
    Arrivals arrivals = new ConstantRate(perSecond);
    BigDecimal rate = new BigDecimal(perSecond);

    assertExact(arrivals, index -> BigDecimal.valueOf(index).divide(rate, DIGITS));
  }

  @Test
  void whatIsCenturiesAwayStaysThere() {
    assertThat(new ConstantRate(0.0001).startNanos(BILLION)).isEqualTo(Arrivals.NEVER_NANOS);
    assertThat(new ConstantRate(Double.MIN_VALUE).startNanos(1)).isEqualTo(Arrivals.NEVER_NANOS);
    assertThat(new Ramp(0, Double.MIN_VALUE, Duration.ofDays(1)).startNanos(1))
        .isEqualTo(Arrivals.NEVER_NANOS);
  }

  @Test
  void aRampGoesFromOneRateToTheOtherAndStaysThere() {
    Arrivals ramp = new Ramp(0, 200, Duration.ofSeconds(10));

    assertThat(ramp.startNanos(0)).isZero();
    assertThat(ramp.startNanos(250)).isEqualTo(5 * BILLION);
    assertThat(ramp.startNanos(1000)).isEqualTo(10 * BILLION);
    assertThat(ramp.startNanos(1001)).isEqualTo(10 * BILLION + 5_000_000);
    assertThat(ramp.startNanos(1400)).isEqualTo(12 * BILLION);
  }

  @Test
  void aRampDownToNothingEnds() {
    Arrivals ramp = new Ramp(200, 0, Duration.ofSeconds(10));

    assertThat(ramp.startNanos(750)).isEqualTo(5 * BILLION);
    assertThat(ramp.startNanos(999)).isLessThan(10 * BILLION);
    assertThat(ramp.startNanos(1000)).isEqualTo(10 * BILLION);
    assertThat(ramp.startNanos(1001)).isEqualTo(Arrivals.NEVER_NANOS);
  }

  @Test
  void aRampBetweenEqualRatesIsAConstantRate() {
    Arrivals ramp = new Ramp(333, 333, Duration.ofSeconds(10));
    Arrivals constant = new ConstantRate(333);

    for (long index = 0; index < 10_000; index++) {
      assertThat(ramp.startNanos(index)).isEqualTo(constant.startNanos(index));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 20000, 60",
    "0, 1000, 2000000",
    "1000, 0, 2000000",
    "1000, 0.001, 2000000",
    "999.9, 1000, 1000000",
    "0, 1e9, 3600",
    "7777.7, 3, 123456",
    "20000, 1000, 100000",
    "10, 20, 3000000000"
  })
  void aRampDoesNotDrift(double from, double to, long seconds) {
    Arrivals ramp = new Ramp(from, to, Duration.ofSeconds(seconds));
    BigDecimal a = new BigDecimal(from);
    BigDecimal b = new BigDecimal(to);
    BigDecimal length = BigDecimal.valueOf(seconds);
    BigDecimal ramped = a.add(b).multiply(length).divide(BigDecimal.TWO, DIGITS);
    assertExact(
        ramp,
        index -> {
          BigDecimal i = BigDecimal.valueOf(index);
          if (i.compareTo(ramped) > 0) {
            return to == 0
                ? length.multiply(NANOS)
                : length.add(i.subtract(ramped).divide(b, DIGITS));
          }
          BigDecimal twice = i.multiply(BigDecimal.TWO);
          BigDecimal square =
              a.multiply(a).add(b.subtract(a).multiply(twice).divide(length, DIGITS));
          return index == 0 ? i : twice.divide(a.add(square.sqrt(DIGITS)), DIGITS);
        });
  }

  @Test
  void stepsFollowOneAnotherAndTheLastGoesOn() {
    Arrivals steps = new RateSteps(List.of(10.0, 100.0, 50.0), Duration.ofSeconds(3));

    assertThat(steps.startNanos(0)).isZero();
    assertThat(steps.startNanos(9)).isEqualTo(900_000_000);
    assertThat(steps.startNanos(10)).isEqualTo(BILLION);
    assertThat(steps.startNanos(11)).isEqualTo(1_010_000_000);
    assertThat(steps.startNanos(110)).isEqualTo(2 * BILLION);
    assertThat(steps.startNanos(160)).isEqualTo(3 * BILLION);
    assertThat(steps.startNanos(210)).isEqualTo(4 * BILLION);
  }

  @Test
  void thePartOfAnArrivalThatAStepLeavesOverCountsInTheNext() {
    Arrivals steps = new RateSteps(List.of(2.5, 1.0), Duration.ofSeconds(2));

    assertThat(steps.startNanos(2)).isEqualTo(800_000_000);
    // Half an arrival was left over, so the other half is due half a second after the boundary.
    assertThat(steps.startNanos(3)).isEqualTo(1_500_000_000);
    assertThat(steps.startNanos(4)).isEqualTo(2_500_000_000L);
  }

  @ParameterizedTest
  @CsvSource({"1000;2000;5000, 60", "3.3;1e6;0.7, 1000", "1e9, 7", "0.001;0.1;777.7;9, 3000000"})
  void stepsDoNotDrift(String list, long seconds) {
    List<Double> rates = List.of(list.split(";")).stream().map(Double::valueOf).toList();
    BigDecimal length =
        BigDecimal.valueOf(seconds).divide(BigDecimal.valueOf(rates.size()), DIGITS);
    assertExact(
        new RateSteps(rates, Duration.ofSeconds(seconds)),
        index -> {
          BigDecimal left = BigDecimal.valueOf(index);
          BigDecimal begin = BigDecimal.ZERO;
          for (int step = 0; step < rates.size() - 1; step++) {
            BigDecimal inStep = new BigDecimal(rates.get(step)).multiply(length);
            if (left.compareTo(inStep) < 0) {
              return begin.add(left.divide(new BigDecimal(rates.get(step)), DIGITS));
            }
            left = left.subtract(inStep);
            begin = begin.add(length);
          }
          return begin.add(left.divide(new BigDecimal(rates.getLast()), DIGITS));
        });
  }

  @Test
  void theMeanIsTheArrivalsUntilThenDividedByTheTime() {
    Arrivals ramp = new Ramp(100, 300, Duration.ofSeconds(10));
    Arrivals steps = new RateSteps(List.of(10.0, 100.0, 40.0), Duration.ofSeconds(3));

    assertThat(ramp.meanPerSecond(0)).isEqualTo(100);
    assertThat(ramp.meanPerSecond(5 * BILLION)).isEqualTo(150);
    assertThat(ramp.meanPerSecond(10 * BILLION)).isEqualTo(200);
    assertThat(ramp.meanPerSecond(20 * BILLION)).isEqualTo(250);
    assertThat(steps.meanPerSecond(0)).isEqualTo(10);
    assertThat(steps.meanPerSecond(BILLION)).isEqualTo(10);
    assertThat(steps.meanPerSecond(2 * BILLION)).isEqualTo(55);
    assertThat(steps.meanPerSecond(3 * BILLION)).isEqualTo(50);
    assertThat(steps.meanPerSecond(5 * BILLION)).isEqualTo(46);
  }

  private static void assertExact(Arrivals arrivals, LongFunction<BigDecimal> seconds) {
    SplittableRandom random = new SplittableRandom(1);
    for (int bits = 1; bits < 60; bits++) {
      assertExact(arrivals, seconds, random.nextLong(1L << bits));
    }
    for (long index = BILLION - 20; index < BILLION + 20; index++) {
      assertExact(arrivals, seconds, index);
    }
    assertExact(arrivals, seconds, BILLION * BILLION);
  }

  private static void assertExact(Arrivals arrivals, LongFunction<BigDecimal> seconds, long index) {
    BigDecimal exact =
        seconds.apply(index).multiply(NANOS).min(BigDecimal.valueOf(Arrivals.NEVER_NANOS));
    assertThat(BigDecimal.valueOf(arrivals.startNanos(index)).subtract(exact).abs())
        .as("%s at %s", arrivals, index)
        .isLessThanOrEqualTo(BigDecimal.ONE);
  }
}
