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

  private static void begin(CodedOutputStream out, int field, int length) throws IOException {
    out.writeTag(field, 2);
    out.writeUInt32NoTag(length);
  }
}
