package io.kvbench.bindings.dengine;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads the messages of d-engine's interface; see {@code dengine.proto}. */
final class Answers {
  // A field is known by its number and its type together; one of another type is an unknown one.
  private static final int NUMBER_1 = 1 << 3 | WireFormat.WIRETYPE_VARINT;
  private static final int BYTES_1 = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int BYTES_2 = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int NUMBER_3 = 3 << 3 | WireFormat.WIRETYPE_VARINT;
  private static final int BYTES_3 = 3 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private Answers() {}

  /**
   * The answer to a read or a write.
   *
   * @param error 0 where there is none
   * @param succeeded whether a write was carried out
   * @param value of the record, a window on the message; null where there is none
   */
  record Answer(int error, boolean succeeded, @Nullable ByteBuffer value) {}

  /** What a watch tells of. */
  enum EventKind {
    PUT,
    DELETE,
    /** Nothing more is told. */
    CANCELLED,
    /** Nothing has happened. */
    PROGRESS
  }

  /**
   * What a watch has told.
   *
   * @param value that was written, a window on the message
   */
  record Event(EventKind kind, ByteBuffer value) {}

  /** Who leads, by its own word. */
  record Leader(int id, String address, long term) {

    /** Returns whether there is one: identifiers and terms begin with 1. */
    boolean isOne() {
      return id != 0 && term > 0;
    }
  }

  /** A server of the cluster, by the address at which the others reach it. */
  record Member(int id, String address) {}

  /** Who makes up the cluster, as one server knows it. */
  record Members(List<Member> members, OptionalInt leader) {

    /** Returns where the leader is, if the server knows one. */
    Optional<Member> leading() {
      return members.stream()
          .filter(member -> leader.isPresent() && member.id() == leader.getAsInt())
          .findFirst();
    }
  }

  static Answer answer(byte[] message) throws IOException {
    int error = 0;
    boolean succeeded = false;
    ByteBuffer value = null;
    CodedInputStream in = open(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case NUMBER_1 -> error = in.readEnum();
        case BYTES_2 -> succeeded = succeeded(in);
        case BYTES_3 -> value = firstValue(in);
        default -> skip(in, tag);
      }
    }
    return new Answer(error, succeeded, value);
  }

  private static CodedInputStream open(byte[] message) {
    CodedInputStream in = CodedInputStream.newInstance(message);
    in.enableAliasing(true);
    return in;
  }

  /** Skips a field that is not known. */
  private static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new IOException("the end of a group that was not begun");
    }
  }

  private static boolean succeeded(CodedInputStream in) throws IOException {
    boolean succeeded = false;
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == NUMBER_1) {
        succeeded = in.readBool();
      } else {
        skip(in, tag);
      }
    }
    in.popLimit(limit);
    return succeeded;
  }

  private static @Nullable ByteBuffer firstValue(CodedInputStream in) throws IOException {
    ByteBuffer value = null;
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == BYTES_1 && value == null) {
        value = value(in);
      } else {
        skip(in, tag);
      }
    }
    in.popLimit(limit);
    return value;
  }

  /** A record without this field has an empty value. */
  private static ByteBuffer value(CodedInputStream in) throws IOException {
    ByteBuffer value = ByteBuffer.allocate(0);
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == BYTES_2) {
        value = in.readByteBuffer();
      } else {
        skip(in, tag);
      }
    }
    in.popLimit(limit);
    return value;
  }

  static Event event(byte[] message) throws IOException {
    int kind = 0;
    ByteBuffer value = ByteBuffer.allocate(0);
    CodedInputStream in = open(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case BYTES_2 -> value = in.readByteBuffer();
        case NUMBER_3 -> kind = in.readEnum();
        default -> skip(in, tag);
      }
    }
    if (kind < 0 || kind >= EventKind.values().length) {
      throw new IOException("an event of an unknown kind");
    }
    return new Event(EventKind.values()[kind], value);
  }

  /** Returns how many records a scan has brought. */
  static long scanned(byte[] message) throws IOException {
    long records = 0;
    CodedInputStream in = open(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == BYTES_1) {
        records++;
      }
      skip(in, tag);
    }
    return records;
  }

  static Leader leader(byte[] message) throws IOException {
    int id = 0;
    String address = "";
    long term = 0;
    CodedInputStream in = open(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case NUMBER_1 -> id = in.readUInt32();
        case BYTES_2 -> address = in.readString();
        case NUMBER_3 -> term = in.readUInt64();
        default -> skip(in, tag);
      }
    }
    return new Leader(id, address, term);
  }

  static Members members(byte[] message) throws IOException {
    List<Member> members = new ArrayList<>();
    OptionalInt leader = OptionalInt.empty();
    CodedInputStream in = open(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case BYTES_2 -> members.add(member(in));
        case NUMBER_3 -> leader = OptionalInt.of(in.readUInt32());
        default -> skip(in, tag);
      }
    }
    return new Members(List.copyOf(members), leader);
  }

  private static Member member(CodedInputStream in) throws IOException {
    int id = 0;
    String address = "";
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case NUMBER_1 -> id = in.readUInt32();
        case BYTES_2 -> address = in.readString();
        default -> skip(in, tag);
      }
    }
    in.popLimit(limit);
    return new Member(id, address);
  }
}
