package io.kvbench.bindings.dengine;

import io.kvbench.testkit.Mutation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A message of Protocol Buffers with fields of any number and type, written wrong in places. */
final class DamagedMessage {
  private static final int DEEPEST = 4;
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int BEGIN_GROUP = 3;
  private static final int END_GROUP = 4;
  private static final int FIXED_32 = 5;
  private static final List<Long> ODD =
      List.of(-1L, 127L, 128L, 1L << 31, (1L << 31) - 1, 1L << 32, Long.MIN_VALUE, 4001L);

  private final Mutation mutation;

  DamagedMessage(Mutation mutation) {
    this.mutation = mutation;
  }

  byte[] bytes() {
    byte[] message = message(0);
    if (mutation.oneIn(4) && message.length > 0) {
      message[mutation.below(message.length)] = (byte) mutation.below(256);
    }
    if (mutation.oneIn(200)) {
      ByteArrayOutputStream groups = new ByteArrayOutputStream();
      int depth = mutation.of(List.of(90, 101, 1_000, 200_000));
      for (int index = 0; index < depth; index++) {
        varint(groups, 9 << 3 | BEGIN_GROUP);
      }
      groups.writeBytes(message);
      return groups.toByteArray();
    }
    return message;
  }

  private byte[] message(int depth) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int fields = mutation.below(4); fields > 0; fields--) {
      field(out, depth);
    }
    return out.toByteArray();
  }

  private void field(ByteArrayOutputStream out, int depth) {
    int number = mutation.oneIn(20) ? mutation.below(1 << 20) : 1 + mutation.below(5);
    int type = mutation.oneIn(20) ? mutation.below(8) : mutation.oneIn(2) ? BYTES : VARINT;
    varint(out, (long) number << 3 | type);
    switch (type) {
      case VARINT -> varint(out, mutation.oneIn(4) ? mutation.of(ODD) : mutation.below(4));
      case FIXED_64 -> out.writeBytes(new byte[Long.BYTES]);
      case FIXED_32 -> out.writeBytes(new byte[Integer.BYTES]);
      case BYTES -> {
        byte[] content =
            depth < DEEPEST && !mutation.oneIn(4)
                ? message(depth + 1)
                : mutation.bytes("127.0.0.1:9081").clone();
        varint(out, mutation.oneIn(30) ? mutation.of(ODD) : content.length);
        out.writeBytes(content);
      }
      case BEGIN_GROUP -> {
        out.writeBytes(message(depth + 1));
        if (!mutation.oneIn(4)) {
          varint(out, (long) number << 3 | END_GROUP);
        }
      }
      case END_GROUP -> {} // Of a group that was not begun.
      default -> out.writeBytes("no such type".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private void varint(ByteArrayOutputStream out, long number) {
    long rest = number;
    for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
      out.write((int) rest | 0x80);
    }
    // The same number, written longer.
    for (int more = mutation.oneIn(60) ? mutation.below(12) : 0; more > 0; more--) {
      out.write((int) rest | 0x80);
      rest = 0;
    }
    out.write((int) rest);
  }
}
