package io.kvbench.runner.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.runner.calibrate.Calibration.Loop;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  @Test
  void aLoopTellsItsCostByTheOperation() {
    Loop loop = new Loop(8, 1_000, 2_000_000, 500_000, 64_000);

    assertThat(loop.perSecond()).isEqualTo(500_000);
    assertThat(loop.nanosPerOperation()).isEqualTo(2_000);
    assertThat(loop.cpuNanosPerOperation()).isEqualTo(500);
    assertThat(loop.perSecondAndCore()).isEqualTo(2_000_000);
    assertThat(loop.bytesPerOperation()).isEqualTo(64);
  }

  @Test
  void aLoopInWhichNothingHappenedHasFiguresToo() {
    Loop loop = new Loop(8, 0, 0, 0, 0);

    assertThat(loop.perSecond()).isZero();
    assertThat(loop.nanosPerOperation()).isZero();
    assertThat(loop.perSecondAndCore()).isZero();
  }

  @Test
  void allocationIsTheEnginesAndTheRequests() {
    Calibration calibration = Calibrations.quiet();

    assertThat(calibration.engineBytes()).isEqualTo(32);
    assertThat(calibration.requestBytes()).isEqualTo(64);
    assertThat(calibration.one().bytesPerOperation()).isEqualTo(96);
  }

  @Test
  void handingOverCostsWhatTheSameLoopWithoutItDoesNot() {
    assertThat(Calibrations.quiet().handoverCpuNanos())
        .isEqualTo(2_000 - 1e9 / 5_200_000, Assertions.within(1e-6));
  }

  @Test
  void programsGetNumbersWithUnitsInTheirNames() {
    String json = CalibrationJson.of(Calibrations.quiet(), "1.2 \"x\\y\n");

    assertThat(json)
        .startsWith(
            """
            {
              "schema": "kvbench-calibration/1",
              "kvbenchVersion": "1.2 \\"x\\\\y ",
              "javaVersion": "Some VM 25",
              "operatingSystem": "Some OS 1",
              "date": "1970-01-01T00:00:00Z",
              "quick": false,
              "loadAverage": 0.100,
              "processors": 2,
            """)
        .endsWith("\n}\n");
    assertThat(json)
        .contains(
            "\"clockReadNanos\": 25.200,",
            "\"oneClientOperations\": 4000000,",
            "\"engineBytesPerOperation\": 32.000,",
            "\"offeredPerSecond\": 20000.000,",
            "\"lagMaxMicros\": ");
    assertThat(json.lines().skip(7).filter(line -> line.contains(":")))
        .allMatch(line -> line.matches(" {2}\"[a-zA-Z0-9]+\": [0-9.]+,?"));
  }

  @Test
  void aLoadThatIsUnknownIsLeftOut() {
    Calibration calibration = Calibrations.with(-1, Calibrations.usual(1, 1), true);

    assertThat(CalibrationJson.of(calibration, "1"))
        .contains("\"quick\": true,")
        .doesNotContain("loadAverage");
  }

  @Test
  void thereIsNothingToCalibrateWithoutARateAndClients() {
    assertThatIllegalArgumentException().isThrownBy(() -> new CalibrationRequest(0, 1, false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CalibrationRequest(Double.NaN, 1, false));
    assertThatIllegalArgumentException().isThrownBy(() -> new CalibrationRequest(1, 0, false));
  }

  @Test
  void aQuickOneTakesAFractionOfTheTime() {
    assertThat(new CalibrationRequest(1, 1, false).nanos(1_000)).isEqualTo(1_000_000_000);
    assertThat(new CalibrationRequest(1, 1, true).nanos(1_000)).isBetween(1L, 200_000_000L);
  }
}
