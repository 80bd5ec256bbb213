package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import io.kvbench.core.consistency.StalenessHistogram.Count;
import java.util.List;

/**
 * The reads of one key that returned a value after a newer one was known. For reads that must be in
 * order these are violations; for the others, a histogram. For one thread.
 */
final class StaleReads {
  /** A search for an example ends here. */
  private static final int MOST_STEPS = 10_000_000;

  private final KeyOperations operations;
  private final RegisterValues values;
  private final NewerValues newer;
  private final KeyViolations violations;

  StaleReads(KeyOperations operations, NewerValues newer, KeyViolations violations) {
    this.operations = operations;
    this.values = operations.values;
    this.newer = newer;
    this.violations = violations;
  }

  /** A receiver of stale reads. */
  @FunctionalInterface
  interface StaleRead {
    /**
     * Receives a stale read.
     *
     * @param index in the list of reads
     * @param age in ns since the newer value was known
     */
    void found(int index, long age);
  }

  /** Passes all stale reads of a list. */
  void forEach(ObservationList reads, StaleRead receiver) {
    for (int index = 0; index < reads.size(); index++) {
      long outdatedAt = newer.outdatedAt(reads.value(index));
      if (outdatedAt < reads.begin(index)) {
        receiver.found(index, reads.begin(index) - outdatedAt);
      }
    }
  }

  /** Adds the staleness of a read that need not be in order. */
  void count(int index, long age, Count to) {
    ObservationList reads = operations.weak;
    to.add(age, newer.newerBefore(reads.value(index), reads.begin(index)));
  }

  /** Adds the stale ones of the reads that must be in order; returns whether there are any. */
  boolean report() {
    long before = violations.operations();
    int last = lastBegun();
    boolean lost = last >= 0 && isStale(last);
    forEach(operations.strong, (index, age) -> report(index, age, lost));
    return violations.operations() > before;
  }

  private boolean isStale(int index) {
    ObservationList reads = operations.strong;
    return newer.outdatedAt(reads.value(index)) < reads.begin(index);
  }

  /** The last read tells whether a write came back later. */
  private int lastBegun() {
    ObservationList reads = operations.strong;
    int last = -1;
    for (int index = 0; index < reads.size(); index++) {
      if (last < 0 || reads.begin(index) > reads.begin(last)) {
        last = index;
      }
    }
    return last;
  }

  private void report(int index, long age, boolean lost) {
    ObservationList reads = operations.strong;
    int value = reads.value(index);
    int missed = newer.firstNewer(value);
    ViolationKind kind = kind(value, missed, lost);
    violations.add(
        kind,
        age,
        () ->
            List.of(
                new Role("wrote the value", values.write[value]),
                new Role("wrote a newer value", values.write[missed]),
                new Role("read the newer value", readerOf(missed)),
                new Role("read the older value", reads.record(index))));
  }

  private ViolationKind kind(int value, int missed, boolean lost) {
    if (values.isAbsence(value)) {
      return ViolationKind.PHANTOM_ABSENCE;
    } else if (values.isAbsence(missed)) {
      return ViolationKind.UNDELETED;
    }
    return lost && values.isAcknowledged(missed)
        ? ViolationKind.LOST_WRITE
        : ViolationKind.STALE_READ;
  }

  /** Returns the record of the first read of a value to end, or -1. */
  private int readerOf(int value) {
    ObservationList reads = operations.strong;
    int first = -1;
    for (int index = 0; index < reads.size(); index++) {
      if (reads.value(index) == value && (first < 0 || reads.end(index) < reads.end(first))) {
        first = index;
      }
    }
    return first < 0 ? -1 : reads.record(first);
  }

  /** Adds one violation where no read is stale by the order of writes alone. */
  void reportNoOrder() {
    if (reportReplaced()) {
      return;
    }
    ObservationList reads = operations.strong;
    int last = lastBegun();
    if (last < 0) {
      violations.add(ViolationKind.NO_ORDER, 0, List::of);
      return;
    }
    for (int index = 0; index < reads.size(); index++) {
      int other = conflicting(index);
      if (other >= 0) {
        int read = reads.record(index);
        int value = reads.value(index);
        violations.add(
            ViolationKind.NO_ORDER,
            0,
            () ->
                List.of(
                    new Role("wrote one value", values.write[value]),
                    new Role("wrote another value", values.write[other]),
                    new Role("read the other value", readerOf(other)),
                    new Role("read the one value", read)));
        return;
      }
    }
    violations.add(
        ViolationKind.NO_ORDER, 0, () -> List.of(new Role("read last", reads.record(last))));
  }

  /** Adds a compare-and-set between whose two values another one must lie; returns whether any. */
  private boolean reportReplaced() {
    int steps = 0;
    for (int value = 0; value < values.size(); value++) {
      int replaced = values.replaced[value];
      if (replaced < 0 || !values.tookEffect(value)) {
        continue;
      }
      for (int other = 0; other < values.size() && steps++ < MOST_STEPS; other++) {
        if (other != value && other != replaced && isBetween(replaced, other, value)) {
          report(replaced, other, value);
          return true;
        }
      }
    }
    return false;
  }

  private boolean isBetween(int before, int value, int after) {
    return values.tookEffect(value)
        && values.earliestEnd[before] < values.latestBegin[value]
        && values.earliestEnd[value] < values.latestBegin[after];
  }

  private void report(int replaced, int between, int value) {
    violations.add(
        ViolationKind.BROKEN_COMPARE_AND_SET,
        0,
        () ->
            List.of(
                new Role("wrote the expected value", values.write[replaced]),
                new Role("wrote another value", values.write[between]),
                new Role("replaced the expected value", values.write[value])));
  }

  /** Returns a value that was seen before a read and after another operation on its value. */
  private int conflicting(int index) {
    ObservationList reads = operations.strong;
    int value = reads.value(index);
    for (int other = 0; other < values.size(); other++) {
      if (other != value
          && values.tookEffect(other)
          && values.earliestEnd[other] < reads.begin(index)
          && values.earliestEnd[value] < values.latestBegin[other]) {
        return other;
      }
    }
    return RegisterValues.NONE;
  }
}
