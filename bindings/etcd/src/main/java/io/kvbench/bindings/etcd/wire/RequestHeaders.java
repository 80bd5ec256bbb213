package io.kvbench.bindings.etcd.wire;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The encoder of request headers as HPACK (RFC 7541). Fields common to many requests are sent once
 * on a connection, which adds them to the server's table, and referenced by index from then on. A
 * token is secret, so it is sent each time and marked as never indexed. For one connection and its
 * event loop's thread.
 */
public final class RequestHeaders {
  // Entries of the static table.
  private static final int METHOD_POST = 3;
  private static final int SCHEME_HTTP = 6;
  private static final int SCHEME_HTTPS = 7;
  private static final int AUTHORITY = 1;
  private static final int PATH = 4;
  private static final int CONTENT_TYPE = 31;
  private static final int STATIC_ENTRIES = 61;

  private static final int BY_NUMBER = 0x80;
  private static final int TO_BE_KEPT = 0x40;
  private static final int TABLE_SIZE = 0x20;
  private static final int NEVER_KEPT = 0x10;

  /** The server's default table size, and the size that it must support for indexing. */
  private static final int ROOM = 4096;

  /** An indexed field: its literal form, and its insertion number from 1 on; 0 for not yet. */
  private static final class Field {
    private final byte[] literal;
    private int turn;

    Field(byte[] literal) {
      this.literal = literal;
    }

    void forget() {
      turn = 0;
    }
  }

  private final Map<Rpc, Field> paths = new EnumMap<>(Rpc.class);
  private final Field authority;
  private final Field contentType = new Field(literal(CONTENT_TYPE, "", "application/grpc"));
  private final Field trailers = new Field(literal(0, "te", "trailers"));
  private final int scheme;
  private int kept;
  private boolean keeps = true;
  private boolean tellsSize;

  public RequestHeaders(String authority, boolean tls) {
    scheme = tls ? SCHEME_HTTPS : SCHEME_HTTP;
    this.authority = new Field(literal(AUTHORITY, "", authority));
    for (Rpc rpc : Rpc.values()) {
      paths.put(rpc, new Field(literal(PATH, "", rpc.path())));
    }
  }

  private static byte[] literal(int nameEntry, String name, String value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(nameEntry);
    if (nameEntry == 0) {
      string(out, name);
    }
    string(out, value);
    return out.toByteArray();
  }

  private static void string(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    int length = bytes.length;
    if (length < 0x7F) {
      out.write(length);
    } else {
      out.write(0x7F);
      for (length -= 0x7F; length >= 0x80; length >>>= 7) {
        out.write((length & 0x7F) | 0x80);
      }
      out.write(length);
    }
    out.writeBytes(bytes);
  }

  /** Returns a field that is sent literally and never indexed. */
  static byte[] secret(String name, String value) {
    byte[] field = literal(0, name, value);
    field[0] = NEVER_KEPT;
    return field;
  }

  /** Applies the server's table size. If it is less than the default, nothing is indexed. */
  void tableSize(long bytes) {
    if (keeps && bytes < ROOM) {
      keeps = false;
      tellsSize = true;
      paths.values().forEach(Field::forget);
      authority.forget();
      contentType.forget();
      trailers.forget();
    }
  }

  /**
   * Writes the fields of a request.
   *
   * @param token the result of {@link #secret}; null for none
   */
  void write(ByteBuf out, Rpc rpc, byte @Nullable [] token) {
    if (tellsSize) {
      out.writeByte(TABLE_SIZE);
      tellsSize = false;
    }
    out.writeByte(BY_NUMBER | METHOD_POST);
    out.writeByte(BY_NUMBER | scheme);
    Field path = paths.get(rpc);
    if (path != null) {
      write(out, path);
    }
    write(out, authority);
    write(out, contentType);
    write(out, trailers);
    if (token != null) {
      out.writeBytes(token);
    }
  }

  private void write(ByteBuf out, Field field) {
    if (field.turn > 0) {
      // The latest has the lowest index.
      out.writeByte(BY_NUMBER | (STATIC_ENTRIES + 1 + kept - field.turn));
    } else if (keeps) {
      out.writeByte(TO_BE_KEPT | field.literal[0]);
      out.writeBytes(field.literal, 1, field.literal.length - 1);
      field.turn = ++kept;
    } else {
      writeUnkept(out, field.literal);
    }
  }

  /** Writes a field without indexing, where only four bits are left for the index of the name. */
  private static void writeUnkept(ByteBuf out, byte[] field) {
    if (field[0] < 0xF) {
      out.writeByte(field[0]);
    } else {
      out.writeByte(0xF);
      out.writeByte(field[0] - 0xF);
    }
    out.writeBytes(field, 1, field.length - 1);
  }
}
