package io.kvbench.runner.junit;

import io.kvbench.reports.compare.Change;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Difference;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Quantities;
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
    return isNotWorse(Metric.THROUGHPUT, tolerance)
        .isNotWorse(Metric.MEAN, tolerance)
        .isNotWorse(Metric.P99, tolerance);
  }

  /**
   * Verifies that one figure is not worse by more than this.
   *
   * @param tolerance a part of 1 of the earlier figure, such as 0.1; from 0 to 1
   * @param metric throughput, or the mean, p50, p99 or p99.9 of the response times
   * @throws IllegalArgumentException if one of them is not
   */
  public BaselineAssert isNotWorse(Metric metric, double tolerance) {
    Objects.requireNonNull(metric, "metric");
    AssertionLimits.share("tolerance", tolerance);
    Change change =
        changes.stream()
            .filter(each -> each.metric() == metric)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException("noise of the " + metric.title() + " is unknown"));
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
        "Expected the %s not to be worse than that of %s by more than %s, but it went from %s to %s"
            + " (%s to %s, with noise).",
        metric.title(),
        baseline,
        Quantities.percent(tolerance, 1),
        Quantities.of(change.before(), metric.unit()),
        Quantities.of(change.now(), metric.unit()),
        signed(change.noise().low()),
        signed(change.noise().high()));
    return this;
  }

  private static String signed(double share) {
    return (share < 0 ? "-" : "+") + Quantities.percent(Math.abs(share), 1);
  }
}
