package io.kvbench.runner.junit;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.SendingWindow;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.Verdict.Validity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about a run. Figures are those of the measured phases: the run phase with all its
 * steps, or the load if there is no other; composites are left out of sums. A failing assertion
 * shows the beginning of the report, and the location of the result.
 *
 * <p>Every assertion fails if the run did not reach its planned end, or if a part of its result
 * could not be written.
 */
public final class RunAssert extends AbstractAssert<RunAssert, RunResult> {
  private final ResultLocation place;

  RunAssert(RunResult actual, ResultLocation place) {
    super(actual, RunAssert.class);
    this.place = place;
  }

  /** Verifies that the run reached its planned end and every check of its verdict passed. */
  public RunAssert isValid() {
    isComplete();
    return expect(
        actual.verdict().validity() == Validity.VALID,
        "Expected a verdict of VALID, but it is %s.",
        actual.verdict().validity());
  }

  /**
   * Verifies that the run reached its planned end and its figures are meaningful: the verdict is
   * VALID or SUSPECT. Runs on servers of kvbench's own machine, and on systems inside kvbench, are
   * SUSPECT at best.
   */
  public RunAssert isNotInvalid() {
    isComplete();
    return expect(
        actual.verdict().validity() != Validity.INVALID,
        "Expected a verdict of VALID or SUSPECT, but it is INVALID.");
  }

