package io.kvbench.core.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file written by {@link HistoryWriter}. Reading stops at the first damaged frame: after a kill
 * that is the last one. Each pass reads the file anew; the file must not change. For one thread.
 */
public final class HistoryFile implements HistorySource {
  /** The last frame was found: nothing is missing. */
  private static final String COMPLETE = "";

  private final Path path;
  private Map<Integer, Long> droppedByClient = Map.of();
  private String damage = "it was not read yet";

  private HistoryFile(Path path) {
    this.path = path;
  }

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read or is not a history of this version; the message is a
   *     clause for the user
   */
  public static HistoryFile open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      ByteBuffer head = HistoryFormat.buffer(HistoryFormat.FILE_HEAD);
      String problem = HistoryFormat.problem(fill(channel, head));
      if (problem != null) {
        throw new IOException(problem);
      }
    }
    return new HistoryFile(path);
  }

  @Override
  public void forEach(BlockVisitor visitor) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      new Pass(channel.position(HistoryFormat.FILE_HEAD)).read(visitor);
    }
  }

  @Override
  public long dropped() {
    return damage.equals(COMPLETE)
        ? droppedByClient.values().stream().mapToLong(Long::longValue).sum()
        : -1;
  }

  /** Returns how many operations each client dropped; clients without any are missing. */
  public Map<Integer, Long> droppedByClient() {
    return droppedByClient;
  }

  /**
   * Returns why the rest of the file was not read, as a clause for the user; empty if all was.
   * Known after a pass.
   */
  public String damage() {
    return damage;
  }

  private static ByteBuffer fill(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Reads on.
    }
    return buffer.flip();
  }

  /** One pass over the file. */
  private final class Pass {
    /** More than the largest frame. */
    private static final int BYTES = 2 * HistoryFormat.MOST_WORDS * Long.BYTES;

    private final FileChannel channel;
    private final ByteBuffer buffer = HistoryFormat.buffer(BYTES);
    private final HistoryBlock block = new HistoryBlock();
    private long offset = HistoryFormat.FILE_HEAD;

    Pass(FileChannel channel) {
      this.channel = channel;
      buffer.flip();
    }

    void read(BlockVisitor visitor) throws IOException {
      damage = "the process ended while it was written";
      while (has(HistoryFormat.FRAME_HEAD)) {
        int start = buffer.position();
        if (!HistoryFormat.isFrame(buffer, start)) {
          damage = "the frame at byte " + offset + " is damaged";
          return;
        }
        int kind = buffer.getInt(start);
        int words = buffer.getInt(start + 4);
        int bytes = HistoryFormat.FRAME_HEAD + words * Long.BYTES;
        if (!has(bytes)) {
          damage = "the frame at byte " + offset + " is cut off";
          return;
        }
        start = buffer.position();
        int content = start + HistoryFormat.FRAME_HEAD;
        if (buffer.getInt(start + 8) != HistoryFormat.check(buffer, content, start + bytes)) {
          damage = "the frame at byte " + offset + " is damaged";
          return;
        }
        if (kind == HistoryFormat.END) {
          droppedByClient = dropped(content, words);
          damage = COMPLETE;
          return;
        }
        if (kind == HistoryFormat.BLOCK && words <= HistoryBlock.WORDS) {
          visit(visitor, content, words);
        }
        buffer.position(start + bytes);
        offset += bytes;
      }
    }

    private void visit(BlockVisitor visitor, int content, int words) throws IOException {
      buffer
          .slice(content, words * Long.BYTES)
          .order(buffer.order())
          .asLongBuffer()
          .get(block.words(), 0, words);
      if (!block.set(words)) {
        throw new IOException("the block at byte " + offset + " contradicts its head");
      }
      visitor.visit(block);
    }

    private Map<Integer, Long> dropped(int content, int words) {
      Map<Integer, Long> dropped = new TreeMap<>();
      for (int at = content; at < content + words / 2 * 2 * Long.BYTES; at += 2 * Long.BYTES) {
        dropped.put((int) buffer.getLong(at), buffer.getLong(at + Long.BYTES));
      }
      return dropped;
    }

    /** Reads on until the buffer has so many bytes; returns false at the end of the file. */
    private boolean has(int bytes) throws IOException {
      if (buffer.remaining() >= bytes) {
        return true;
      }
      buffer.compact();
      fill(channel, buffer);
      return buffer.remaining() >= bytes;
    }
  }
}
