package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryBlock;
import io.kvbench.core.history.HistoryKind;

/** Examples of violations, from records of blocks. */
final class BlockExample {
  private BlockExample() {}

  static ExampleOperation of(String role, HistoryBlock block, int record) {
    HistoryKind kind = block.kind(record);
    if (kind == null) {
      throw new IllegalStateException("a record of an unknown kind in an example");
    }
    return new ExampleOperation(
        role,
        block.client(),
        block.server(),
        block.phase(),
        kind,
        block.status(record),
        block.consistency(record),
        block.key(record),
        block.begin(record),
        block.end(record),
        block.identity(record),
        block.version(record));
  }
}
