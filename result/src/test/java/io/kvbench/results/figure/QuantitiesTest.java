package io.kvbench.results.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  private static final Locale DEFAULT = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 s",
        "1 | 1 ns",
        "999 | 999 ns",
        "1000 | 1.00 µs",
        "26400000 | 26.4 ms",
        "999499999 | 999 ms",
        "999500000 | 1.00 s",
        "9994999 | 9.99 ms",
        "9995000 | 10.0 ms",
        "3600000000000 | 3,600 s",
      })
  void durationsHaveThreeDigits(long nanos, String text) {
    assertThat(Quantities.duration(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0 | <1 µs", "1 | 1 µs", "999 | 999 µs", "1000 | 1.00 ms", "1234567 | 1.23 s"})
  void timesAreAsFineAsTheyWereMeasured(long micros, String text) {
    assertThat(Quantities.micros(micros)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "300000000 | 300 ms",
        "52900000000 | 52.9 s",
        "59940000000 | 59.9 s",
        "59960000000 | 1 min 0 s",
        "725000000000 | 12 min 5 s",
        "3599600000000 | 1 h 0 min 0 s",
        "360000000000000 | 100 h 0 min 0 s",
      })
  void wallTimesAreInWordsFromAMinuteOn(long nanos, String text) {
    assertThat(Quantities.elapsed(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0", "0.25|0.25", "9.996|10.0", "99.94|99.9", "99.96|100", "18903.4|18,903"})
  void ratesHaveTheDigitsThatMatter(double perSecond, String text) {
    assertThat(Quantities.rate(perSecond)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 10 | 0 %",
        "1 | 0 | 0 %",
        "10 | 10 | 100 %",
        "1 | 100000 | <0.1 %",
        "99999 | 100000 | >99.9 %",
        "77 | 1000 | 7.7 %",
        "12 | 10 | 120.0 %",
      })
  void sharesNeverHideSomethingNorInventAll(long part, long whole, String text) {
    assertThat(Quantities.percent(part, whole)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0 B", "1023|1023 B", "1024|1.00 KiB", "327155712|312 MiB", "1073741823|1.00 GiB"})
  void bytesAreInPowersOf1024(long bytes, String text) {
    assertThat(Quantities.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR", "fr-CH"})
  void theLocaleDoesNotMatter(String locale) {
    Locale.setDefault(Locale.forLanguageTag(locale));

    assertThat(Quantities.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Quantities.duration(1_234_567)).isEqualTo("1.23 ms");
    assertThat(Quantities.rate(0.5)).isEqualTo("0.50");
  }

  @Test
  void aRateThatIsNoNumberIsNotDressedUpAsOne() {
    assertThat(Quantities.rate(Double.NaN)).isEqualTo("?");
    assertThat(Quantities.rate(Double.POSITIVE_INFINITY)).isEqualTo("?");
  }

  @Test
  void numbersForProgramsHaveNoThousandsAndTheirDecimalsInEveryLocale() {
    Locale.setDefault(Locale.forLanguageTag("de-DE"));

    assertThat(Quantities.fixed(12_345.00005, 4)).isEqualTo("12345.0001");
    assertThat(Quantities.fixed(0, 4)).isEqualTo("0.0000");
    assertThat(Quantities.plain(12_345.0, 4)).isEqualTo("12345");
    assertThat(Quantities.decimal(12_345.06, 1)).isEqualTo("12,345.1");
  }
}
