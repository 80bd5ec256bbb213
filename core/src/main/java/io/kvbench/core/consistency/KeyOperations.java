package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.KeyColumns;
import io.kvbench.core.history.RecordLayout;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.VersionScope;
import java.util.BitSet;
import java.util.List;

/**
 * The operations of one key, sorted by what they say: values with their writes, reads, absences and
 * refusals. Violations that need no order are found here: values that no write of the key has, and
 * reads before the write began. For one thread, and one key after the other.
 */
final class KeyOperations {
  final RegisterValues values = new RegisterValues();

  /** Reads and guards that must be in order with the writes. */
  final ObservationList strong = new ObservationList();

  /** Reads that need not be. */
  final ObservationList weak = new ObservationList();

  /** Operations that found the record absent, and must be in order with the writes. */
  final ObservationList absences = new ObservationList();

  /** Operations that certainly did not find a value; {@link RegisterValues#ABSENT}: any absence. */
  final ObservationList refusals = new ObservationList();

  /** Deliveries to watchers. */
  final ObservationList events = new ObservationList();

  private final ConsistencyRules rules;
  private final KeyViolations violations;
  private final boolean incomplete;
  private final WriteIndex index = new WriteIndex();
  private final KeyColumns columns;
  private BitSet excluded = new BitSet();
  private long key;

  private long unidentified;

  private int deletes;

  private boolean anyCreated;

  /**
   * @param incomplete whether operations may be missing from the history
   */
  KeyOperations(
      ConsistencyRules rules, KeyColumns columns, KeyViolations violations, boolean incomplete) {
    this.rules = rules;
    this.columns = columns;
    this.violations = violations;
    this.incomplete = incomplete;
  }

  /** Returns how many reads returned a value whose write is not in an incomplete history. */
  long unidentified() {
    return unidentified;
  }

  /** Returns how many deletes may have taken effect. */
  int deletes() {
    return deletes;
  }

  /** Returns whether any value can have replaced an absence only. */
  boolean hasCreated() {
    return anyCreated;
  }

  long key() {
    return key;
  }

  KeyColumns columns() {
    return columns;
  }

  /** Returns whether the record may have been absent when recording began. */
  boolean maybeAbsentBefore() {
    return key >= rules.loadedKeys();
  }

  /**
   * Loads a key.
   *
   * @param except records of reads to treat as weak
   */
  void load(int number, BitSet except) {
    key = columns.key(number);
    excluded = except;
    unidentified = 0;
    deletes = 0;
    anyCreated = false;
    values.clear();
    strong.clear();
    weak.clear();
    absences.clear();
    refusals.clear();
    events.clear();
    int from = columns.start(number);
    int to = columns.start(number + 1);
    index.clear(to - from);
    for (int position = from; position < to; position++) {
      addWrite(columns.record(position));
    }
    int before = -1;
    for (int position = from; position < to; position++) {
      int record = columns.record(position);
      addObservation(record, before);
      before = record;
    }
  }

  private void addWrite(int record) {
    HistoryKind kind = columns.kind(record);
    if (kind == null || !kind.writes()) {
      return;
    }
    boolean delete = kind == HistoryKind.DELETE || kind == HistoryKind.PART_DELETE;
    int value =
        switch (columns.status(record)) {
          case OK -> values.acknowledged(record, begin(record), end(record));
          case UNKNOWN -> values.unknown(record, begin(record));
          case ABSENT, EXISTS, REFUSED, FAILED ->
              values.rejected(record, begin(record), end(record));
        };
    values.version[value] =
        columns.status(record) == HistoryStatus.OK ? columns.version(record) : 0;
    if (delete) {
      values.markAbsence(value);
      deletes += values.isRejected(value) ? 0 : 1;
    } else {
      indexWrite(columns.identity(record), value);
    }
    if (creates(kind) && !values.isRejected(value)) {
      values.markCreated(value);
      anyCreated = true;
    }
  }

