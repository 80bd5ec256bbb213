package io.kvbench.core.workload.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.Key;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the numbers that a store's keys name. */
class KeyNumbersTest {
  private static final RecordNumbers SPACE = new RecordNumbers(1500, 500, 1000, 1500);

  private static long number(KeyFormat format, String key) {
    return new KeyNumbers(format, SPACE).of(Key.of(key));
  }

  @ParameterizedTest
  @CsvSource({"user,1,false", "'',8,false", "user,1,true", "k/,24,true"})
  void theKeyOfARecordHasItsNumber(String prefix, int digits, boolean hashed) {
    KeyFormat format = new KeyFormat(prefix, digits, hashed);
    KeyNumbers numbers = new KeyNumbers(format, SPACE);

    for (long number = 500; number < 1500; number++) {
      assertThat(numbers.of(Key.of(format.render(number)))).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "user",
        "users",
        "user1x",
        "user-1",
        "user01",
        "other1",
        "user99999999999999999999"
      })
  void anotherKeyHasNone(String key) {
    assertThat(number(new KeyFormat("user", 1, false), key)).isEqualTo(KeyNumbers.NONE);
    assertThat(number(new KeyFormat("user", 1, true), key)).isEqualTo(KeyNumbers.NONE);
  }

  @Test
  void anInsertedRecordIsKnownUnlessItsKeyIsHashed() {
    KeyFormat ordered = new KeyFormat("user", 1, false);
    KeyFormat hashed = new KeyFormat("user", 1, true);

    assertThat(number(ordered, "user1700")).isEqualTo(1700);
    assertThat(number(hashed, new NumberedKey(hashed, 1700).toString())).isEqualTo(KeyNumbers.NONE);
  }

  @Test
  void theLargestNumberIsParsed() {
    KeyFormat format = new KeyFormat("user", 1, false);

    assertThat(number(format, "user" + Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }
}
