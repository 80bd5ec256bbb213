package io.kvbench.core.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A block of a trace file, readable without the others: its kind as one byte, the size of its head
 * and the head, the size of its body and the deflated body, and the CRC-32C of all that in four
 * bytes. Sizes are {@link Varints}.
 */
final class TraceBlock {
  static final int FILE = 'T';
  static final int OPERATIONS = 'O';
  static final int RECORDS = 'R';
  static final int END = 'E';

  private static final int MOST_HEAD = 1 << 16;

  /** More than the largest request adds to a nearly full block, compressed or not. */
  private static final int MOST_BODY = 1 << 28;

  private static final int CHECK_BYTES = 4;
  private static final int STEP = 1 << 13;

  private final int kind;
  private final byte[] head;
  private final byte[] body;
  private final int length;

  private TraceBlock(int kind, byte[] head, byte[] body, int length) {
    this.kind = kind;
    this.head = head;
    this.body = body;
    this.length = length;
  }

  int kind() {
    return kind;
  }

  ByteBuffer head() {
    return ByteBuffer.wrap(head);
  }

  /** Returns how many bytes of the file it occupies. */
  int length() {
    return length;
  }

  static byte[] encode(int kind, ByteArrayOutputStream head, ByteArrayOutputStream body) {
    byte[] deflated = deflate(body.toByteArray());
    ByteArrayOutputStream out = new ByteArrayOutputStream(head.size() + deflated.length + 16);
    out.write(kind);
    Varints.put(out, head.size());
    out.writeBytes(head.toByteArray());
    Varints.put(out, deflated.length);
    out.writeBytes(deflated);
    int check = check(out.toByteArray());
    out.writeBytes(ByteBuffer.allocate(CHECK_BYTES).putInt(check).array());
    return out.toByteArray();
  }

  /**
   * Reads the next block.
   *
   * @return null if the stream does not continue with a whole block
   */
  static @Nullable TraceBlock read(InputStream in) throws IOException {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    int kind = in.read();
    if (kind < 0) {
      return null;
    }
    seen.write(kind);
    byte[] head = part(in, MOST_HEAD, seen);
    byte[] body = head == null ? null : part(in, MOST_BODY, seen);
    if (head == null || body == null) {
      return null;
    }
    byte[] check = in.readNBytes(CHECK_BYTES);
    byte[] bytes = seen.toByteArray();
    return check.length == CHECK_BYTES && ByteBuffer.wrap(check).getInt() == check(bytes)
        ? new TraceBlock(kind, head, body, bytes.length + CHECK_BYTES)
        : null;
  }

  private static byte @Nullable [] part(InputStream in, int most, ByteArrayOutputStream seen)
      throws IOException {
    int size = Varints.size(in, most, seen);
    if (size < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(size);
    seen.writeBytes(bytes);
    return bytes.length == size ? bytes : null;
  }

  private static int check(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static byte[] deflate(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 16);
      byte[] step = new byte[STEP];
      while (!deflater.finished()) {
        out.write(step, 0, deflater.deflate(step));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  /** Returns the inflated body. */
  ByteBuffer body() throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(body);
      ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(4 * body.length, MOST_BODY));
      byte[] step = new byte[STEP];
      while (!inflater.finished()) {
        int count = inflater.inflate(step);
        if ((count == 0 && !inflater.finished()) || out.size() > MOST_BODY) {
          throw new IOException("a block cannot be decompressed");
        }
        out.write(step, 0, count);
      }
      return ByteBuffer.wrap(out.toByteArray());
    } catch (DataFormatException e) {
      throw new IOException("a block cannot be decompressed", e);
    } finally {
      inflater.end();
    }
  }
}