  /** A software transaction that was refused is sent again with the same values. */
  private void indexWrite(long identity, int value) {
    int earlier = index.put(identity, value);
    if (earlier >= 0 && values.isRejected(earlier)) {
      index.replace(identity, value);
    }
  }

  private boolean creates(HistoryKind kind) {
    return (kind == HistoryKind.INSERT || kind == HistoryKind.PART_INSERT) && !rules.blindWrites();
  }

  private void addObservation(int record, int before) {
    HistoryKind kind = columns.kind(record);
    if (kind == null) {
      return;
    }
    switch (kind) {
      case READ, PART_READ -> addRead(record);
      case SNAPSHOT_PART -> {
        if (columns.status(record) == HistoryStatus.OK) {
          addValue(record, columns.identity(record), Use.OLD);
        }
      }
      case EXPECTED -> addExpectation(record, before);
      case INSERT, PART_INSERT, WRITE, PART_WRITE, DELETE, PART_DELETE, COMPARE_AND_SET ->
          addAnswer(record, kind);
      case WATCH_EVENT -> addEvent(record);
      case READ_TRANSACTION, SNAPSHOT_READ, SCAN, TRANSACTION -> {}
    }
  }

  /** How an observation takes part in the checks. */
  private enum Use {
    /** In order with the writes. */
    STRONG,
    /** By its session and its age. */
    WEAK,
    /** As a value that was written before. */
    OLD
  }

  private void addRead(int record) {
    boolean isStrong =
        rules.promise(columns.consistency(record)).isStrong() && !excluded.get(record);
    switch (columns.status(record)) {
      case OK -> addValue(record, columns.identity(record), isStrong ? Use.STRONG : Use.WEAK);
      case ABSENT -> {
        if (isStrong) {
          addAbsence(record);
        } else {
          weak.add(record, RegisterValues.ABSENT, begin(record), end(record));
        }
      }
      case EXISTS, REFUSED, FAILED, UNKNOWN -> {}
    }
  }

  private void addValue(int record, long identity, Use use) {
    if (identity == ValueIdentity.UNEXAMINED) {
      return;
    }
    int value = find(identity);
    if (value < 0) {
      objectTo(record, identity);
      return;
    }
    long begin = begin(record);
    long end = end(record);
    if (values.isRejected(value)) {
      violations.add(
          ViolationKind.REJECTED_APPLIED,
          0,
          () -> List.of(new Role("rejected", values.write[value]), new Role("read it", record)));
    } else if (end < values.writeBegin[value]) {
      violations.add(
          ViolationKind.BEFORE_WRITE,
          values.writeBegin[value] - end,
          () -> List.of(new Role("read it", record), new Role("wrote it", values.write[value])));
    } else if (use == Use.STRONG) {
      values.observe(value, begin, end);
      strong.add(record, value, begin, end);
    } else {
      // A state of the store that a read returned existed when the read ended.
      values.observe(value, RegisterValues.ALWAYS, hasStates(record) ? end : RegisterValues.NEVER);
      if (use == Use.WEAK) {
        weak.add(record, value, begin, end);
      }
    }
    addVersion(record, value);
    values.seenBy[value] |= (byte) (1 << RecordLayout.code(columns.consistency(record)));
  }

  private boolean hasStates(int record) {
    return rules.promise(columns.consistency(record)).hasStates();
  }

  private void addVersion(int record, int value) {
    long version = columns.version(record);
    if (version == 0 || rules.versions() == VersionScope.NONE) {
      return;
    }
    if (values.version[value] == 0) {
      values.version[value] = version;
    } else if (values.version[value] != version && values.isWritten(value)) {
      violations.add(
          ViolationKind.APPLIED_TWICE,
          0,
          () -> List.of(new Role("wrote it", values.write[value]), new Role("read it", record)));
    }
  }

