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
      switch (WireFormat.getTagFieldNumber(tag)) {
        case 1 -> error = in.readEnum();
        case 2 -> succeeded = succeeded(in);
        case 3 -> value = firstValue(in);
        default -> in.skipField(tag);
      }
    }
    return new Answer(error, succeeded, value);
  }

  private static CodedInputStream open(byte[] message) {
    CodedInputStream in = CodedInputStream.newInstance(message);
    in.enableAliasing(true);
    return in;
  }

  private static boolean succeeded(CodedInputStream in) throws IOException {
    boolean succeeded = false;
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == 1) {
        succeeded = in.readBool();
      } else {
        in.skipField(tag);
      }
    }
    in.popLimit(limit);
    return succeeded;
  }

  private static @Nullable ByteBuffer firstValue(CodedInputStream in) throws IOException {
    ByteBuffer value = null;
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == 1 && value == null) {
        value = value(in);
      } else {
        in.skipField(tag);
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
      if (WireFormat.getTagFieldNumber(tag) == 2) {
        value = in.readByteBuffer();
      } else {
        in.skipField(tag);
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
      switch (WireFormat.getTagFieldNumber(tag)) {
        case 2 -> value = in.readByteBuffer();
        case 3 -> kind = in.readEnum();
        default -> in.skipField(tag);
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
      if (WireFormat.getTagFieldNumber(tag) == 1) {
        records++;
      }
      in.skipField(tag);
    }
    return records;
  }

  static Leader leader(byte[] message) throws IOException {
    int id = 0;
    String address = "";
    long term = 0;
    CodedInputStream in = open(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case 1 -> id = in.readUInt32();
        case 2 -> address = in.readString();
        case 3 -> term = in.readUInt64();
        default -> in.skipField(tag);
      }
    }
    return new Leader(id, address, term);
  }

  static Members members(byte[] message) throws IOException {
    List<Member> members = new ArrayList<>();
    OptionalInt leader = OptionalInt.empty();
    CodedInputStream in = open(message);
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case 2 -> members.add(member(in));
        case 3 -> leader = OptionalInt.of(in.readUInt32());
        default -> in.skipField(tag);
      }
    }
    return new Members(List.copyOf(members), leader);
  }

  private static Member member(CodedInputStream in) throws IOException {
    int id = 0;
    String address = "";
    int limit = in.pushLimit(in.readRawVarint32());
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case 1 -> id = in.readUInt32();
        case 2 -> address = in.readString();
        default -> in.skipField(tag);
      }
    }
    in.popLimit(limit);
    return new Member(id, address);
  }
}
