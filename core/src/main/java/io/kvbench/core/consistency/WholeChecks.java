package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistorySource;
import java.io.IOException;

/** The checks that compare several keys, each with a pass over the history. For one thread. */
final class WholeChecks {
  private final HistorySource source;

  WholeChecks(ConsistencyRules rules, HistorySource source, boolean incomplete) {
    this.source = source;
  }

  /** Runs the checks that the history needs; returns its number of operations. */
  long run(KeyFindings findings) throws IOException {
    long[] operations = new long[1];
    source.forEach(
        block -> {
          for (int index = 0; index < block.count(); index++) {
            HistoryKind kind = block.kind(index);
            operations[0] += kind != null && !kind.isPart() ? 1 : 0;
          }
        });
    return operations[0];
  }
}
