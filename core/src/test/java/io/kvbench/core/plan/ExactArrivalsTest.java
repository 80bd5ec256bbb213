package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.workload.key.RunPart;
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

/** Tests of deterministic schedules against their formulas with a hundred digits. */
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
    assertThat(Stages.ramp(0, Double.MIN_VALUE, Duration.ofDays(1)).startNanos(1))
        .isEqualTo(Arrivals.NEVER_NANOS);
  }

  @Test
  void aRampGoesFromOneRateToTheOtherAndStaysThere() {
    Arrivals ramp = Stages.ramp(0, 200, Duration.ofSeconds(10));

    assertThat(ramp.startNanos(0)).isZero();
    assertThat(ramp.startNanos(250)).isEqualTo(5 * BILLION);
    assertThat(ramp.startNanos(1000)).isEqualTo(10 * BILLION);
    assertThat(ramp.startNanos(1001)).isEqualTo(10 * BILLION + 5_000_000);
    assertThat(ramp.startNanos(1400)).isEqualTo(12 * BILLION);
  }

  @Test
  void aRampDownToNothingEnds() {
    Arrivals ramp = Stages.ramp(200, 0, Duration.ofSeconds(10));

    assertThat(ramp.startNanos(750)).isEqualTo(5 * BILLION);
    assertThat(ramp.startNanos(999)).isLessThan(10 * BILLION);
    assertThat(ramp.startNanos(1000)).isEqualTo(10 * BILLION);
    assertThat(ramp.startNanos(1001)).isEqualTo(Arrivals.NEVER_NANOS);
  }

  @Test
  void aRampBetweenEqualRatesIsAConstantRate() {
    Arrivals ramp = Stages.ramp(333, 333, Duration.ofSeconds(10));
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
    Arrivals ramp = Stages.ramp(from, to, Duration.ofSeconds(seconds));
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
    Arrivals steps = Stages.steps(List.of(10.0, 100.0, 50.0), Duration.ofSeconds(3));

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
    Arrivals steps = Stages.steps(List.of(2.5, 1.0), Duration.ofSeconds(2));

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
        Stages.steps(rates, Duration.ofSeconds(seconds)),
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
  void stagesRampHoldPauseAndGoOn() {
    Arrivals stages =
        new Stages(
            Stage.parse("0..200 for 10s, 200 for 1s, 0 for 5s, 1000 for 1s, 1000..0 for 2s"));

    assertThat(stages.startNanos(250)).isEqualTo(5 * BILLION);
    assertThat(stages.startNanos(1100)).isEqualTo(10 * BILLION + BILLION / 2);
    // The pause is between two arrivals: the one at its beginning comes after it.
    assertThat(stages.startNanos(1199)).isEqualTo(11 * BILLION - 5_000_000);
    assertThat(stages.startNanos(1200)).isEqualTo(16 * BILLION);
    assertThat(stages.startNanos(2200)).isEqualTo(17 * BILLION);
    assertThat(stages.startNanos(2200 + 750)).isEqualTo(18 * BILLION);
    assertThat(stages.startNanos(2200 + 1000)).isEqualTo(19 * BILLION);
    assertThat(stages.startNanos(2200 + 1001)).isEqualTo(Arrivals.NEVER_NANOS);
    assertThat(stages.between(0, 19 * BILLION)).isEqualTo(3200);
    assertThat(stages.between(11 * BILLION, 16 * BILLION)).isZero();
    assertThat(stages.changes().stream().map(Object::toString))
        .containsExactly(
            "RateChange[phaseNanos=10000000000, rate=200/s]",
            "RateChange[phaseNanos=11000000000, rate=0/s]",
            "RateChange[phaseNanos=16000000000, rate=1,000/s]",
            "RateChange[phaseNanos=17000000000, rate=1,000/s to 0/s]",
            "RateChange[phaseNanos=19000000000, rate=0/s]");
  }

  /** The keys that change a rate would mistake a rounding error for a rate. */
  @Test
  void inAPauseNoArrivalIsMeantWhereverItIs() {
    Stages stages = new Stages(Stage.parse("5300 for 100s, 0 for 100s"));
    Arrivals poisson = new PoissonStages(stages, 1);
    for (long from = 100 * BILLION; from < 200 * BILLION; from += 1_234_567_891L) {
      assertThat(stages.between(from, from + 10_000_000)).isZero();
      assertThat(poisson.between(from, from + 10_000_000)).isZero();
      assertThat(new ArrivalsOfPart(stages, new RunPart(1, 3)).between(from, from + 10_000_000))
          .isZero();
    }
  }

  @Test
  void thePartOfAnArrivalThatARampLeavesOverCountsAfterThePause() {
    Arrivals stages = new Stages(Stage.parse("0..5 for 1s, 0 for 1s, 1 for 10s"));

    // Two and a half arrivals in the first second.
    assertThat(stages.startNanos(2)).isLessThan(BILLION);
    assertThat(stages.startNanos(3)).isEqualTo(2 * BILLION + BILLION / 2);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 500, 60, 0.001",
    "1000, 1000, 10, 0.001",
    "1e6, 3e5, 86400, 0.01",
    "0.5, 0.25, 3600, 0.001",
    "333.3, 100, 0.001, 0.001"
  })
  void aSineIsItsIntegralInverted(double mean, double amplitude, double seconds, double most) {
    Arrivals sine = new SineRate(mean, amplitude, Duration.ofNanos((long) (seconds * BILLION)));
    SplittableRandom random = new SplittableRandom(1);
    for (int bits = 1; bits < 31; bits++) {
      long index = random.nextLong(1L << bits);
      double t = sine.startNanos(index) / 1e9;
      double half = Math.sin(Math.PI * (t % seconds) / seconds);
      double arrivals = mean * t + amplitude * seconds / Math.PI * half * half;
      // The arrivals of a nanosecond, and the precision of a double.
      double tolerance = most + 2e-9 * (mean + amplitude) + index * 1e-14;
      assertThat(arrivals)
          .as("%s at %s", sine, index)
          .isBetween(index - tolerance, index + tolerance);
    }
  }

  @Test
  void aSineRepeatsItselfInEveryPeriod() {
    Arrivals sine = new SineRate(100, 80, Duration.ofSeconds(10));

    assertThat(sine.startNanos(0)).isZero();
    for (int index = 0; index < 1000; index++) {
      assertThat(sine.startNanos(1000L * 1_000_000 + index))
          .isEqualTo(10 * BILLION * 1_000_000 + sine.startNanos(index));
    }
    // More in the first half than in the second.
    assertThat(sine.between(0, 5 * BILLION)).isBetween(754.0, 755.0);
    assertThat(sine.between(0, 10 * BILLION)).isBetween(999.999, 1000.001);
    assertThat(sine.meanPerSecond(0)).isEqualTo(100);
  }

  @Test
  void theMeanIsTheArrivalsUntilThenDividedByTheTime() {
    Arrivals ramp = Stages.ramp(100, 300, Duration.ofSeconds(10));
    Arrivals steps = Stages.steps(List.of(10.0, 100.0, 40.0), Duration.ofSeconds(3));

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
