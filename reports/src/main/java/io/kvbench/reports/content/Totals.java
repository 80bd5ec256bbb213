package io.kvbench.reports.content;

import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import java.util.List;

/** The operations of phases in sum; composites are left out, since their parts are in it. */
final class Totals {
  private Totals() {}

  static long count(List<PhaseResult> phases) {
    return phases.stream().mapToLong(PhaseResult::operationCount).sum();
  }

  /** Returns their number and parts, such as {@code 1,000: 990 OK, 10 errors (1.0 %)}. */
  static String line(List<PhaseResult> phases) {
    long count = count(phases);
    return count == 0 ? "none completed" : Quantities.count(count) + ": " + parts(phases);
  }

  /** Returns the parts only. */
  static String parts(List<PhaseResult> phases) {
    long count = count(phases);
    long ok = phases.stream().mapToLong(PhaseResult::okCount).sum();
    long errors = phases.stream().mapToLong(PhaseResult::errorCount).sum();
    long others = count - ok - errors;
    return Quantities.count(ok)
        + " OK"
        + (others == 0
            ? ""
            : ", " + Quantities.count(others, "other outcome") + share(others, count))
        + ", "
        + Quantities.count(errors, "error")
        + (errors == 0 ? "" : share(errors, count));
  }

  private static String share(long part, long count) {
    return " (" + Quantities.percent(part, count) + ")";
  }
}
