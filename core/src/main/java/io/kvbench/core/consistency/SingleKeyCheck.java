package io.kvbench.core.consistency;

import io.kvbench.core.consistency.KeyViolations.Role;
import io.kvbench.core.consistency.StalenessHistogram.Count;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.KeyColumns;
import io.kvbench.core.history.RecordLayout;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import java.util.BitSet;
import java.util.List;

/**
 * The checks of one key, step by step: values, absences, the order of blocks, operations that fit
 * into an order or not, stale reads, sessions. For one thread, and one key after the other.
 */
final class SingleKeyCheck {
  private static final BitSet NO_RECORDS = new BitSet();

  private final ConsistencyRules rules;
  private final boolean incomplete;
  private final KeyViolations violations = new KeyViolations();
  private final KeyViolations notes = new KeyViolations();
  private final KeyOperations operations;
  private final RegisterValues values;
  private final NewerValues newer;
  private final Absences absences;
  private final CompareAndSetChains blocks;
  private final ZoneSweep sweep = new ZoneSweep();
  private final StaleReads stale;
  private final Refusals refusals;
  private final SessionOrder sessions;
  private final WatchOrder watches;
  private long undecided;

  SingleKeyCheck(ConsistencyRules rules, KeyColumns columns, boolean incomplete) {
    this.rules = rules;
    this.incomplete = incomplete;
    operations = new KeyOperations(rules, columns, violations, incomplete);
    values = operations.values;
    newer = new NewerValues(values);
    absences = new Absences(operations, newer, violations, incomplete);
    blocks = new CompareAndSetChains(values, violations);
    stale = new StaleReads(operations, newer, violations);
    refusals = new Refusals(operations, absences.ambiguous, blocks, violations);
    sessions = new SessionOrder(operations, rules, violations);
    watches = new WatchOrder(operations, rules, violations);
  }

  /** Checks a key and adds what was found; returns how many operations break a promise. */
  long check(int number, KeyFindings findings) {
    run(number);
    KeyColumns columns = operations.columns();
    violations.list(columns, operations.key()).forEach(findings::add);
    notes.list(columns, operations.key()).forEach(findings::note);
    findings.addUndecided(undecided + operations.unidentified());
    count(number, findings);
    return violations.operations();
  }

  /** Returns how many operations break a promise. */
  long violations(int number) {
    run(number);
    return violations.operations();
  }

  private void run(int number) {
    notes.clear();
    order(number, NO_RECORDS);
    if (!violations.isEmpty() && !rules.elections().isEmpty()) {
      BitSet excused = excused();
      if (!excused.isEmpty()) {
        order(number, excused);
      }
      if (!violations.isEmpty()) {
        orderWithoutLeases(number, excused);
      }
    }
    if (operations.weak.size() > 0) {
      newer.buildByAge(rules.versions() == VersionScope.STORE);
      reportWeakAbsences();
      sessions.check();
    }
    watches.check();
  }

  /**
   * Checks whether there is an order without all reads under a lease during elections: a stale one
   * need not be stale by its age, if the writes were concurrent.
   */
  private void orderWithoutLeases(int number, BitSet excused) {
    ObservationList reads = operations.strong;
    BitSet leased = new BitSet();
    for (int index = 0; index < reads.size(); index++) {
      if (isExcusable(reads, index)) {
        leased.set(reads.record(index));
      }
    }
    if (!leased.isEmpty()) {
      int last = leased.length() - 1;
      leased.or(excused);
      order(number, leased);
      if (violations.isEmpty() && notes.isEmpty()) {
        notes.add(
            ViolationKind.STALE_READ, 0, () -> List.of(new Role("read during an election", last)));
      }
    }
  }

  private boolean isExcusable(ObservationList reads, int index) {
    ReadConsistency consistency = operations.columns().consistency(reads.record(index));
    return rules.promise(consistency) == ReadPromise.LEASE
        && rules.inElection(reads.begin(index), reads.end(index));
  }

