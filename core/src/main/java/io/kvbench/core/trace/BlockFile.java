package io.kvbench.core.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A reader of single blocks of a file that was scanned before. */
final class BlockFile {
  private BlockFile() {}

  /** Returns the block at an offset; the file is only open meanwhile. */
  static TraceBlock read(Path path, long offset) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      InputStream in =
          new BufferedInputStream(Channels.newInputStream(channel.position(offset)), 1 << 16);
      TraceBlock block = TraceBlock.read(in);
      if (block == null) {
        throw new IOException("the trace has changed since it was opened");
      }
      return block;
    }
  }
}
