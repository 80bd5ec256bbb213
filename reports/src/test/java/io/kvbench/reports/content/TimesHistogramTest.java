package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.reports.text.Page;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.format.TimeResult;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesHistogramTest {
  private static final Pattern COUNT = Pattern.compile("│.*? +([\\d,]+) +[<>\\d.]+ %");

  @ParameterizedTest
  @ValueSource(doubles = {0.0001, 0.01, 0.1, 0.5, 1, 3})
  void everyTimeIsInOneLine(double sigma) {
    assertThat(counted(lines(TimeFixtures.lognormal(10_000, 300_000, sigma)))).isEqualTo(10_000);
  }

  @Test
  void aLongTailDoesNotFlattenTheRest() {
    long[] nanos = new long[1_000];
    for (int index = 0; index < nanos.length; index++) {
      nanos[index] = 1_000_000L + index * 2_000L;
    }
    nanos[999] = 60_000_000_000L;

    List<String> lines = lines(TimeResult.of(TimeHistogram.ofNanos(nanos)));

    assertThat(lines).hasSize(11);
    assertThat(lines.getFirst()).startsWith(" 1.00 ms – ");
    assertThat(lines.getLast()).contains("60.0 s │▏").contains(" 1   ");
    assertThat(counted(lines)).isEqualTo(1_000);
  }

  @Test
  void equalTimesAreOneLine() {
    long[] nanos = new long[10_000];
    Arrays.fill(nanos, 5_000_000);

    List<String> lines = lines(TimeResult.of(TimeHistogram.ofNanos(nanos)));

    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst()).contains("100 %").endsWith("◂ p50 p90 p99 p99.9");
  }

  @Test
  void whatTooFewTimesSayIsNotMarked() {
    long[] nanos = new long[100];
    Arrays.fill(nanos, 5_000_000);

    assertThat(lines(TimeResult.of(TimeHistogram.ofNanos(nanos))).getFirst()).endsWith("◂ p50 p90");
  }

  @Test
  void timesOfNothingAreDrawnToo() {
    List<String> lines = lines(TimeResult.of(TimeHistogram.ofNanos(0, 100, 200)));

    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst()).startsWith("   <1 µs – ");
    assertThat(counted(lines)).isEqualTo(3);
  }

  @Test
  void linesStayWithinThePage() {
    assertThat(lines(TimeFixtures.lognormal(1_000, 1_000_000, 2)))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(96));
  }

  private static List<String> lines(TimeResult times) {
    Page page = new Page(TextStyle.PLAIN);
    page.chart(TimesHistogram.of("spread", "times", "", times, 11));
    return page.toString().lines().skip(1).toList();
  }

  private static long counted(List<String> lines) {
    long sum = 0;
    for (String line : lines) {
      Matcher matcher = COUNT.matcher(line);
      assertThat(matcher.find()).as(line).isTrue();
      sum += Long.parseLong(matcher.group(1).replace(",", ""));
    }
    return sum;
  }
}
