package io.kvbench.core.history;

import java.io.IOException;

/** A history that can be read several times, block by block. */
public interface HistorySource {
  /** The receiver of blocks. */
  @FunctionalInterface
  interface BlockVisitor {
    /** Receives a block, which is reused for the next one. */
    void visit(HistoryBlock block) throws IOException;
  }

  /** Passes all blocks to a visitor: those of a client in their order. */
  void forEach(BlockVisitor visitor) throws IOException;

  /**
   * Returns how many operations are missing, since the queue to the writer was full; -1 if the
   * number is unknown, since the process was killed. Known after a first pass.
   */
  long dropped();
}
