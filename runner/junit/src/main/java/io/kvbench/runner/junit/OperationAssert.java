package io.kvbench.runner.junit;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Assertions about the operations of one type in a run. Times are those of operations answered OK:
 * response times from the intended start, service times from sending.
 */
public final class OperationAssert {
  private final RunAssert run;
  private final OperationType type;
  private final List<OperationResult> operations;

  OperationAssert(RunAssert run, OperationType type, List<OperationResult> operations) {
    this.run = run;
    this.type = type;
    this.operations = List.copyOf(operations);
  }

  /** Returns to the assertions of the run. */
  public RunAssert and() {
    return run;
  }

  /** Returns the assertions of another type of operation. */
  public OperationAssert operation(OperationType other) {
    return run.operation(other);
  }

  /** Verifies that half of the response times are below this. */
  public OperationAssert responseP50IsBelow(Duration limit) {
    return responsePercentileIsBelow(50, limit);
  }

  /** Verifies that 99 in 100 response times are below this. */
  public OperationAssert responseP99IsBelow(Duration limit) {
    return responsePercentileIsBelow(99, limit);
  }

  /** Verifies that 999 in 1000 response times are below this. */
  public OperationAssert responseP999IsBelow(Duration limit) {
    return responsePercentileIsBelow(99.9, limit);
  }

  /**
   * Verifies that this percentage of the response times is below this.
   *
   * @param percentile from 0 to 100
   * @throws IllegalArgumentException if it is not
   */
  public OperationAssert responsePercentileIsBelow(double percentile, Duration limit) {
    AssertionLimits.percentile(percentile);
    TimeHistogram times = times(OperationResult::response);
    return isBelow("response p" + name(percentile), times.percentileNanos(percentile), limit);
  }

  /** Verifies that the mean response time is below this. */
  public OperationAssert responseMeanIsBelow(Duration limit) {
    double mean = times(OperationResult::response).meanNanos();
    return isBelow("mean response time", Math.round(mean), limit);
  }

  /**
   * Verifies that this percentage of the service times is below this.
   *
   * @param percentile from 0 to 100
   * @throws IllegalArgumentException if it is not
   */
  public OperationAssert servicePercentileIsBelow(double percentile, Duration limit) {
    AssertionLimits.percentile(percentile);
    TimeHistogram times = times(OperationResult::service);
    return isBelow("service p" + name(percentile), times.percentileNanos(percentile), limit);
  }

  /** Verifies that this many ended, regardless of outcome. */
  public OperationAssert hasCount(long expected) {
    AssertionLimits.count("expected", expected);
    long count = sum(OperationResult::count);
    run.expect(count == expected, "Expected %s %ss, but there are %s.", expected, type, count);
    return this;
  }

  /** Verifies that every one was answered OK. */
  public OperationAssert areAllOk() {
    long ok = sum(OperationResult::okCount);
    long count = sum(OperationResult::count);
    run.expect(ok == count, "Expected every %s to be OK, but only %s of %s are.", type, ok, count);
    return this;
  }

  /** Verifies that at most this many had an outcome. */
  public OperationAssert hasAtMost(Outcome outcome, long limit) {
    long count = sum(operation -> operation.outcomes().getOrDefault(outcome, 0L));
    return hasAtMost(outcome.name(), count, limit);
  }

  /** Verifies that at most this many failed with an error kind. */
  public OperationAssert hasAtMost(ErrorKind kind, long limit) {
    long count = sum(operation -> operation.errors().getOrDefault(kind, 0L));
    return hasAtMost(kind.name(), count, limit);
  }

  private OperationAssert hasAtMost(String status, long count, long limit) {
    AssertionLimits.count("limit", limit);
    run.expect(
        count <= limit,
        "Expected at most %s %ss that end with %s, but there are %s.",
        limit,
        type,
        status,
        count);
    return this;
  }

  /** Verifies that none failed. */
  public OperationAssert hasNoErrors() {
    long failed = sum(OperationResult::errorCount);
    long count = sum(OperationResult::count);
    run.expect(failed == 0, "Expected no %s to fail, but %s of %s did.", type, failed, count);
    return this;
  }

  /**
   * Verifies that at least this many were answered OK per second.
   *
   * @param perSecond 0 or more
   * @throws IllegalArgumentException if it is not
   */
  public OperationAssert throughputIsAtLeast(double perSecond) {
    AssertionLimits.rate("perSecond", perSecond);
    double observed = run.window().okPerSecond(type);
    run.expect(
        observed >= perSecond,
        "Expected a throughput of %s of at least %s/s, but it is %s/s.",
        type,
        Quantities.rate(perSecond),
        Quantities.rate(observed));
    return this;
  }

  private OperationAssert isBelow(String what, long nanos, Duration limit) {
    long below = AssertionLimits.nanosAbove("limit", limit);
    long ok = sum(OperationResult::okCount);
    run.expect(ok > 0, "Expected a %s of %s, but none was answered OK.", what, type);
    run.expect(
        nanos < below,
        "Expected the %s of %s to be below %s, but it is %s (of %s answered OK).",
        what,
        type,
        Quantities.duration(below),
        Quantities.duration(nanos),
        Quantities.count(ok));
    return this;
  }

  private static String name(double percentile) {
    return percentile == Math.rint(percentile) ? "" + (long) percentile : "" + percentile;
  }

  private long sum(ToLongFunction<OperationResult> count) {
    return operations.stream().mapToLong(count).sum();
  }

  private TimeHistogram times(Function<OperationResult, TimeResult> times) {
    return operations.stream()
        .map(times)
        .map(TimeResult::times)
        .reduce(TimeHistogram.empty(), TimeHistogram::plus);
  }
}
