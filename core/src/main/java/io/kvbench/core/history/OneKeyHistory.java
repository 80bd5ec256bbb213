package io.kvbench.core.history;

import java.io.IOException;

/**
 * The operations on one key of a history. Of transactions and reads of several keys only the parts
 * on it remain, without what other parts would show.
 */
public final class OneKeyHistory implements HistorySource {
  private final HistorySource whole;
  private final long key;

  public OneKeyHistory(HistorySource whole, long key) {
    this.whole = whole;
    this.key = key;
  }

  @Override
  public void forEach(BlockVisitor visitor) throws IOException {
    HistoryBlock selected = new HistoryBlock();
    whole.forEach(
        block -> {
          selected.resetAs(block);
          for (int index = 0; index < block.count(); index++) {
            HistoryKind kind = block.kind(index);
            if (kind != null && !kind.hasOnlyParts() && block.key(index) == key) {
              selected.add(
                  block.word(index, 0),
                  block.word(index, 1),
                  block.word(index, 2),
                  block.word(index, 3));
            }
          }
          if (selected.count() > 0) {
            visitor.visit(selected);
          }
        });
  }

  @Override
  public long dropped() {
    return whole.dropped();
  }
}
