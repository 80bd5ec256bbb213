package io.kvbench.runner.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.calibrate.Calibration.Loop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A test of a real calibration: on any machine, its figures are consistent. */
@Timeout(300)
class CalibratorTest {
  private final List<String> stages = new ArrayList<>();
  private final StopSignal stop = new StopSignal();

  @Test
  void everythingIsMeasured() throws Exception {
    Calibration calibration = calibrator(500).calibrate();

    assertThat(List.of(calibration.one(), calibration.premade(), calibration.handoverOne()))
        .allSatisfy(loop -> assertMeasured(loop, 1));
    assertThat(List.of(calibration.many(), calibration.handoverMany()))
        .allSatisfy(loop -> assertMeasured(loop, 7));
    assertThat(calibration.clock().readNanos()).isPositive();
    assertThat(calibration.clock().stepNanos()).isPositive();
    assertThat(calibration.parking().count()).isPositive();
    assertThat(calibration.machine().processors())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(calibration.engineBytes()).isPositive();
    assertThat(stages).contains("warming up").hasSizeGreaterThan(5);
    theOpenLoopSendsEverythingThatWasDue(calibration);
  }

  private static void theOpenLoopSendsEverythingThatWasDue(Calibration calibration) {
    long due = Math.round(500 * request(500).nanos(4_000) / 1e9);
    assertThat(calibration.openLoop().measured().operations()).isEqualTo(due);
    assertThat(calibration.openLoop().lag().count()).isEqualTo(due);
    assertThat(calibration.openLoop().offeredPerSecond()).isEqualTo(500);
    assertThat(calibration.openLoop().clients()).isEqualTo(7);
  }

  @Test
  void itCanBeStopped() {
    stop.give();

    assertThatThrownBy(() -> calibrator(500).calibrate()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void anInterruptionStopsIt() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> calibrator(500).calibrate()).isInstanceOf(InterruptedException.class);
  }

  private static void assertMeasured(Loop loop, int clients) {
    assertThat(loop.clients()).isEqualTo(clients);
    assertThat(loop.operations()).isPositive();
    assertThat(loop.perSecond()).isPositive();
    assertThat(loop.wallNanos()).isPositive();
    assertThat(loop.cpuNanos()).isNotNegative();
  }

  private Calibrator calibrator(double rate) {
    return new Calibrator(request(rate), stop, stages::add);
  }

  private static CalibrationRequest request(double rate) {
    return new CalibrationRequest(rate, 7, true);
  }
}
