package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryBlock;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistorySource;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The checks that compare several keys, each with one pass over the history. For one thread. */
final class WholeChecks {
  private final ConsistencyRules rules;
  private final HistorySource source;
  private long operations;
  private boolean anyStateRead;
  private boolean anyTransaction;

  WholeChecks(ConsistencyRules rules, HistorySource source) {
    this.rules = rules;
    this.source = source;
  }

  /** Runs the checks that the history needs; returns its number of operations. */
  long run(KeyFindings findings) throws IOException {
    source.forEach(this::count);
    List<KeyGroupCheck> checks = new ArrayList<>();
    boolean versions = rules.versions() == VersionScope.STORE;
    if (versions && (anyStateRead || rules.promises().containsValue(ReadPromise.SESSION))) {
      VersionIndex index = VersionIndex.of(source);
      checks.add(new SessionVersions(rules, index, findings));
      checks.add(new StateReads(rules, index, findings));
    }
    if (anyStateRead && anyTransaction && !versions) {
      checks.add(AtomicReads.of(source, rules, findings));
    }
    for (KeyGroupCheck check : checks) {
      source.forEach(check);
    }
    return operations;
  }

  private void count(HistoryBlock block) {
    for (int index = 0; index < block.count(); index++) {
      HistoryKind kind = block.kind(index);
      if (kind != null && !kind.isPart()) {
        operations++;
        anyStateRead |= kind == HistoryKind.READ_TRANSACTION || kind == HistoryKind.SNAPSHOT_READ;
        anyTransaction |= kind == HistoryKind.TRANSACTION;
      }
    }
  }
}
