package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DoubleDoubleTest {
  private static final MathContext DIGITS = new MathContext(100);

  /** 2^-100: slightly less than the combined precision of the parts. */
  private static final BigDecimal ACCURACY = BigDecimal.ONE.divide(BigDecimal.TWO.pow(100));

  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void takesWholeNumbersExactly() {
    LongStream.of(0, 1, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, Long.MAX_VALUE - 1)
        .forEach(
            number -> {
              assertThat(exact(DoubleDouble.of(number)))
                  .isEqualByComparingTo(BigDecimal.valueOf(number));
            });
  }

  @Test
  void computesToAHundredBits() {
    for (int i = 0; i < 1_000; i++) {
      DoubleDouble one = number();
      DoubleDouble other = number();
      BigDecimal x = exact(one);
      BigDecimal y = exact(other);
      assertClose(one.plus(other), x.add(y));
      assertClose(one.plus(other.high()), x.add(new BigDecimal(other.high())));
      assertClose(one.times(other), x.multiply(y));
      assertClose(one.times(other.high()), x.multiply(new BigDecimal(other.high())));
      assertClose(one.dividedBy(other), x.divide(y, DIGITS));
      assertClose(one.dividedBy(other.high()), x.divide(new BigDecimal(other.high()), DIGITS));
      assertClose(one.squareRoot(), x.sqrt(DIGITS));
    }
  }

  @Test
  void keepsWhatADifferenceOfDoublesWouldLose() {
    double small = 1e-5;
    DoubleDouble large = DoubleDouble.sum(1e20, small);

    assertThat(exact(large.minus(DoubleDouble.of(1e20))))
        .isEqualByComparingTo(new BigDecimal(small));
  }

  @Test
  void rootsOfNothingAndLessAreNothing() {
    assertThat(DoubleDouble.of(0.0).squareRoot()).isEqualTo(DoubleDouble.of(0.0));
    assertThat(DoubleDouble.of(-1e-30).squareRoot()).isEqualTo(DoubleDouble.of(0.0));
  }

  @Test
  void roundsToTheNearestWholeNumber() {
    assertThat(DoubleDouble.of(2.4).toNanos()).isEqualTo(2);
    assertThat(DoubleDouble.of(2.5).toNanos()).isEqualTo(3);
    assertThat(DoubleDouble.sum(2.5, -1e-20).toNanos()).isEqualTo(2);
    assertThat(DoubleDouble.sum(0x1p60, 0.25).toNanos()).isEqualTo(1L << 60);
    assertThat(DoubleDouble.sum(0x1p60, -0.75).toNanos()).isEqualTo((1L << 60) - 1);
    assertThat(DoubleDouble.of(1e30).toNanos()).isEqualTo(Arrivals.NEVER_NANOS);
    assertThat(DoubleDouble.of(Long.MAX_VALUE).toNanos()).isEqualTo(Arrivals.NEVER_NANOS);
  }

  @Test
  void comparesByBothParts() {
    DoubleDouble one = DoubleDouble.of(1.0);
    DoubleDouble more = DoubleDouble.sum(1, 1e-20);

    assertThat(one.isLessThan(more)).isTrue();
    assertThat(more.isLessThan(one)).isFalse();
    assertThat(one.isLessThan(one)).isFalse();
    assertThat(more.isLessThan(DoubleDouble.of(2.0))).isTrue();
  }

  private DoubleDouble number() {
    double high = random.nextDouble(0.001, 1e9);
    return DoubleDouble.sum(high, high * 0x1p-54 * random.nextDouble());
  }

  private static void assertClose(DoubleDouble computed, BigDecimal exact) {
    assertThat(exact(computed).subtract(exact).abs())
        .isLessThanOrEqualTo(exact.abs().multiply(ACCURACY));
  }

  private static BigDecimal exact(DoubleDouble number) {
    return new BigDecimal(number.high()).add(new BigDecimal(number.low()));
  }
}
