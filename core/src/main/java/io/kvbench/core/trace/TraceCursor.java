package io.kvbench.core.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the operations of one session, in the order in which they were sent. Keeps one
 * block in memory. For one thread at a time.
 */
public final class TraceCursor {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Path path;
  private final List<BlockPosition> blocks;
  private int next;
  private int left;
  private ByteBuffer body = NOTHING;
  private EntryCodec codec = new EntryCodec(0);

  TraceCursor(Path path, List<BlockPosition> blocks) {
    this.path = path;
    this.blocks = blocks;
  }

  /**
   * Returns the next operation, or null if there is none.
   *
   * @throws IOException if the file cannot be read
   */
  public @Nullable TraceEntry next() throws IOException {
    if (left == 0) {
      if (next == blocks.size()) {
        body = NOTHING;
        return null;
      }
      BlockPosition block = blocks.get(next++);
      body = BlockFile.read(path, block.offset()).body();
      codec = new EntryCodec(block.firstMicros());
      left = block.operations();
    }
    left--;
    return codec.get(body);
  }
}
