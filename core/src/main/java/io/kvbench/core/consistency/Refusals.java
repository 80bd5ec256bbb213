package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import java.util.List;

/**
 * The operations of one key that do not say which value they saw: refused compare-and-sets and
 * inserts, successful inserts, and absences that may be one of several. Each is fine if it fits
 * into one order of the values, and a violation if it fits into none; a bounded search decides the
 * others, if it can. For one thread.
 */
final class Refusals {
  private final KeyOperations operations;
  private final RegisterValues values;
  private final ObservationList ambiguous;
  private final ValueSchedule schedule;
  private final BoundedSearch search;
  private final KeyViolations violations;
  private long undecided;

  Refusals(
      KeyOperations operations,
      ObservationList ambiguous,
      CompareAndSetChains blocks,
      KeyViolations violations) {
    this.operations = operations;
    this.values = operations.values;
    this.ambiguous = ambiguous;
    this.schedule = new ValueSchedule(values, blocks);
    this.search = new BoundedSearch(operations, ambiguous);
    this.violations = violations;
  }

  /**
   * Checks them, where the values have an order.
   *
   * @param incomplete whether operations may be missing, so that nothing can be reported
   * @return how many are undecided
   */
  long check(boolean incomplete) {
    ObservationList refused = operations.refusals;
    if (nothingToCheck() || fits(false) || fits(true) || fitsWithDelays()) {
      return 0;
    }
    undecided = 0;
    if (incomplete) {
      return misfits();
    }
    boolean reported = false;
    for (int index = 0; index < refused.size(); index++) {
      if (!fitsRefusal(index) && isCertain(index)) {
        report(refused.record(index));
        reported = true;
      }
    }
    if (!reported) {
      searchAll();
    }
    return undecided;
  }

  private boolean nothingToCheck() {
    return operations.refusals.size() + ambiguous.size() == 0 && !operations.hasCreated();
  }

  private void searchAll() {
    switch (search.run()) {
      case HOLDS -> {}
      case BROKEN -> report(search.culprit());
      case UNDECIDED -> undecided = misfits();
    }
  }

  private boolean fits(boolean early) {
    schedule.build(early, operations.maybeAbsentBefore());
    return misfits() == 0;
  }

  /** Delays the values that refused operations expected until after these. */
  private boolean fitsWithDelays() {
    ObservationList refused = operations.refusals;
    for (int index = 0; index < refused.size(); index++) {
      if (refused.value(index) != RegisterValues.ABSENT && !fitsRefusal(index)) {
        schedule.delay(refused.value(index), refused.begin(index));
      }
    }
    return misfits() == 0;
  }

  private long misfits() {
    long misfits = 0;
    for (int index = 0; index < operations.refusals.size(); index++) {
      misfits += fitsRefusal(index) ? 0 : 1;
    }
    for (int index = 0; index < ambiguous.size(); index++) {
      misfits += schedule.permits(true, ambiguous.begin(index), ambiguous.end(index)) ? 0 : 1;
    }
    for (int value = 0; operations.hasCreated() && value < values.size(); value++) {
      boolean created = values.isCreated(value) && values.tookEffect(value);
      misfits += !created || schedule.followsAbsence(value) ? 0 : 1;
    }
    return misfits;
  }

  private boolean fitsRefusal(int index) {
    ObservationList refused = operations.refusals;
    int value = refused.value(index);
    return value == RegisterValues.ABSENT
        ? schedule.permits(false, refused.begin(index), refused.end(index))
        : schedule.permitsAnother(value, refused.begin(index), refused.end(index));
  }

  /** Returns whether a value was certainly the current one during the whole operation. */
  private boolean isCertain(int index) {
    ObservationList refused = operations.refusals;
    int expected = refused.value(index);
    long begin = refused.begin(index);
    long end = refused.end(index);
    if (expected != RegisterValues.ABSENT) {
      return isCurrent(expected, false, begin, end);
    }
    for (int value = 0; value < values.size(); value++) {
      if (values.isAbsence(value) && isCurrent(value, true, begin, end)) {
        return true;
      }
    }
    return false;
  }

  private boolean isCurrent(int value, boolean absence, long begin, long end) {
    if (!values.tookEffect(value) || values.earliestEnd[value] >= begin) {
      return false;
    }
    if (end < values.latestBegin[value] && !absence) {
      return true;
    }
    for (int other = 0; other < values.size(); other++) {
      if (other != value
          && values.isWritten(other)
          && !values.isRejected(other)
          && !(absence && values.isAbsence(other))
          && values.writeBegin[other] <= end
          && values.earliestEnd[other] >= values.latestBegin[value]) {
        return false;
      }
    }
    return true;
  }

  private void report(int record) {
    switch (operations.columns().status(record)) {
      case OK, ABSENT ->
          violations.add(
              ViolationKind.PHANTOM_ABSENCE, 0, () -> List.of(new Role("found no record", record)));
      case EXISTS, REFUSED, FAILED, UNKNOWN ->
          violations.add(
              ViolationKind.REFUSED_WITHOUT_CAUSE,
              0,
              () -> List.of(new Role("was refused", record)));
    }
  }
}
