package io.kvbench.runner.calibrate;

/**
 * What to calibrate for.
 *
 * @param ratePerSecond the rate of the open loop, more than 0
 * @param clients how many clients there are where there are several, at least 1
 * @param quick whether to take about four seconds rather than twenty, for rougher figures
 */
public record CalibrationRequest(double ratePerSecond, int clients, boolean quick) {
  private static final double QUICK = 0.12;

  public CalibrationRequest {
    if (!(ratePerSecond > 0) || clients < 1) {
      throw new IllegalArgumentException(ratePerSecond + "/s with " + clients + " clients");
    }
  }

  /** Returns how long to do what takes this long in a thorough calibration. */
  long nanos(long thoroughMillis) {
    return (long) (thoroughMillis * 1e6 * (quick ? QUICK : 1));
  }
}
