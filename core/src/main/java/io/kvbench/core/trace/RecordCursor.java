package io.kvbench.core.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor over the records from before a recording; keeps one block. For one thread at a time. */
public final class RecordCursor {
  private final Path path;
  private final List<BlockPosition> blocks;
  private List<InitialRecord> current = List.of();
  private int next;
  private int position;

  RecordCursor(Path path, List<BlockPosition> blocks) {
    this.path = path;
    this.blocks = blocks;
  }

  /**
   * Returns the next record, or null if there is none.
   *
   * @throws IOException if the file cannot be read
   */
  public @Nullable InitialRecord next() throws IOException {
    while (position == current.size()) {
      if (next == blocks.size()) {
        return null;
      }
      current = InitialRecord.decode(BlockFile.read(path, blocks.get(next++).offset()));
      position = 0;
    }
    return current.get(position++);
  }
}
