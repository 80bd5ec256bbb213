package io.kvbench.runner.calibrate;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.runner.calibrate.Calibration.Clock;
import io.kvbench.runner.calibrate.Calibration.Loop;
import io.kvbench.runner.calibrate.Calibration.Machine;
import io.kvbench.runner.calibrate.Calibration.Occasion;
import io.kvbench.runner.calibrate.Calibration.OpenLoop;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.LongStream;

/** Calibrations with round figures. */
final class Calibrations {
  static final long SECOND = 1_000_000_000L;
  static final long GIB = 1L << 30;

  private Calibrations() {}

  static Calibration quiet() {
    return with(0.1, usual(20_000, 20_000));
  }

  static Calibration with(double loadAverage, OpenLoop openLoop) {
    return with(loadAverage, openLoop, false);
  }

  static Calibration with(double loadAverage, OpenLoop openLoop, boolean quick) {
    return new Calibration(
        new Occasion(Instant.EPOCH, quick),
        new Machine("Some VM 25", "Some OS 1", 2, 24 * GIB, loadAverage),
        new Clock(25.2, 10),
        TimeHistogram.ofNanos(50_000, 60_000, 70_000),
        new Loop(1, 4_000_000, SECOND, SECOND, 384_000_000),
        new Loop(1, 5_000_000, SECOND, SECOND, 160_000_000),
        new Loop(64, 5_200_000, SECOND, SECOND, 499_200_000),
        new Loop(1, 100_000, SECOND, SECOND / 2, 16_000_000),
        new Loop(64, 1_000_000, SECOND, 2 * SECOND, 160_000_000),
        openLoop,
        Optional.empty());
  }

  /** Took 2 % of a core; one request in a hundred was 180 us late, two in a thousand 2 ms. */
  static OpenLoop usual(double offered, long achieved) {
    long[] lag =
        LongStream.range(0, 1_000)
            .map(index -> index >= 998 ? 2_000_000 : index >= 980 ? 180_000 : 60_000)
            .toArray();
    return openLoop(offered, achieved, lag);
  }

  static OpenLoop openLoop(double offered, long achieved, long... lag) {
    return new OpenLoop(
        64, offered, new Loop(64, achieved, SECOND, SECOND / 50, 0), TimeHistogram.ofNanos(lag));
  }
}
