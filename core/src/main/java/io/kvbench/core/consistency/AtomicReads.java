package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryBlock;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistorySource;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.ValueIdentity;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The check of reads of several keys without versions: a read that saw one write of a transaction
 * must not see values of its other keys that were written before the transaction began
 * (read-atomic). Memory is proportional to the writes of the history. For one thread.
 */
final class AtomicReads implements KeyGroupCheck {
  /**
   * A write.
   *
   * @param transaction its number, or -1 for a write on its own
   */
  private record Write(int transaction, long end) {}

  /** The writes of a transaction: identities by key. */
  private record Atom(long begin, Map<Long, Long> parts) {}

  private final ConsistencyRules rules;
  private final KeyFindings findings;
  private final Map<Long, Write> writes = new HashMap<>();
  private final Map<Integer, Atom> atoms = new HashMap<>();
  private int transactions;

  private AtomicReads(ConsistencyRules rules, KeyFindings findings) {
    this.rules = rules;
    this.findings = findings;
  }

  /** Collects the writes with one pass over the history. */
  static AtomicReads of(HistorySource source, ConsistencyRules rules, KeyFindings findings)
      throws IOException {
    AtomicReads check = new AtomicReads(rules, findings);
    source.forEach(check::collect);
    return check;
  }

  private void collect(HistoryBlock block) {
    long error = rules.clockError(block.client());
    for (int record = 0; record < block.count(); record++) {
      HistoryKind kind = block.kind(record);
      if (kind == HistoryKind.TRANSACTION) {
        atoms.put(++transactions, new Atom(block.begin(record) - error, new HashMap<>()));
      }
      boolean mayApply =
          block.status(record) == HistoryStatus.OK || block.status(record) == HistoryStatus.UNKNOWN;
      if (kind != null && kind.writes() && mayApply) {
        Atom atom = kind.isPart() ? atoms.get(transactions) : null;
        boolean certain = block.status(record) == HistoryStatus.OK;
        if (atom != null) {
          atom.parts.put(block.key(record), block.identity(record));
        }
        writes.put(
            block.identity(record),
            new Write(
                atom == null ? -1 : transactions,
                certain ? block.end(record) + error : RegisterValues.NEVER));
      }
    }
  }

  @Override
  public void visit(HistoryBlock block) {
    for (int head = 0; head < block.count(); head++) {
      if (block.kind(head) == HistoryKind.READ_TRANSACTION
          && rules.promise(block.consistency(head)).hasStates()) {
        for (int part = head + 1; isPart(block, part); part++) {
          Write write = writes.get(block.identity(part));
          Atom atom = write == null ? null : atoms.get(write.transaction);
          if (atom != null && report(block, head, part, atom)) {
            break;
          }
        }
      }
    }
  }

  private static boolean isPart(HistoryBlock block, int record) {
    return record < block.count() && block.kind(record) == HistoryKind.PART_READ;
  }

  private boolean report(HistoryBlock block, int head, int seen, Atom atom) {
    for (int part = head + 1; isPart(block, part); part++) {
      Long expected = atom.parts.get(block.key(part));
      if (expected != null && isBefore(block, part, expected, atom)) {
        findings.add(
            new Violation(
                ViolationKind.PARTIAL_TRANSACTION,
                block.key(part),
                1,
                0,
                List.of(
                    BlockExample.of("saw a write of the transaction", block, seen),
                    BlockExample.of("missed another one", block, part))));
        return true;
      }
    }
    return false;
  }

  /** Returns whether a part saw a value that was certainly written before a transaction. */
  private boolean isBefore(HistoryBlock block, int part, long expected, Atom atom) {
    long identity = block.identity(part);
    if (identity == expected || block.status(part) != HistoryStatus.OK) {
      return false;
    }
    Write write = writes.get(identity);
    return write == null ? ValueIdentity.isInitial(identity) : write.end < atom.begin;
  }
}
