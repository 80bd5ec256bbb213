package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryBlock;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * The check of reads of several keys by versions of the store: the values were all current at one
 * version, and at the given one if the read names it. A part that misses a write whose transaction
 * another part saw is a partial transaction. For one thread.
 */
final class StateReads implements KeyGroupCheck {
  private final ConsistencyRules rules;
  private final VersionIndex index;
  private final KeyFindings findings;

  StateReads(ConsistencyRules rules, VersionIndex index, KeyFindings findings) {
    this.rules = rules;
    this.index = index;
    this.findings = findings;
  }

  @Override
  public void visit(HistoryBlock block) {
    for (int head = 0; head < block.count(); head++) {
      HistoryKind kind = block.kind(head);
      if ((kind == HistoryKind.READ_TRANSACTION || kind == HistoryKind.SNAPSHOT_READ)
          && rules.promise(block.consistency(head)).hasStates()
          && block.status(head) == HistoryStatus.OK) {
        judge(block, head);
      }
    }
  }

  /** Finds the first overwritten part and the newest one. */
  private void judge(HistoryBlock block, int head) {
    long asked = block.version(head);
    long newest = asked;
    int newestPart = head;
    long overwritten = VersionIndex.NONE;
    int oldestPart = head;
    for (int part = head + 1; isPart(block, part); part++) {
      long version = block.version(part);
      if (block.status(part) != HistoryStatus.OK || version == 0) {
        continue;
      }
      if (version > newest || (newestPart == head && asked == 0)) {
        newest = version;
        newestPart = part;
      }
      long next = index.nextAfter(block.key(part), version);
      if (next < overwritten) {
        overwritten = next;
        oldestPart = part;
      }
    }
    boolean later = asked > 0 && newest > asked;
    if (later || overwritten <= newest) {
      report(block, head, newestPart, oldestPart, overwritten);
    }
  }

  private static boolean isPart(HistoryBlock block, int record) {
    return record < block.count()
        && (block.kind(record) == HistoryKind.PART_READ
            || block.kind(record) == HistoryKind.SNAPSHOT_PART);
  }

  private void report(
      HistoryBlock block, int head, int newestPart, int oldestPart, long overwritten) {
    List<ExampleOperation> example = new ArrayList<>();
    boolean partial = false;
    for (int part = head + 1; isPart(block, part); part++) {
      partial |= block.version(part) == overwritten;
    }
    if (oldestPart != head) {
      example.add(
          BlockExample.of(
              overwritten == VersionIndex.NONE
                  ? "read a value"
                  : "read a value that version " + overwritten + " had replaced",
              block,
              oldestPart));
    }
    if (newestPart != head && newestPart != oldestPart) {
      example.add(BlockExample.of("read a newer value", block, newestPart));
    }
    findings.add(
        new Violation(
            partial ? ViolationKind.PARTIAL_TRANSACTION : ViolationKind.TORN_READ,
            block.key(oldestPart),
            1,
            0,
            example));
  }
}
