package io.kvbench.runner.app.run;

import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.figure.Quantities;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The rate of a phase over its time, as a line of text. */
public final class RateCurve {
  private static final int COLUMNS = 60;
  private static final double NANOS = 1e9;

  /** From nothing to the highest rate; a line has no height for more. */
  private static final String BLOCKS = " ▁▂▃▄▅▆▇█";

  private static final String ASCII = " .:-=+*#%";

  private RateCurve() {}

  /** Returns the line of a phase whose rate changes; empty where it does not, or has no end. */
  public static Optional<String> of(PhasePlan phase, boolean unicode) {
    Optional<Duration> time = phase.duration();
    if (!(phase.loadModel() instanceof LoadModel.OpenLoop open) || time.isEmpty()) {
      return Optional.empty();
    }
    long length = time.get().toNanos();
    double[] rates = new double[COLUMNS];
    for (int column = 0; column < COLUMNS; column++) {
      long from = at(column, length);
      long to = Math.max(from + 1, at(column + 1, length));
      rates[column] = Math.max(0, open.arrivals().between(from, to) * NANOS / (to - from));
    }
    double most = Arrays.stream(rates).max().orElseThrow();
    double least = Arrays.stream(rates).min().orElseThrow();
    if (most - least <= most * 1e-6) {
      return Optional.empty();
    }
    String levels = unicode ? BLOCKS : ASCII;
    StringBuilder line = new StringBuilder("|");
    for (double rate : rates) {
      line.append(levels.charAt((int) Math.ceil(rate / most * (levels.length() - 1) - 1e-9)));
    }
    return Optional.of(
        line.append("| up to ")
            .append(Quantities.rate(most))
            .append("/s, ")
            .append(Quantities.count(Math.round(open.arrivals().between(0, length))))
            .append(" requests in ")
            .append(Quantities.elapsed(length))
            .toString());
  }

  private static long at(int column, long length) {
    return (long) ((double) length * column / COLUMNS);
  }
}
