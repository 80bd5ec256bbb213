package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of every kind of setting: accepted and rejected values, and their description. */
class SettingTest {
  private enum Color {
    RED,
    LIGHT_BLUE
  }

  private static final Setting<Integer> PORT = Setting.integer("port", 1, 65_535, "A port.");
  private static final Setting<List<Integer>> PORTS =
      Setting.integers("ports", 1, 65_535, "Ports.");
  private static final Setting<Long> COUNT = Setting.number("count", 0, Long.MAX_VALUE, "Many.");
  private static final Setting<Double> SHARE = Setting.decimal("share", 0, 1, "A share.");
  private static final Setting<Double> RATE =
      Setting.decimal("rate", 0, Double.MAX_VALUE, "A rate.");
  private static final Setting<Boolean> SWITCH = Setting.bool("switch", "On or off.");
  private static final Setting<Color> COLOR = Setting.choice("color", Color.class, "A color.");
  private static final Setting<List<String>> HOSTS = Setting.list("hosts", "Some hosts.");
  private static final Setting<Double> PART = Setting.share("part", "A part.");
  private static final Setting<Optional<Duration>> PERIOD =
      Setting.durationOrOff("period", "100ms", "A period.");
  private static final Setting<Duration> END = Setting.seconds("end", 3600, "An end.");
  private static final Setting<Duration> LIMIT = Setting.duration("limit", "A limit.");

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "65535,65535",
    "10_000,10000",
    "10k,10000",
    "10K,10000",
    "1.5k,1500",
    "1e3,1000",
    "6.5E4,65000"
  })
  void anIntegerIsTakenUpToItsBounds(String text, int number) {
    assertThat(PORT.parser().apply(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_",
        "0",
        "-1",
        "65536",
        "66k",
        "1M",
        "1e9",
        "1e99",
        "99999999999999999999",
        "1.0",
        "1.5",
        "1.0005k",
        "1e-3",
        "10kb",
        "1m",
        "k",
        "0x10",
        "1 0"
      })
  void anIntegerIsRefusedOutsideItsBoundsAndInOtherForms(String text) {
    assertRefused(PORT, text);
  }

  @Test
  void aNumberMayNeedAllOfALong() {
    assertThat(COUNT.parser().apply("9_223_372_036_854_775_807")).isEqualTo(Long.MAX_VALUE);
    assertThat(COUNT.parser().apply("0")).isZero();
    assertThat(COUNT.parser().apply("9.223372036854775807e18")).isEqualTo(Long.MAX_VALUE);
    assertThat(COUNT.parser().apply("2G")).isEqualTo(2_000_000_000L);
    assertRefused(COUNT, "9223372036854775808");
    assertRefused(COUNT, "10000000000G");
    assertRefused(COUNT, "-1");
  }

  @Test
  void numbersAreAListOfIntegers() {
    assertThat(PORTS.parser().apply("80, 8_080,80,")).containsExactly(80, 8080, 80);
    assertThat(PORTS.accepts()).isEqualTo("comma-separated integers from 1 to 65535");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "80,0", "1k,1kb", "80;81", "80,65536", "80,x"})
  void oneBadNumberSpoilsTheList(String text) {
    assertRefused(PORTS, text);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "0.5,0.5", ".25,0.25", "1e-3,0.001"})
  void aDecimalIsTakenUpToItsBounds(String text, double number) {
    assertThat(SHARE.parser().apply(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-0.1", "1.01", "NaN", "Infinity", "half", "0,5", "1_0"})
  void aDecimalIsRefusedOutsideItsBoundsAndInOtherForms(String text) {
    assertRefused(SHARE, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e309"})
  void aDecimalWithoutAnUpperBoundIsStillANumber(String text) {
    assertRefused(RATE, text);
    assertThat(RATE.parser().apply("1e308")).isEqualTo(1e308);
    assertThat(RATE.parser().apply("2.5k")).isEqualTo(2500);
  }

  @Test
  void aTimeMayBeOffAndNotTooShort() {
    assertThat(PERIOD.parser().apply("off")).isEmpty();
    assertThat(PERIOD.parser().apply("100ms")).contains(Duration.ofMillis(100));
    assertRefused(PERIOD, "99ms");
    assertRefused(PERIOD, "5");
    assertRefused(PERIOD, "");
    assertThat(PERIOD.accepts()).contains("off").contains("at least 100ms");
  }

  @ParameterizedTest
  @CsvSource({"0,PT0S", "90,PT1M30S", "3_600,PT1H", "250ms,PT0.25S", "2m,PT2M", "1h,PT1H"})
  void aTimeMayBeBareSeconds(String text, Duration time) {
    assertThat(END.parser().apply(text)).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "3601", "61m", "1.5", "_1", "5 minutes"})
  void bareSecondsAreWholeAndHaveTheirBound(String text) {
    assertRefused(END, text);
  }

  @ParameterizedTest
  @CsvSource({"true,true", "TRUE,true", "false,false", "False,false"})
  void aSwitchIsTrueOrFalse(String text, boolean on) {
    assertThat(SWITCH.parser().apply(text)).isEqualTo(on);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yes", "1", "on", "truee"})
  void aSwitchIsNothingElse(String text) {
    assertRefused(SWITCH, text);
  }

  @Test
  void aChoiceIsWrittenInAnyCase() {
    assertThat(COLOR.parser().apply("red")).isEqualTo(Color.RED);
    assertThat(COLOR.parser().apply("Light_Blue")).isEqualTo(Color.LIGHT_BLUE);
    assertRefused(COLOR, "green");
    assertRefused(COLOR, "");
  }

  @Test
  void aListDropsBlanksAroundItsPartsAndEmptyParts() {
    assertThat(HOSTS.parser().apply("a:1, b:2 ,,c:3,")).containsExactly("a:1", "b:2", "c:3");
    assertRefused(HOSTS, "");
    assertRefused(HOSTS, " , ");
  }

  @Test
  void aDurationNeedsItsUnit() {
    assertThat(LIMIT.parser().apply("5ms")).isEqualTo(Duration.ofMillis(5));
    assertRefused(LIMIT, "5");
  }

  @ParameterizedTest
  @CsvSource({"98%,0.98", "0.98,0.98", "0.1 %,0.001", "100%,1", "1,1", "0,0", "1%,0.01"})
  void aShareIsInPerCentOrANumber(String text, double share) {
    assertThat(PART.parser().apply(text)).isEqualTo(share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "101%", "1.01", "98", "-1%", "1e-3", "NaN", "5 %%", "half"})
  void aShareIsNoMoreThanTheWhole(String text) {
    assertRefused(PART, text);
  }

  @Test
  void saysWhatItAccepts() {
    assertThat(PORT.accepts()).isEqualTo("an integer from 1 to 65535");
    assertThat(COUNT.accepts()).isEqualTo("an integer of at least 0");
    assertThat(SHARE.accepts()).isEqualTo("a number from 0.0 to 1.0");
    assertThat(RATE.accepts()).isEqualTo("a number of at least 0.0");
    assertThat(SWITCH.accepts()).isEqualTo("true or false");
    assertThat(COLOR.accepts()).isEqualTo("one of red, light_blue");
  }

  @Test
  void variantsKeepEverythingElse() {
    Setting<Integer> all = PORT.asSecret().withAliases("p", "q").withDefault("80");

    assertThat(all.name()).isEqualTo("port");
    assertThat(all.description()).isEqualTo("A port.");
    assertThat(all.accepts()).isEqualTo(PORT.accepts());
    assertThat(all.parser().apply("8080")).isEqualTo(8080);
    assertThat(all.aliases()).containsExactly("p", "q");
    assertThat(all.defaultText()).contains("80");
    assertThat(all.secret()).isTrue();
    assertThat(PORT.secret()).isFalse();
    assertThat(PORT.defaultText()).isEmpty();
  }

  private static void assertRefused(Setting<?> setting, String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> setting.parser().apply(text));
  }

  @Test
  void onlyChoicesListTheirTexts() {
    assertThat(COLOR.choices()).containsExactly("red", "light_blue");
    assertThat(SWITCH.choices()).containsExactly("true", "false");
    assertThat(COUNT.choices()).isEmpty();
    assertThat(HOSTS.choices()).isEmpty();
  }
}
