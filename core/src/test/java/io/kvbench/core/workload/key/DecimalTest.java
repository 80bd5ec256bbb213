package io.kvbench.core.workload.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecimalTest {

  /** Returns both sides of every power of ten and of two, and numbers of every length. */
  static LongStream numbers() {
    LongStream.Builder numbers = LongStream.builder();
    for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
      numbers.add(power - 1).add(power).add(power + 1);
    }
    SplittableRandom random = new SplittableRandom(4);
    for (int bits = 1; bits < Long.SIZE; bits++) {
      numbers.add((1L << bits) - 1).add(random.nextLong() >>> (Long.SIZE - bits));
    }
    return numbers.add(Long.MAX_VALUE).build();
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void writesWhatJavaWrites(long number) {
    byte[] bytes = new byte[25];

    int begin = Decimal.writeToEnd(number, bytes);

    assertThat(new String(bytes, begin, bytes.length - begin, StandardCharsets.ISO_8859_1))
        .isEqualTo(Long.toString(number));
    assertThat(Decimal.digits(number)).isEqualTo(Long.toString(number).length());
  }
}