  /** Loads the key and checks its order, with some reads left out. */
  private void order(int number, BitSet except) {
    violations.clear();
    undecided = 0;
    operations.load(number, except);
    absences.assign();
    blocks.build();
    if (!sweep.hasOrder(blocks)) {
      newer.buildByAge(rules.versions() == VersionScope.STORE);
      if (!stale.report()) {
        stale.reportNoOrder();
      }
      return;
    }
    if (rules.versions() == VersionScope.STORE) {
      newer.buildByAge(true);
      if (newer.usesVersions()) {
        stale.report();
        reportVersionOrder();
      }
    }
    if (violations.isEmpty()) {
      undecided = refusals.check(incomplete);
    } else {
      undecided = (long) absences.ambiguous.size() + operations.refusals.size();
    }
  }

  /** Notes stale reads under a lease during elections, and returns their records. */
  private BitSet excused() {
    BitSet excused = new BitSet();
    newer.buildByAge(rules.versions() == VersionScope.STORE);
    ObservationList reads = operations.strong;
    stale.forEach(
        reads,
        (index, age) -> {
          int record = reads.record(index);
          if (isExcusable(reads, index)) {
            excused.set(record);
            int missed = newer.firstNewer(reads.value(index));
            int value = reads.value(index);
            notes.add(
                ViolationKind.STALE_READ,
                age,
                () ->
                    List.of(
                        new Role("wrote the value", values.write[value]),
                        new Role("wrote a newer value", values.write[missed]),
                        new Role("read the older value", record)));
          }
        });
    return excused;
  }

  /** Reports writes that began after a write with a higher version was known. */
  private void reportVersionOrder() {
    for (int value = 0; value < values.size(); value++) {
      if (values.isAcknowledged(value) && newer.outdatedAt(value) < values.writeBegin[value]) {
        int later = value;
        int higher = newer.firstNewer(value);
        violations.add(
            ViolationKind.VERSION_ORDER,
            values.writeBegin[value] - newer.outdatedAt(value),
            () ->
                List.of(
                    new Role("got the higher version", values.write[higher]),
                    new Role("wrote later", values.write[later])));
      }
    }
  }

  /** Reports absences that no state had, of a record that was never deleted. */
  private void reportWeakAbsences() {
    if (operations.deletes() > 0 || operations.maybeAbsentBefore() || incomplete) {
      return;
    }
    ObservationList reads = operations.weak;
    for (int index = 0; index < reads.size(); index++) {
      if (reads.value(index) == RegisterValues.ABSENT) {
        int record = reads.record(index);
        violations.add(
            ViolationKind.PHANTOM_ABSENCE,
            0,
            () -> List.of(new Role("did not find the record", record)));
      }
    }
  }

  private void count(int number, KeyFindings findings) {
    KeyColumns columns = operations.columns();
    long[] reads = new long[ReadConsistency.values().length];
    for (int position = columns.start(number); position < columns.start(number + 1); position++) {
      int record = columns.record(position);
      HistoryKind kind = columns.kind(record);
      HistoryStatus status = columns.status(record);
      if (kind != null
          && kind.reads()
          && (status == HistoryStatus.OK || status == HistoryStatus.ABSENT)) {
        reads[RecordLayout.code(columns.consistency(record))]++;
      }
    }
    for (int mode = 0; mode < reads.length; mode++) {
      findings.addReads(mode, reads[mode]);
    }
    for (int value = 0; value < values.size(); value++) {
      if (values.isAcknowledged(value)) {
        findings.addWrite(values.isObserved(value), values.seenBy[value]);
      }
    }
    if (operations.weak.size() > 0) {
      countStale(findings);
    }
  }

  private void countStale(KeyFindings findings) {
    KeyColumns columns = operations.columns();
    Count[] counts = new Count[ReadConsistency.values().length];
    stale.forEach(
        operations.weak,
        (index, age) -> {
          int mode = RecordLayout.code(columns.consistency(operations.weak.record(index)));
          if (counts[mode] == null) {
            counts[mode] = new Count();
          }
          stale.count(index, age, counts[mode]);
        });
    for (int mode = 0; mode < counts.length; mode++) {
      if (counts[mode] != null) {
        findings.addStale(mode, counts[mode]);
      }
    }
  }
}
