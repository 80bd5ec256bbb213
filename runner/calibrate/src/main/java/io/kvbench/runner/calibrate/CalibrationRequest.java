package io.kvbench.runner.calibrate;

/**
 * The parameters of a calibration.
 *
 * @param ratePerSecond the rate of the open loop, more than 0
 * @param clients the number of clients where there are several, at least 1
 * @param quick whether to take about four seconds instead of twenty, for rougher figures
 */
public record CalibrationRequest(double ratePerSecond, int clients, boolean quick) {
  private static final double QUICK = 0.12;

  public CalibrationRequest {
    if (!(ratePerSecond > 0) || clients < 1) {
      throw new IllegalArgumentException(ratePerSecond + "/s with " + clients + " clients");
    }
  }

  /** Returns the duration of a step that takes this long in a thorough calibration. */
  long nanos(long thoroughMillis) {
    return (long) (thoroughMillis * 1e6 * (quick ? QUICK : 1));
  }
}