  private void objectTo(int record, long identity) {
    if (ValueIdentity.writer(identity) != 0 && incomplete) {
      unidentified++;
      return;
    }
    ViolationKind kind =
        identity == ValueIdentity.OTHER_KEY ? ViolationKind.OTHER_KEY : ViolationKind.NEVER_WRITTEN;
    violations.add(kind, 0, () -> List.of(new Role("read it", record)));
  }

  private void addEvent(int record) {
    long identity = columns.identity(record);
    int value = identity == ValueIdentity.ABSENT ? RegisterValues.NONE : find(identity);
    if (value >= 0 && end(record) >= values.writeBegin[value] && !values.isRejected(value)) {
      values.observe(value, RegisterValues.ALWAYS, end(record));
      addVersion(record, value);
    } else if (identity != ValueIdentity.ABSENT
        && identity != ValueIdentity.UNEXAMINED
        && !(value < 0 && incomplete)) {
      int write = value < 0 ? -1 : values.write[value];
      violations.add(
          ViolationKind.PHANTOM_EVENT,
          0,
          () -> List.of(new Role("wrote it", write), new Role("delivered", record)));
      return;
    }
    events.add(record, value, begin(record), end(record));
  }

  private void addAbsence(int record) {
    absences.add(record, RegisterValues.ABSENT, begin(record), end(record));
  }

  private void addExpectation(int record, int before) {
    HistoryKind kind = before < 0 ? null : columns.kind(before);
    boolean ofWrite =
        kind != null
            && kind.writes()
            && before == record - 1
            && columns.begin(before) == columns.begin(record);
    HistoryStatus status = columns.status(record);
    int value = find(columns.identity(record));
    int written = ofWrite ? index.get(columns.identity(before)) : RegisterValues.NONE;
    if (columns.identity(record) == ValueIdentity.ABSENT) {
      addExpectedAbsence(record, ofWrite && kind == HistoryKind.COMPARE_AND_SET, status);
    } else if (value < 0) {
      unidentified += incomplete ? 1 : 0;
    } else if (written >= 0 && status == HistoryStatus.OK) {
      values.markObserved(value);
      values.replaced[written] = value;
    } else if (written >= 0 && status == HistoryStatus.UNKNOWN) {
      values.replaced[written] = value;
    } else if (status == HistoryStatus.REFUSED && kind == HistoryKind.COMPARE_AND_SET) {
      refusals.add(record, value, begin(record), end(record));
    } else if (status == HistoryStatus.OK) {
      addValue(record, columns.identity(record), Use.STRONG);
    }
  }

  private void addExpectedAbsence(int record, boolean ofCompareAndSet, HistoryStatus status) {
    if (status == HistoryStatus.OK) {
      addAbsence(record);
    } else if (status == HistoryStatus.REFUSED && ofCompareAndSet) {
      refusals.add(record, RegisterValues.ABSENT, begin(record), end(record));
    }
  }

  /** Adds what the answer to a write says about the value before. */
  private void addAnswer(int record, HistoryKind kind) {
    boolean insert = kind == HistoryKind.INSERT;
    boolean part = kind.isPart();
    switch (columns.status(record)) {
      case OK -> {
        if (creates(kind)) {
          addAbsence(record);
        }
      }
      case ABSENT -> {
        if (!part) {
          addAbsence(record);
        }
      }
      case EXISTS -> {
        if (insert) {
          refusals.add(record, RegisterValues.ABSENT, begin(record), end(record));
        }
      }
      case REFUSED, FAILED, UNKNOWN -> {}
    }
  }

  /** Returns the number of a value; {@link RegisterValues#NONE} if no write of the key has it. */
  int find(long identity) {
    int value = index.get(identity);
    return value < 0 && ValueIdentity.isInitial(identity) ? RegisterValues.INITIAL : value;
  }

  long begin(int record) {
    return rules.hasOneClock()
        ? columns.begin(record)
        : columns.begin(record) - rules.clockError(columns.client(record));
  }

  long end(int record) {
    return rules.hasOneClock()
        ? columns.end(record)
        : columns.end(record) + rules.clockError(columns.client(record));
  }
}
