package io.kvbench.bindings.dengine;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Writes a message of Protocol Buffers into an array of just its length. */
final class Message {
  private Message() {}

  /** Writes the fields of the innermost message. */
  interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  /**
   * Returns a message of fields within messages within each other.
   *
   * @param size the length of the fields together
   * @param path the numbers of the fields that hold the messages, the outermost first
   */
  static byte[] of(int size, Fields fields, int... path) {
    int[] sizes = new int[path.length + 1];
    sizes[path.length] = size;
    for (int depth = path.length; depth > 0; depth--) {
      sizes[depth - 1] =
          CodedOutputStream.computeTagSize(path[depth - 1])
              + CodedOutputStream.computeUInt32SizeNoTag(sizes[depth])
              + sizes[depth];
    }
    byte[] message = new byte[sizes[0]];
    CodedOutputStream out = CodedOutputStream.newInstance(message);
    try {
      for (int depth = 0; depth < path.length; depth++) {
        begin(out, path[depth], sizes[depth + 1]);
      }
      fields.write(out);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("a message of another length than expected", e);
    }
    return message;
  }

  /** Returns the length of a field of bytes. */
  static int size(int field, int length) {
    return CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeUInt32SizeNoTag(length)
        + length;
  }

  /** Writes a field of bytes. */
  static void write(CodedOutputStream out, int field, ByteBuffer bytes) throws IOException {
    begin(out, field, bytes.remaining());
    out.writeLazy(bytes);
  }

  /** Returns the length of a field with a number; 0 is left out, as it is what is not there. */
  static int numberSize(int field, long number) {
    return number == 0 ? 0 : CodedOutputStream.computeUInt64Size(field, number);
  }

  /** Writes a field with a number, unless it is 0. */
  static void writeNumber(CodedOutputStream out, int field, long number) throws IOException {
    if (number != 0) {
      out.writeUInt64(field, number);
    }
  }

  private static void begin(CodedOutputStream out, int field, int length) throws IOException {
    out.writeTag(field, 2);
    out.writeUInt32NoTag(length);
  }
}
