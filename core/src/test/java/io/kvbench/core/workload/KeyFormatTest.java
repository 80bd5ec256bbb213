package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFormatTest {

  @ParameterizedTest
  @CsvSource({"0, user0", "7, user7", "10, user10", "1234567890123456789, user1234567890123456789"})
  void orderedKeysAreTheirNumbers(long number, String key) {
    assertKey(format("insertorder=ordered"), number, key);
  }

  @Test
  void zeroPaddingSetsTheLeastNumberOfDigits() {
    KeyFormat format = format("insertorder=ordered\nzeropadding=3");
    assertKey(format, 5, "user005");
    assertKey(format, 99_999, "user99999");
  }

  @Test
  void hashedKeysAreWhatYcsbWrites() {
    assertKey(format(""), 0, "user6284781860667377211");
    assertKey(format("zeropadding=22"), 0, "user0006284781860667377211");
  }

  @Test
  void thePrefixIsOneByteForEachCharacter() {
    assertKey(format("insertorder=ordered\nkeyprefix=/a\u00fc/"), 1, "/a\u00fc/1");
    assertKey(format("insertorder=ordered\nkeyprefix="), 1, "1");
  }

  @Test
  void aKeySizeMakesAllKeysThatLong() {
    KeyFormat format = format("keysize=8\ninsertorder=hashed\nkeyprefix=user\nzeropadding=20");
    assertKey(format, 0, "00000000");
    assertKey(format, 123, "00000123");
    assertKey(format, 99_999_999, "99999999");
  }

  @Test
  void aNumberThatOutgrowsTheKeySizeKeepsItsDigits() {
    assertKey(format("keysize=2"), 123, "123");
  }

  @Test
  void keysAreEqualIfTheyAreOfOneNumberAndForm() {
    assertThat(new NumberedKey(format("keysize=8"), 4))
        .isEqualTo(new NumberedKey(format("keysize=8"), 4))
        .isNotEqualTo(new NumberedKey(format("keysize=8"), 5))
        .isNotEqualTo(new NumberedKey(format("keysize=7"), 4));
  }

  private static void assertKey(KeyFormat format, long number, String text) {
    NumberedKey key = new NumberedKey(format, number);
    assertThat(key.toString()).isEqualTo(text);
    assertThat(key.toByteArray()).isEqualTo(WorkloadFixtures.latin(text));
  }

  private static KeyFormat format(String lines) {
    Problems problems = new Problems();
    KeyFormat format = KeyFormat.from(WorkloadFixtures.settings(lines, problems), 1, problems);
    assertThat(problems.list()).isEmpty();
    return format;
  }
}
