package io.kvbench.core.consistency;

import io.kvbench.core.operation.ReadPromise;
import java.util.List;

/**
 * The result of a check.
 *
 * @param violations of promises, the worst of each kind first; of kinds with many, not all
 * @param totals all violations by kind, in the order of kinds
 * @param notes stale reads during elections under {@link ReadPromise#LEASE}, as violations that
 *     break no promise
 * @param modes the reads of each consistency that was used
 * @param operations the number of operations in the history
 * @param keys the number of keys
 * @param acknowledgedWrites how many writes were acknowledged
 * @param observedWrites how many of these were ever observed, by a read or a compare-and-set
 * @param undecided operations that may or may not break a promise
 * @param undecidedByClock operations that would break one if all clocks were exact
 * @param dropped operations that were not recorded; -1 if that number is unknown, since the history
 *     is cut off
 */
public record ConsistencyReport(
    List<Violation> violations,
    List<Total> totals,
    List<Violation> notes,
    List<ReadModeReport> modes,
    long operations,
    long keys,
    long acknowledgedWrites,
    long observedWrites,
    long undecided,
    long undecidedByClock,
    long dropped) {

  /**
   * The violations of one kind.
   *
   * @param operations how many operations show it
   * @param keys on how many keys, or in how many sessions or reads of several keys
   */
  public record Total(ViolationKind kind, long operations, long keys) {}

  public ConsistencyReport {
    violations = List.copyOf(violations);
    totals = List.copyOf(totals);
    notes = List.copyOf(notes);
    modes = List.copyOf(modes);
  }

  /** Returns whether no promise was seen to be broken. */
  public boolean holds() {
    return totals.isEmpty();
  }

  /** Returns the share of acknowledged writes that were ever observed; 1 without any. */
  public double coverage() {
    return acknowledgedWrites == 0 ? 1 : (double) observedWrites / acknowledgedWrites;
  }
}
