package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.KeyColumns;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The check of sessions on one key: a read under {@link ReadPromise#SESSION} returns the newest
 * value that the session has written or read, or a newer one. What is newer follows from times and,
 * if they are comparable, from versions. For one thread.
 */
final class SessionOrder {
  /** With more deletes, absences are not judged. */
  private static final int MOST_DELETES = 100;

  private final KeyOperations operations;
  private final RegisterValues values;
  private final ConsistencyRules rules;
  private final KeyViolations violations;

  /**
   * The newest value of a session.
   *
   * @param record the operation that wrote or read it
   */
  private record Seen(int value, int record, boolean written) {}

  private final Map<Long, Seen> sessions = new HashMap<>();

  SessionOrder(KeyOperations operations, ConsistencyRules rules, KeyViolations violations) {
    this.operations = operations;
    this.values = operations.values;
    this.rules = rules;
    this.violations = violations;
  }

  /** Checks the key that was loaded. */
  void check() {
    ObservationList reads = operations.weak;
    if (!anySessionRead(reads)) {
      return;
    }
    sessions.clear();
    // Writes and reads of a session are in the order in which they ended; so are their records.
    int write = nextWrite(-1);
    int strong = 0;
    for (int index = 0; index < reads.size(); index++) {
      int record = reads.record(index);
      for (; write >= 0 && values.write[write] < record; write = nextWrite(write)) {
        see(write, values.write[write], true);
      }
      for (;
          strong < operations.strong.size() && operations.strong.record(strong) < record;
          strong++) {
        see(operations.strong.value(strong), operations.strong.record(strong), false);
      }
      judge(record, reads.value(index), reads.begin(index));
    }
  }

  private boolean anySessionRead(ObservationList reads) {
    for (int index = 0; index < reads.size(); index++) {
      if (isJudged(reads.record(index))) {
        return true;
      }
    }
    return false;
  }

  private boolean isJudged(int record) {
    return rules.promise(operations.columns().consistency(record)) == ReadPromise.SESSION;
  }

  private int nextWrite(int value) {
    for (int next = value + 1; next < values.size(); next++) {
      if (values.isAcknowledged(next)) {
        return next;
      }
    }
    return RegisterValues.NONE;
  }

  private long session(int record) {
    KeyColumns columns = operations.columns();
    return (long) columns.client(record) << Integer.SIZE | columns.epoch(record);
  }

  private void see(int value, int record, boolean written) {
    Seen before = sessions.get(session(record));
    if (before == null || isNewer(value, before.value)) {
      sessions.put(session(record), new Seen(value, record, written));
    }
  }

  /** Returns whether a value is certainly newer than another one. */
  private boolean isNewer(int value, int other) {
    long version = values.version[value];
    long otherVersion = values.version[other];
    boolean comparable =
        rules.versions() == VersionScope.STORE
            || (rules.versions() == VersionScope.KEY && operations.deletes() == 0);
    if (comparable && version > 0 && otherVersion > 0) {
      return version > otherVersion;
    }
    return values.earliestEnd[other] < values.writeBegin[value];
  }

  private void judge(int record, int value, long begin) {
    Seen seen = sessions.get(session(record));
    if (seen != null && isJudged(record) && operations.end(seen.record) <= begin) {
      boolean absent = value == RegisterValues.ABSENT;
      boolean older = absent ? isAbsenceOlder(seen.value, record) : isNewer(seen.value, value);
      if (older && seen.value != value) {
        report(record, value, seen, begin);
      }
    }
    if (value != RegisterValues.ABSENT) {
      see(value, record, false);
    }
  }

  /** Returns whether every absence is older than a value. */
  private boolean isAbsenceOlder(int value, int record) {
    if (values.isAbsence(value) || operations.deletes() > MOST_DELETES) {
      return false;
    }
    for (int other = 0; other < values.size(); other++) {
      if (values.isWritten(other)
          && values.isAbsence(other)
          && !values.isRejected(other)
          && values.writeBegin[other] <= operations.end(record)
          && !isNewer(value, other)) {
        return false;
      }
    }
    return true;
  }

  private void report(int record, int value, Seen seen, long begin) {
    KeyColumns columns = operations.columns();
    boolean own = seen.written && columns.status(seen.record) == HistoryStatus.OK;
    HistoryKind kind = columns.kind(seen.record);
    violations.add(
        own ? ViolationKind.OWN_WRITE_MISSED : ViolationKind.WENT_BACK,
        begin - operations.end(seen.record),
        () ->
            List.of(
                new Role("wrote the older value", values.write[value]),
                new Role("wrote the newer value", values.write[seen.value]),
                new Role(
                    kind != null && kind.writes() ? "wrote in the session" : "read in the session",
                    own ? -1 : seen.record),
                new Role("read the older value", record)));
  }
}
