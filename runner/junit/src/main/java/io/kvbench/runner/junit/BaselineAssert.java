package io.kvbench.runner.junit;

import io.kvbench.reports.compare.Change;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Statistic;
import io.kvbench.reports.table.Quantities;
import io.kvbench.results.format.Percentile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Assertions about a run and an earlier one. A figure is worse only beyond the variation within the
 * two runs, estimated by a bootstrap over blocks of seconds. Variation between runs, such as other
 * load on the machine, is not included: the tolerance is for that.
 *
 * <p>Runs that are not comparable, or too short to estimate noise, fail the assertion.
 */
public final class BaselineAssert {
  private final RunAssert run;
  private final Path baseline;
  private final List<Change> changes;

  private BaselineAssert(RunAssert run, Path baseline, List<Change> changes) {
    this.run = run;
    this.baseline = baseline;
    this.changes = List.copyOf(changes);
  }

  static BaselineAssert of(RunAssert run, Path directory, Path baseline) {
    List<String> problems = new ArrayList<>();
    Optional<List<ComparedRun>> runs =
        ComparedRuns.read(List.of(baseline, directory), problems::add);
    run.expect(
        runs.isPresent(), "Expected a result to compare with, but %s", String.join(" ", problems));
    List<ComparedRun> both = runs.orElseThrow();
    return new BaselineAssert(run, baseline, Change.between(both.getFirst(), both.getLast()));
  }

  /** Returns to the assertions of the run. */
  public RunAssert and() {
    return run;
  }

  /**
   * Verifies that throughput, mean response time and p99 are not worse by more than this.
   *
   * @param tolerance as a share of the earlier figure, such as 0.1; from 0 to 1
   * @throws IllegalArgumentException if it is not
   */
  public BaselineAssert isNotWorseByMoreThan(double tolerance) {
    return isNotWorse(Statistic.THROUGHPUT, tolerance)
        .isNotWorse(Statistic.MEAN, tolerance)
        .isNotWorse(Statistic.P99, tolerance);
  }

  /**
   * Verifies that one figure is not worse by more than this.
   *
   * @param tolerance as a share of the earlier figure, such as 0.1; from 0 to 1
   * @throws IllegalArgumentException if it is not
   */
  public BaselineAssert isNotWorse(Statistic statistic, double tolerance) {
    Objects.requireNonNull(statistic, "statistic");
    Numbers.share("tolerance", tolerance);
    Change change =
        changes.stream().filter(each -> each.statistic() == statistic).findFirst().orElseThrow();
    run.expect(
        change.notComparable().isEmpty(),
        "Expected a run that can be compared with %s, but they differ in %s.",
        baseline,
        change.notComparable().stream().map(Difference::subject).collect(Collectors.joining(", ")));
    run.expect(
        change.isKnown(),
        "Expected to tell noise, but a run is too short: each needs ten seconds and more, in one"
            + " phase without steps, and for a percentile "
            + Percentile.SAMPLES_BEYOND
            + " operations beyond it.");
    run.expect(
        !change.isWorseByMoreThan(tolerance),
        "Expected %s not to be worse than that of %s by more than %s, but it went from %s to %s"
            + " (%s to %s, with noise).",
        title(statistic),
        baseline,
        Quantities.percent(tolerance, 1),
        show(statistic, change.before()),
        show(statistic, change.now()),
        signed(change.noise().low()),
        signed(change.noise().high()));
    return this;
  }

  private static String title(Statistic statistic) {
    return switch (statistic) {
      case THROUGHPUT -> "the throughput";
      case MEAN -> "the mean response time";
      case P50 -> "the response p50";
      case P99 -> "the response p99";
      case P999 -> "the response p99.9";
    };
  }

  private static String show(Statistic statistic, double value) {
    return statistic == Statistic.THROUGHPUT
        ? Quantities.rate(value) + "/s"
        : Quantities.duration(Math.round(value));
  }

  private static String signed(double share) {
    return (share < 0 ? "-" : "+") + Quantities.percent(Math.abs(share), 1);
  }
}
