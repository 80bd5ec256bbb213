package io.kvbench.results.format;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.operation.OperationType;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The time in which phases sent, and the operations completed in it: the basis of rates. That of
 * several phases is the sum of theirs.
 *
 * @param phases where one has no drain, its window is its wall time
 */
public record SendingWindow(List<PhaseResult> phases) {
  private static final double NANOS = 1e9;

  public SendingWindow {
    phases = List.copyOf(phases);
  }

  public long nanos() {
    return sum(phase -> phase.span().wallNanos()) - drained(Drain::nanos);
  }

  /** Returns the rate of operations answered OK, composites left out; 0 for a window of no time. */
  public double okPerSecond() {
    return perSecond(sum(PhaseResult::okCount) - drained(Drain::okCount));
  }

  /** Returns the rate of operations of a type that were answered OK. */
  public double okPerSecond(OperationType type) {
    return perSecond(sum(phase -> okCount(phase, type)) - drained(drain -> drain.okCount(type)));
  }

  /** Returns the rate of requests that ended without being abandoned. */
  double achievedPerSecond() {
    long achieved = 0;
    for (PhaseResult phase : phases) {
      // Operations are abandoned at the end of the drain.
      achieved +=
          phase
              .span()
              .drain()
              .map(drain -> phase.rates().requests() - drain.requests())
              .orElseGet(phase::achievedRequests);
    }
    return perSecond(achieved);
  }

  /** Returns how many operations were in flight on average; 0 for a window of no time. */
  public double concurrency() {
    long busy = sum(phase -> phase.client().clientTime().busyNanos()) - drained(Drain::busyNanos);
    return nanos() == 0 ? 0 : (double) busy / nanos();
  }

  private double perSecond(long count) {
    return nanos() == 0 ? 0 : count * NANOS / nanos();
  }

  private static long okCount(PhaseResult phase, OperationType type) {
    Map<OperationType, OperationResult> operations = phase.operations();
    return operations.containsKey(type) ? operations.get(type).okCount() : 0;
  }

  private long sum(ToLongFunction<PhaseResult> figure) {
    return phases.stream().mapToLong(figure).sum();
  }

  private long drained(ToLongFunction<Drain> figure) {
    return phases.stream().flatMap(phase -> phase.span().drain().stream()).mapToLong(figure).sum();
  }
}
