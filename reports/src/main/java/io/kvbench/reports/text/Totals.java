package io.kvbench.reports.text;

import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;

/** The operations of a phase in sum; composites are left out, since their parts are in it. */
record Totals(long count, long ok, long errors) {

  static Totals of(PhaseResult phase) {
    return phase.operations().entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .map(entry -> of(entry.getValue()))
        .reduce(new Totals(0, 0, 0), Totals::plus);
  }

  private static Totals of(OperationResult operation) {
    return new Totals(operation.count(), operation.okCount(), operation.errorCount());
  }

  Totals plus(Totals that) {
    return new Totals(count + that.count, ok + that.ok, errors + that.errors);
  }

  /** Definite answers other than OK. */
  long others() {
    return count - ok - errors;
  }

  /** Returns the parts in words, such as {@code 990 OK, 10 errors (1.0 %)}. */
  String inWords() {
    String others =
        others() == 0
            ? ""
            : ", %s (%s)"
                .formatted(
                    Quantities.count(others(), "other answer"),
                    Quantities.percent(others(), count));
    String share = errors == 0 ? "" : " (" + Quantities.percent(errors, count) + ")";
    return Quantities.count(ok) + " OK" + others + ", " + Quantities.count(errors, "error") + share;
  }
}