  /** Verifies that the run reached its planned end, and that everything was written. */
  public RunAssert isComplete() {
    expect(
        actual.status() == RunStatus.COMPLETE,
        "Expected a complete run, but it is %s: %s",
        actual.status(),
        sentence(actual.statusReason().orElse("no reason is known")));
    return expect(
        place.unwritten().isEmpty(),
        "Expected the result to be saved, but not all of it was: %s",
        place.unwritten().stream().map(RunAssert::sentence).collect(Collectors.joining(" ")));
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  /** Verifies that every threshold of the plan was met, and that there was one. */
  public RunAssert keepsItsThresholds() {
    isComplete();
    expect(actual.slos().isPresent(), "Expected thresholds to be met, but there are none.");
    List<SloResult> broken = actual.brokenSlos();
    return expect(
        broken.isEmpty(),
        "Expected every threshold to be met, but %s.",
        broken.stream().map(SloResult::observed).collect(Collectors.joining("; ")));
  }

  /** Verifies that no operation failed. */
  public RunAssert hasNoErrors() {
    isComplete();
    long failed = measured().stream().mapToLong(PhaseResult::errorCount).sum();
    return expect(
        failed == 0,
        "Expected no errors, but %s of %s failed: %s.",
        failed,
        Quantities.count(count(), "operation"),
        messages());
  }

  /**
   * Verifies that a smaller share of the operations failed.
   *
   * @param limit more than 0, up to 1
   * @throws IllegalArgumentException if it is not
   */
  public RunAssert errorShareIsBelow(double limit) {
    AssertionLimits.shareAbove("limit", limit);
    isComplete();
    long failed = measured().stream().mapToLong(PhaseResult::errorCount).sum();
    return expect(
        count() > 0 && (double) failed / count() < limit,
        "Expected less than %s of the operations to fail, but %s of %s did: %s.",
        Quantities.percent(limit, 1),
        failed,
        count(),
        messages());
  }

  /**
   * Verifies that at least this many operations were answered OK per second.
   *
   * @param perSecond 0 or more
   * @throws IllegalArgumentException if it is not
   */
  public RunAssert throughputIsAtLeast(double perSecond) {
    AssertionLimits.rate("perSecond", perSecond);
    isComplete();
    double observed = window().okPerSecond();
    return expect(
        observed >= perSecond,
        "Expected a throughput of at least %s/s, but it is %s/s.",
        Quantities.rate(perSecond),
        Quantities.rate(observed));
  }

  /**
   * Verifies that the clients spent at least this share of their busy time, that in operations and
   * that in reconnecting, in operations answered OK. Otherwise their times are survivor-biased.
   *
   * @param share from 0 to 1
   * @throws IllegalArgumentException if it is not
   */
  public RunAssert busyTimeInOkIsAtLeast(double share) {
    AssertionLimits.share("share", share);
    isComplete();
    ClientTime time =
        measured().stream()
            .map(phase -> phase.client().clientTime())
            .reduce(ClientTime.none(), ClientTime::plus);
    long busy = time.busyNanos() + time.reconnectNanos();
    return expect(
        busy > 0 && (double) time.okNanos() / busy >= share,
        "Expected at least %s of the clients' busy time in operations answered OK, but it is %s.",
        Quantities.percent(share, 1),
        Quantities.percent(time.okNanos(), busy));
  }

  /** Verifies that the store has the records that it acknowledged. */
  public RunAssert hasTheRecordsItAcknowledged() {
    isComplete();
    expect(
        actual.store().storeCheck().isPresent(),
        "Expected the store to have what it acknowledged, but its records could not be counted.");
    RunResult.StoreCheck check = actual.store().storeCheck().orElseThrow();
    expect(
        check.agrees(),
        "Expected %s in the store, within %s, but there are %s.",
        Quantities.count(check.keysAcknowledged(), "record"),
        check.keysUncertain(),
        check.keysFound());
    return expect(
        actual.store().keyCheck().map(RunResult.KeyCheck::agrees).orElse(true),
        "Expected the keys that the store acknowledged, and no others, but found %s.",
        actual.store().keyCheck().map(Object::toString).orElse(""));
  }

  /** Verifies that there were operations of a type, and returns the assertions of these. */
  public OperationAssert operation(OperationType type) {
    Objects.requireNonNull(type, "type");
    isComplete();
    List<OperationResult> found =
        measured().stream()
            .map(phase -> phase.operations().get(type))
            .filter(operation -> operation != null && operation.count() > 0)
            .toList();
    expect(
        !found.isEmpty(),
        "Expected operations of the type %s, but there are %s.",
        type,
        types().isEmpty() ? "none at all" : types());
    return new OperationAssert(this, type, found);
  }

  /**
   * Verifies that throughput, mean response time and p99 are not worse than those of an earlier
   * run, allowing for noise: see {@link BaselineAssert}. Both runs must be written, and last ten
   * seconds or more.
   *
   * @param baseline the result directory of the earlier run
   */
  public BaselineAssert comparedWith(Path baseline) {
    Objects.requireNonNull(baseline, "baseline");
    isComplete();
    expect(
        place.directory().isPresent(),
        "Expected a run to compare with %s, but nothing is known of a directory that it was written"
            + " to.",
        baseline);
    return BaselineAssert.of(this, place.directory().orElseThrow(), baseline);
  }

  private String types() {
    return measured().stream()
        .map(PhaseResult::operations)
        .map(Map::keySet)
        .flatMap(keys -> keys.stream().map(OperationType::name))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private String messages() {
    String all =
        measured().stream()
            .flatMap(phase -> phase.errorMessages().stream())
            .limit(3)
            .map(line -> line.operation() + " " + line.kind() + " (" + line.message() + ")")
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "the reason is unknown" : all;
  }

  private List<PhaseResult> measured() {
    return PhaseResult.measured(actual.phases());
  }

  private long count() {
    return measured().stream().mapToLong(PhaseResult::operationCount).sum();
  }

  /** Returns the time in which the measured phases sent, and what ended in it. */
  SendingWindow window() {
    return new SendingWindow(measured());
  }

  /** Fails unless the expectation is met. */
  @SuppressWarnings("AnnotateFormatMethod") // users would need its library
  RunAssert expect(boolean met, String expectation, Object... arguments) {
    if (!met) {
      String message = new Failure(actual, place).message(expectation.formatted(arguments));
      failWithMessage("%s", message);
    }
    return this;
  }
}
