package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import io.kvbench.core.history.HistoryKind;
import java.util.List;

/**
 * The operations of one key that found no record, assigned to the absence that they saw: that
 * before the first write, or that after one of the deletes. An operation that may have seen either
 * of two is left out, so that nothing is reported without being certain. For one thread.
 */
final class Absences {
  /** With more deletes to try, an operation is left out. */
  private static final int MOST_TRIED = 64;

  private static final int NOTHING = -1;
  private static final int SEVERAL = -2;

  private final KeyOperations operations;
  private final RegisterValues values;
  private final NewerValues later;
  private final KeyViolations violations;
  private final boolean incomplete;
  private final IndexSort sort = new IndexSort();

  /** Operations that may have seen several absences. */
  final ObservationList ambiguous = new ObservationList();

  /** The absences that can have been seen, by the begin of their deletes. */
  private int[] candidates = {};

  private int count;

  /**
   * @param incomplete whether operations may be missing from the history
   */
  Absences(
      KeyOperations operations, NewerValues later, KeyViolations violations, boolean incomplete) {
    this.operations = operations;
    this.values = operations.values;
    this.later = later;
    this.violations = violations;
    this.incomplete = incomplete;
  }

  /** Assigns the operations and reports those that cannot have seen any absence. */
  void assign() {
    ambiguous.clear();
    ObservationList found = operations.absences;
    if (found.size() == 0) {
      return;
    }
    findCandidates();
    later.build(NewerValues.Rank.OBSERVATIONS);
    for (int index = 0; index < found.size(); index++) {
      int absence = only(found.begin(index), found.end(index));
      if (absence >= 0) {
        operations.strong.add(found.record(index), absence, found.begin(index), found.end(index));
      } else if (absence == NOTHING) {
        contradict(found, index);
      } else {
        ambiguous.add(
            found.record(index), RegisterValues.ABSENT, found.begin(index), found.end(index));
      }
    }
    // Only now, since the order of values was built without them.
    for (int index = 0; index < operations.strong.size(); index++) {
      int value = operations.strong.value(index);
      if (values.isAbsence(value)) {
        values.observe(value, operations.strong.begin(index), operations.strong.end(index));
      }
    }
  }

  private void findCandidates() {
    int size = values.size();
    int[] absences = new int[size];
    long[] begins = new long[size];
    count = 0;
    for (int value = 0; value < size; value++) {
      boolean possible =
          values.isWritten(value) ? !values.isRejected(value) : operations.maybeAbsentBefore();
      if (values.isAbsence(value) && possible) {
        absences[count] = value;
        begins[count++] = values.writeBegin[value];
      }
    }
    int[] order = sort.sort(begins, count);
    candidates = new int[count];
    for (int index = 0; index < count; index++) {
      candidates[index] = absences[order[index]];
    }
  }

  /** Returns the only absence that an operation can have seen, or {@link #NOTHING} or several. */
  private int only(long begin, long end) {
    int only = NOTHING;
    int last = begunBy(end) - 1;
    for (int index = last; index >= 0; index--) {
      int absence = candidates[index];
      if (last - index >= MOST_TRIED) {
        return SEVERAL;
      }
      if (isPossible(absence, begin, end)) {
        if (only >= 0) {
          return SEVERAL;
        }
        only = absence;
      }
    }
    return only;
  }

  /** Returns how many candidates began by a time. */
  private int begunBy(long time) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values.writeBegin[candidates[middle]] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns whether no value must lie between an absence and an operation that saw it. */
  private boolean isPossible(int absence, long begin, long end) {
    long absentEnd = Math.min(values.earliestEnd[absence], end);
    long absentBegin = Math.max(values.latestBegin[absence], begin);
    int between = later.firstAbove(absentEnd, absence);
    return between < 0 || values.earliestEnd[between] >= absentBegin;
  }

  /**
   * Assigns an operation that fits no absence to the last one, so that {@link StaleReads} finds
   * what contradicts it; reports it if there is none.
   */
  private void contradict(ObservationList found, int index) {
    int record = found.record(index);
    int begun = begunBy(found.end(index));
    if (incomplete) {
      return;
    }
    if (begun > 0) {
      int last = candidates[begun - 1];
      operations.strong.add(record, last, found.begin(index), found.end(index));
    } else {
      violations.add(ViolationKind.PHANTOM_ABSENCE, 0, () -> example(record));
    }
  }

  private List<Role> example(int record) {
    boolean insert = operations.columns().kind(record) == HistoryKind.INSERT;
    int last = RegisterValues.NONE;
    for (int value = 0; value < values.size(); value++) {
      if (values.tookEffect(value)
          && !values.isAbsence(value)
          && values.earliestEnd[value] < operations.begin(record)
          && (last < 0 || values.writeBegin[value] > values.writeBegin[last])) {
        last = value;
      }
    }
    return List.of(
        new Role("wrote the record", last < 0 ? -1 : values.write[last]),
        new Role(insert ? "created it again" : "did not find it", record));
  }
}
