package io.kvbench.bindings.consul;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one answer after another off one HTTP/1.1 connection. All bytes of an answer are kept in
 * one array, and a body stays where it came in unless it comes in chunks.
 */
final class AnswerReader {
  private static final int USUAL_BYTES = 16 * 1024;
  private static final int MAX_HEADER_BYTES = 64 * 1024;

  /** More than any answer that is asked for: the largest values are under a megabyte by default. */
  private static final int MAX_BYTES = 256 * 1024 * 1024;

  private byte[] bytes = new byte[USUAL_BYTES];
  private int end;

  /** What the header of the answer says; null while it has not come in whole. */
  private @Nullable Head head;

  /** Where the next chunk's length is expected. */
  private int chunk;

  /** The end of what chunks have brought so far, which is moved together behind the header. */
  private int joined;

  /** Takes in everything that is there to read. */
  void take(ByteBuf input) throws IOException {
    int count = input.readableBytes();
    if (count > bytes.length - end) {
      grow(count);
    }
    input.readBytes(bytes, end, count);
    end += count;
  }

  private void grow(int count) throws IOException {
    if (count > MAX_BYTES - end) {
      throw new IOException("the answer is over " + MAX_BYTES + " bytes");
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(end + count, 2L * end)));
  }

  /** Returns whether there is anything of an answer. */
  boolean hasBegun() {
    return end > 0;
  }

  /**
   * Returns the answer if it is complete. It has to be looked at before {@link #next}.
   *
   * @throws IOException if it is not one of HTTP/1.1, or of a kind that no server of Consul gives
   */
  @Nullable HttpAnswer poll() throws IOException {
    Head known = head;
    if (known == null) {
      known = Head.parse(bytes, end);
      if (known == null) {
        if (end > MAX_HEADER_BYTES) {
          throw new IOException("the header of the answer is too long");
        }
        return null;
      }
      head = known;
      chunk = known.length();
      joined = known.length();
    }
    return known.chunked() ? pollChunks(known) : pollLength(known);
  }

  private @Nullable HttpAnswer pollLength(Head known) throws IOException {
    if (known.contentLength() == Head.UNTIL_THE_END) {
      // Only refusals come so, and then in one piece.
      return new HttpAnswer(known, bytes, end - known.length());
    }
    int whole = known.length() + known.contentLength();
    if (end < whole) {
      return null;
    }
    if (end > whole) {
      throw new IOException("more came in than was asked for");
    }
    return new HttpAnswer(known, bytes, known.contentLength());
  }

  private @Nullable HttpAnswer pollChunks(Head known) throws IOException {
    while (true) {
      int line = Head.endOfLine(bytes, chunk, end);
      if (line < 0) {
        return null;
      }
      int size = Head.hexadecimal(bytes, chunk, line);
      if (size == 0) {
        // No trailer is asked for, so an empty line ends it.
        return end < line + 4 ? null : new HttpAnswer(known, bytes, joined - known.length());
      }
      int start = line + 2;
      if (end - start < size + 2L) {
        return null;
      }
      System.arraycopy(bytes, start, bytes, joined, size);
      joined += size;
      chunk = start + size + 2;
    }
  }

  /** Forgets the answer that {@link #poll} returned. */
  void next() {
    head = null;
    end = 0;
    if (bytes.length > USUAL_BYTES) {
      bytes = new byte[USUAL_BYTES];
    }
  }
}
