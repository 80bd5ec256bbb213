package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryBlock;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.operation.ReadPromise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The check of sessions over all keys, by versions of the store: a session that has seen a version
 * must see every write up to it. For one thread; blocks in the order of the history.
 */
final class SessionVersions implements KeyGroupCheck {
  private final ConsistencyRules rules;
  private final VersionIndex index;
  private final KeyFindings findings;
  private final Map<Integer, Session> sessions = new HashMap<>();

  /** The current session of a client. */
  private static final class Session {
    private int epoch;
    private long end;

    /** The highest version of operations that ended before the current one began. */
    private long highest;

    private long highestEnd;

    /** The highest version with those of the current operation. */
    private long next;

    private boolean overlaps;
  }

  SessionVersions(ConsistencyRules rules, VersionIndex index, KeyFindings findings) {
    this.rules = rules;
    this.index = index;
    this.findings = findings;
  }

  @Override
  public void visit(HistoryBlock block) {
    Session session = sessions.computeIfAbsent(block.client(), client -> new Session());
    if (session.epoch != block.epoch()) {
      session = new Session();
      session.epoch = block.epoch();
      sessions.put(block.client(), session);
    }
    boolean old = false;
    for (int record = 0; record < block.count(); record++) {
      HistoryKind kind = block.kind(record);
      if (kind == null) {
        continue;
      }
      if (!kind.isPart()) {
        begin(session, block, record);
        old = kind == HistoryKind.SNAPSHOT_READ || kind == HistoryKind.WATCH_EVENT;
      }
      if (!old && block.status(record) == HistoryStatus.OK && kind != HistoryKind.EXPECTED) {
        visit(session, block, record, kind);
      }
    }
  }

  private static void begin(Session session, HistoryBlock block, int record) {
    if (session.next > session.highest) {
      session.highest = session.next;
      session.highestEnd = session.end;
    }
    session.overlaps = block.begin(record) < session.end;
    session.end = Math.max(session.end, block.end(record));
  }

  private void visit(Session session, HistoryBlock block, int record, HistoryKind kind) {
    long version = block.version(record);
    if (version == 0) {
      return;
    }
    boolean judged = rules.promise(block.consistency(record)) == ReadPromise.SESSION;
    if (kind.reads() && judged && !session.overlaps) {
      long missed = index.nextAfter(block.key(record), version);
      if (missed <= session.highest) {
        findings.add(
            new Violation(
                ViolationKind.WENT_BACK,
                block.key(record),
                1,
                Math.max(0, block.begin(record) - session.highestEnd),
                List.of(
                    BlockExample.of(
                        "missed version %d, after the session had seen version %d"
                            .formatted(missed, session.highest),
                        block,
                        record))));
      }
    }
    session.next = Math.max(session.next, version);
  }
}
