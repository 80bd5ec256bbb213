package io.kvbench.core.operation;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes of a record: an immutable window on an array that several values may share. The array
 * must not be changed, neither by its creator nor by a caller that gets it from a value. Safe for
 * any thread; may be kept.
 */
public final class Value {
  private final byte[] bytes;
  private final int offset;
  private final int size;

  private Value(byte[] bytes, int offset, int size) {
    this.bytes = bytes;
    this.offset = offset;
    this.size = size;
  }

  /** Returns a value of all of these bytes, without copying them. */
  public static Value of(byte[] bytes) {
    return new Value(bytes, 0, bytes.length);
  }

  /**
   * Returns a value of {@code size} bytes from {@code offset} on, without copying them.
   *
   * @throws IndexOutOfBoundsException if the window exceeds the array
   */
  public static Value of(byte[] bytes, int offset, int size) {
    if (offset < 0 || size < 0 || offset > bytes.length - size) {
      throw new IndexOutOfBoundsException(offset + "+" + size + " of " + bytes.length);
    }
    return new Value(bytes, offset, size);
  }

  public int size() {
    return size;
  }

  /**
   * Returns the bytes: the shared array itself if the value fills it (do not write to it),
   * otherwise a copy.
   */
  public byte[] toByteArray() {
    return size == bytes.length ? bytes : Arrays.copyOfRange(bytes, offset, offset + size);
  }

  /** Returns a read-only view of the bytes, from position 0 to {@link #size}; nothing is copied. */
  public ByteBuffer toByteBuffer() {
    return ByteBuffer.wrap(bytes, offset, size).slice().asReadOnlyBuffer();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Value that
        && Arrays.equals(
            bytes, offset, offset + size, that.bytes, that.offset, that.offset + that.size);
  }

  @Override
  public int hashCode() {
    return toByteBuffer().hashCode();
  }

  @Override
  public String toString() {
    return size + " bytes";
  }
}
