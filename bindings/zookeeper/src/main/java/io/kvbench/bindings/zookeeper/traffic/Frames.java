package io.kvbench.bindings.zookeeper.traffic;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ErrorResponse;
import org.apache.zookeeper.proto.MultiHeader;

/** Parts of messages. */
final class Frames {
  /** Where the answer to a session request has the session's number: behind two ints. */
  static final int SESSION_AT = 8;

  static final int SESSION_END = SESSION_AT + Long.BYTES;

  /** Two ints, two longs, and the length of the password; not every client says more. */
  static final int SHORTEST_CONNECT = 3 * Integer.BYTES + 2 * Long.BYTES;

  private Frames() {}

  /** Returns what reads the records of a message. */
  static BinaryInputArchive archive(ByteBuffer frame) {
    return new BinaryInputArchive(
        new DataInputStream(
            new ByteArrayInputStream(
                frame.array(), frame.arrayOffset() + frame.position(), frame.remaining())),
        frame.remaining(),
        0);
  }

  /** Returns the size of the data that an answer begins with; -1 for null. */
  static int dataBytes(BinaryInputArchive in) throws IOException {
    return in.readInt("length");
  }

  /**
   * Returns the code of the part that kept a transaction from being carried out, or that for OK.
   */
  static int firstError(BinaryInputArchive in) throws IOException {
    MultiHeader header = new MultiHeader();
    header.deserialize(in, "header");
    if (header.getType() != OpCode.error) {
      return Code.OK.intValue();
    }
    int first = Code.RUNTIMEINCONSISTENCY.intValue();
    while (!header.getDone()) {
      ErrorResponse error = new ErrorResponse();
      error.deserialize(in, "error");
      if (error.getErr() != Code.OK.intValue()
          && error.getErr() != Code.RUNTIMEINCONSISTENCY.intValue()) {
        first = error.getErr();
      }
      header.deserialize(in, "header");
    }
    return first;
  }
}
