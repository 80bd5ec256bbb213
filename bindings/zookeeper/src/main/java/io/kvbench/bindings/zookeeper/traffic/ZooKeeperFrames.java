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

/** Accessors for parts of messages. */
final class ZooKeeperFrames {
  /** The offset of the session's number in the answer to a session request: after two ints. */
  static final int SESSION_AT = 8;

  static final int SESSION_END = SESSION_AT + Long.BYTES;

  /** Two ints, two longs, and the length of the password; some clients send no more. */
  static final int SHORTEST_CONNECT = 3 * Integer.BYTES + 2 * Long.BYTES;

  private ZooKeeperFrames() {}

  /** Returns an archive that decodes the records of a message. */
  static BinaryInputArchive archive(ByteBuffer frame) {
    return new BinaryInputArchive(
        new DataInputStream(
            new ByteArrayInputStream(
                frame.array(), frame.arrayOffset() + frame.position(), frame.remaining())),
        frame.remaining(),
        0);
  }

  /** Returns the size of the data at the beginning of an answer; -1 for null. */
  static int dataBytes(BinaryInputArchive in) throws IOException {
    return in.readInt("length");
  }

  /** Returns the code of the part that made a transaction fail, or that for OK. */
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
