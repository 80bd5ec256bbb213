package io.kvbench.core.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The encoding of numbers in one to nine bytes: seven bits in each, the lowest first, and the
 * highest bit set in all but the last. Never negative.
 */
final class Varints {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;
  private static final int MOST_BITS = 63;

  private Varints() {}

  static void put(ByteArrayOutputStream out, long number) {
    if (number < 0) {
      throw new IllegalArgumentException("negative: " + number);
    }
    long rest = number;
    while (rest >= MORE) {
      out.write((int) (rest & (MORE - 1)) | MORE);
      rest >>>= BITS;
    }
    out.write((int) rest);
  }

  static long get(ByteBuffer in) throws IOException {
    long number = 0;
    for (int shift = 0; shift < MOST_BITS; shift += BITS) {
      if (!in.hasRemaining()) {
        throw new IOException("a number is cut off");
      }
      int next = in.get();
      number |= (long) (next & (MORE - 1)) << shift;
      if ((next & MORE) == 0) {
        return number;
      }
    }
    throw new IOException("a number is too large");
  }

  /** Returns a size of at most {@code most}. */
  static int size(ByteBuffer in, int most) throws IOException {
    long size = get(in);
    if (size > most) {
      throw new IOException("a size of " + size + " is too large");
    }
    return (int) size;
  }

  /** Returns bytes that follow their number, which is at most {@code most}. */
  static byte[] bytes(ByteBuffer in, int most) throws IOException {
    int size = size(in, most);
    if (size > in.remaining()) {
      throw new IOException("text is cut off");
    }
    byte[] bytes = new byte[size];
    in.get(bytes);
    return bytes;
  }

  /** Reads a size from a stream; -1 if the stream ends within it. */
  static int size(InputStream in, int most, ByteArrayOutputStream copy) throws IOException {
    long size = 0;
    for (int shift = 0; shift < MOST_BITS; shift += BITS) {
      int next = in.read();
      if (next < 0) {
        return -1;
      }
      copy.write(next);
      size |= (long) (next & (MORE - 1)) << shift;
      if (size > most) {
        return -1;
      }
      if ((next & MORE) == 0) {
        return (int) size;
      }
    }
    return -1;
  }
}
