package io.kvbench.core.history;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The framing of {@code history.bin}, little-endian. The file begins with 24 bytes: {@link #MAGIC},
 * the version, and the CRC-32C of both. Each frame has 16 bytes, its kind, the number of its words,
 * the CRC-32C of its words and that of these three, followed by its words. The last frame has the
 * kind {@link #END} and the clients that dropped operations.
 */
final class HistoryFormat {
  static final long MAGIC = 0x0a74_7369_6862_766bL;

  /** Increased by every incompatible change. */
  static final int VERSION = 1;

  static final int FILE_HEAD = 24;
  static final int FRAME_HEAD = 16;

  /** A {@link HistoryBlock}. */
  static final int BLOCK = 0x4B434F4C;

  /** Pairs of a client and the number of its operations that were dropped. */
  static final int END = 0x444E4521;

  /** The max number of words of a frame. */
  static final int MOST_WORDS = 1 << 20;

  private HistoryFormat() {}

  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static void putFileHead(ByteBuffer out) {
    int start = out.position();
    out.putLong(MAGIC).putInt(VERSION).putInt(0);
    out.putLong(check(out, start, out.position()) & 0xFFFF_FFFFL);
  }

  /** Returns why a file cannot be read, as a clause for the user; null if it can. */
  static @Nullable String problem(ByteBuffer in) {
    if (in.remaining() < FILE_HEAD || in.getLong(0) != MAGIC) {
      return "it is not a history of kvbench";
    }
    if (in.getLong(FILE_HEAD - Long.BYTES) != (check(in, 0, 16) & 0xFFFF_FFFFL)) {
      return "the head of the history is damaged";
    }
    int version = in.getInt(Long.BYTES);
    return version == VERSION
        ? null
        : "it is a history of version %d, and this kvbench reads version %d"
            .formatted(version, VERSION);
  }

  static void putFrame(ByteBuffer out, int kind, long[] words, int count) {
    int start = out.position();
    out.position(start + FRAME_HEAD);
    out.asLongBuffer().put(words, 0, count);
    int end = start + FRAME_HEAD + count * Long.BYTES;
    out.putInt(start, kind)
        .putInt(start + 4, count)
        .putInt(start + 8, check(out, start + FRAME_HEAD, end));
    out.putInt(start + 12, check(out, start, start + 12)).position(end);
  }

  /** Returns whether the head of a frame at a position is undamaged. */
  static boolean isFrame(ByteBuffer in, int start) {
    int words = in.getInt(start + 4);
    return in.getInt(start + 12) == check(in, start, start + 12)
        && words >= 0
        && words <= MOST_WORDS;
  }

  static int check(ByteBuffer buffer, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.duplicate().clear().position(from).limit(to));
    return (int) crc.getValue();
  }
}
