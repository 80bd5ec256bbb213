package io.kvbench.runner.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.runner.calibrate.Calibration.Loop;
import io.kvbench.runner.calibrate.Calibration.OpenLoop;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CalibrationTextTest {
  private final Locale before = Locale.getDefault();

  @AfterEach
  void restore() {
    Locale.setDefault(before);
  }

  @Test
  void theFiguresComeFirst() {
    String text = text(Calibrations.quiet());

    assertThat(text).startsWith("kvbench on this machine  Some VM 25, Some OS 1, 2 processors, 24");
    assertThat(text)
        .contains("reading it takes 25 ns")
        .contains("wake up 60 µs late at p50, 70 µs at p99")
        .contains("1 client: 4,000,000 ops/s, 250 ns of CPU each, one every 250 ns")
        .contains("64 clients: 5,200,000 ops/s, 192 ns of CPU each")
        .contains("1 client: 100,000 ops/s, 5.00 µs of CPU each, one every 10.0 µs")
        .contains("96 B per operation: 32 B in the engine, 64 B for the request")
        .contains("64 clients: 20,000/s offered, 20,000/s achieved, with 2.0 % of one core");
  }

  @Test
  void theLagIsDrawn() {
    assertThat(text(Calibrations.quiet()))
        .contains("Lag  of the open loop: p50 60 µs, p99 180 µs, p99.9 2.00 ms, max")
        .contains("◂ p50")
        .contains("│");
  }

  @Test
  void sentencesSayWhatItMeans() {
    assertThat(flat(Calibrations.quiet()))
        .contains(
            "In a closed loop, where clients never sleep if the store does nothing, one core drives"
                + " at most about 5.2 million operations/s.")
        .contains(
            "In an open loop a client sleeps and wakes up for every request. That costs 1.00 µs of"
                + " CPU each here, 2.0 % of one core at 20,000/s.")
        .contains("The p99 lag is 180 µs, the p99.9 lag 2.00 ms.")
        .contains("of a response p99 below about 1.80 ms, a tenth")
        .contains("a tenth or more may be due to this machine.")
        .doesNotContain("quick")
        .contains(
            "cost another 1.81 µs of CPU, so that one core drives about 500,000" + " operations/s")
        .doesNotContain("busy")
        .doesNotContain("Try a lower");
  }

  @Test
  void aBusyMachineIsSaidToBe() {
    assertThat(flat(Calibrations.with(12.34, Calibrations.usual(20_000, 20_000))))
        .contains("This machine was busy when the calibration started (load average 12.3 on 2")
        .contains("Calibrate again when it is idle.");
    assertThat(flat(Calibrations.with(-1, Calibrations.usual(20_000, 20_000))))
        .doesNotContain("load average");
  }

  @Test
  void aRateThatIsTooHighIsSaidToBe() {
    assertThat(flat(Calibrations.with(0, Calibrations.openLoop(3_000_000, 1_200_000, 800_000_000))))
        .contains("3,000,000/s with 64 clients is more than this machine can send")
        .contains("it achieved 1,200,000/s")
        .contains("Try a lower --rate.")
        .doesNotContain("The p99 lag");
  }

  @Test
  void aStallIsNoBacklog() {
    assertThat(flat(Calibrations.with(0, Calibrations.usual(20_000, 19_000))))
        .contains("The p99 lag is 180 µs")
        .doesNotContain("Try a lower");
    assertThat(flat(Calibrations.with(0, Calibrations.openLoop(20_000, 20_000, 5_000_000))))
        .contains("The p99 lag is 5.00 ms")
        .doesNotContain("Try a lower");
  }

  @Test
  void aQuickOneIsSaidToBeRough() {
    OpenLoop usual = Calibrations.usual(20_000, 20_000);

    assertThat(flat(Calibrations.with(0, usual, true))).contains("a quick calibration", "rough");
  }

  @Test
  void nothingMeasuredIsNothingDrawn() {
    OpenLoop none = new OpenLoop(64, 20_000, new Loop(64, 0, 0, 0, 0), TimeHistogram.empty());

    assertThat(text(Calibrations.with(0, none)))
        .doesNotContain("\nLag  ", "In an open loop")
        .contains("0/s achieved");
  }

  @Test
  void aTerminalWithoutUnicodeGetsAscii() {
    String text = CalibrationText.of(Calibrations.quiet(), new TextStyle(80, false, false));

    assertThat(text.chars()).allMatch(sign -> sign < 0x80);
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    assertThat(text).contains("wake up 60 us late");
  }

  @Test
  void itIsTheSameInEveryLocale() {
    String text = text(Calibrations.with(12.3, Calibrations.usual(20_000, 20_000)));

    Locale.setDefault(Locale.forLanguageTag("ar-EG"));

    assertThat(text(Calibrations.with(12.3, Calibrations.usual(20_000, 20_000)))).isEqualTo(text);
  }

  @Test
  void itFitsOnAScreen() {
    assertThat(text(Calibrations.with(12.3, Calibrations.usual(20_000, 20_000))).lines())
        .hasSizeLessThan(45)
        .allMatch(line -> line.length() <= 96);
  }

  private static String text(Calibration calibration) {
    return CalibrationText.of(calibration, TextStyle.PLAIN);
  }

  /** Returns the text without line breaks. */
  private static String flat(Calibration calibration) {
    return text(calibration).replaceAll("\\s+", " ");
  }
}
