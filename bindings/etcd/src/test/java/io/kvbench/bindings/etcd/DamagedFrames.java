package io.kvbench.bindings.etcd;

import io.kvbench.testkit.Mutation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The frames of an HTTP/2 server with mutations at every level: order, frame header, padding,
 * CONTINUATION, HPACK, the prefix of gRPC and the message. Reproducible for the same mutation.
 */
final class DamagedFrames {
  /** Settings that a server may send at any time, each with values at or over a limit. */
  private static final List<Integer> ODD =
      List.of(0, 1, -1, 2, 16_383, 16_384, 65_535, 1 << 24, Integer.MAX_VALUE, Integer.MIN_VALUE);

  private static final List<String> STATUSES =
      List.of("0", "", "00", "+0", "-0", " 0", "0 ", "0,0", "1", "4", "7", "8", "14", "16", "17");

  private static final List<String> HTTP_STATUSES =
      List.of("200", "+200", "0200", "204", "401", "404", "429", "503", "-1", "", "OK");

  /** One frame, whose stated length may be wrong. */
  private static final class Frame {
    private final int length;
    private final int type;
    private final int flags;
    private final int stream;
    private final byte[] content;

    Frame(int length, int type, int flags, int stream, byte[] content) {
      this.length = length;
      this.type = type;
      this.flags = flags;
      this.stream = stream;
      this.content = content;
    }

    static Frame of(int type, int flags, int stream, byte[] content) {
      return new Frame(content.length, type, flags, stream, content);
    }

    void write(ByteBuf out) {
      out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream).writeBytes(content);
    }
  }

  private final Mutation mutation;
  private final boolean legal;
  private final List<Frame> frames = new ArrayList<>();
  private final List<int[]> settingsSaid = new ArrayList<>();

  /**
   * @param legal whether the frames remain valid HTTP/2, so that their meaning is defined
   */
  DamagedFrames(Mutation mutation, boolean legal) {
    this.mutation = mutation;
    this.legal = legal;
  }

  private static byte[] bytes(ByteBuf content) {
    byte[] bytes = new byte[content.readableBytes()];
    content.readBytes(bytes);
    return bytes;
  }

  // The server's frames.

  void settings(int... namesAndValues) {
    settingsSaid.add(namesAndValues);
    ByteBuf content = Unpooled.buffer();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      content.writeShort(namesAndValues[at]).writeInt(namesAndValues[at + 1]);
    }
    add(Frame.of(Http2FrameTypes.SETTINGS, 0, 0, bytes(content)));
  }

  /** Returns the names and values of each SETTINGS frame, in order. */
  List<int[]> settingsSaid() {
    return settingsSaid;
  }

  /** Sends SETTINGS that the protocol allows, with unusual values. */
  void unusualSettings() {
    switch (mutation.below(5)) {
      case 0 -> settings(1, mutation.of(List.of(0, 1, 4095, 4096, 1 << 20)));
      case 1 -> settings(3, mutation.of(List.of(0, 1, 2, 100, Integer.MAX_VALUE)));
      case 2 -> settings(4, mutation.of(List.of(0, 1, 1000, 65_535, Integer.MAX_VALUE)));
      case 3 -> settings(5, mutation.of(List.of(16_384, 16_385, (1 << 24) - 1)));
      default -> settings(3, 1, 4, 10, 6, 0, 99, -1);
    }
  }

  void windowUpdate(int stream, int more) {
    add(
        Frame.of(
            Http2FrameTypes.WINDOW_UPDATE, 0, stream, bytes(Unpooled.buffer().writeInt(more))));
  }

  void ping(boolean answer) {
    add(Frame.of(Http2FrameTypes.PING, answer ? Http2Flags.ACK : 0, 0, new byte[Long.BYTES]));
  }

  void reset(int stream, int error) {
    add(Frame.of(Http2FrameTypes.RST_STREAM, 0, stream, bytes(Unpooled.buffer().writeInt(error))));
  }

  void goAway(int last, int error, String words) {
    ByteBuf content = Unpooled.buffer().writeInt(last).writeInt(error);
    content.writeCharSequence(words, StandardCharsets.UTF_8);
    add(Frame.of(Http2FrameTypes.GO_AWAY, 0, 0, bytes(content)));
  }

  /**
   * Answers a request, possibly with another status, without one, after informational headers, in
   * one block of headers, or with a message that is truncated, changed or compressed.
   *
   * @return whether a client may take it for an answer with status 0
   */
  boolean answer(int stream, byte[] message) {
    if (mutation.oneIn(6)) {
      headers(stream, false, ":status", mutation.of(List.of("100", "103", "199")));
    }
    String http = mutation.oneIn(10) ? mutation.of(HTTP_STATUSES) : "200";
    String status =
        mutation.oneIn(6) ? mutation.of(STATUSES) : mutation.oneIn(16) ? mutation.word() : "0";
    if (mutation.oneIn(10)) {
      headers(stream, true, ":status", http, "grpc-status", status, "grpc-message", words());
      return false; // without a message there is no answer
    }
    boolean begun = !mutation.oneIn(20);
    if (begun) {
      headers(stream, false, ":status", http, "content-type", "application/grpc");
    }
    data(stream, message);
    boolean said = !mutation.oneIn(12);
    if (said) {
      headers(stream, true, "grpc-status", status, "grpc-message", words());
    } else {
      headers(stream, true, "grpc-message", words());
    }
    return begun && http.equals("200") && said && status.equals("0");
  }

  private String words() {
    return mutation.oneIn(3) ? mutation.of("etcdserver: invalid auth token%20%e9%") : "";
  }

  private void headers(int stream, boolean last, String... fields) {
    ByteBuf block = Unpooled.buffer();
    for (int at = 0; at < fields.length; at += 2) {
      literal(block, fields[at], fields[at + 1]);
    }
    int flags = last ? Http2Flags.END_STREAM : 0;
    byte[] bytes = hpack(bytes(block));
    if (!mutation.oneIn(5)) {
      add(padded(Http2FrameTypes.HEADERS, flags | Http2Flags.END_HEADERS, stream, bytes));
      return;
    }
    int cut = mutation.below(bytes.length + 1);
    add(Frame.of(Http2FrameTypes.HEADERS, flags, stream, Arrays.copyOf(bytes, cut)));
    int empty = mutation.oneIn(20) ? mutation.below(2_000) : mutation.below(3);
    for (int index = 0; index < empty; index++) {
      frames.add(Frame.of(Http2FrameTypes.CONTINUATION, 0, stream, new byte[0]));
    }
    byte[] rest = Arrays.copyOfRange(bytes, cut, bytes.length);
    frames.add(Frame.of(Http2FrameTypes.CONTINUATION, Http2Flags.END_HEADERS, stream, rest));
  }

  private void literal(ByteBuf block, String name, String value) {
    block.writeByte(mutation.oneIn(2) ? 0x40 : 0x10); // incremental or never indexed
    string(block, name);
    string(block, value);
  }

  private static void string(ByteBuf block, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    integer(block, 0, 7, bytes.length);
    block.writeBytes(bytes);
  }

  private static void integer(ByteBuf block, int first, int bits, long number) {
    int most = (1 << bits) - 1;
    if (number < most) {
      block.writeByte(first | (int) number);
      return;
    }
    block.writeByte(first | most);
    long rest = number - most;
    for (; rest >= 0x80; rest >>>= 7) {
      block.writeByte((int) rest | 0x80);
    }
    block.writeByte((int) rest);
  }

  /** Puts an invalid HPACK number before a block: an entry, a length, a table's size. */
  private byte[] hpack(byte[] block) {
    if (legal || !mutation.oneIn(12)) {
      return block;
    }
    ByteBuf changed = Unpooled.buffer();
    long number = mutation.of(List.of(0L, 1L, 61L, 62L, 4097L, 1L << 31, 1L << 35, Long.MAX_VALUE));
    switch (mutation.below(4)) {
      case 0 -> integer(changed, 0x80, 7, number);
      case 1 -> integer(changed, 0x20, 5, number);
      case 2 -> integer(changed, 0x40, 6, number);
      default -> integer(changed.writeByte(0), 0x80, 7, number);
    }
    return bytes(changed.writeBytes(block));
  }

  /** Writes gRPC messages, in frames of any size. */
  void data(int stream, byte[]... messages) {
    ByteBuf all = Unpooled.buffer();
    for (byte[] message : messages) {
      byte[] written = changed(message);
      boolean wrong = !legal && mutation.oneIn(12);
      all.writeByte(wrong ? mutation.below(256) : 0);
      all.writeInt(!legal && mutation.oneIn(12) ? mutation.of(ODD) : written.length);
      all.writeBytes(written);
    }
    byte[] bytes = bytes(all);
    int piece = mutation.oneIn(4) ? 1 + mutation.below(20) : 16_000;
    for (int at = 0; at < bytes.length; at += piece) {
      byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece));
      add(padded(Http2FrameTypes.DATA, 0, stream, part));
      if (mutation.oneIn(30)) {
        add(Frame.of(Http2FrameTypes.DATA, 0, stream, new byte[0]));
      }
    }
  }

  /** Changes a Protocol Buffers message: a byte, a number, its end, a part. */
  private byte[] changed(byte[] message) {
    if (legal || message.length == 0 || !mutation.oneIn(3)) {
      return message;
    }
    int at = mutation.below(message.length);
    return switch (mutation.below(4)) {
      case 0 -> Arrays.copyOf(message, at);
      case 1 -> {
        byte[] other = message.clone();
        other[at] = (byte) mutation.below(256);
        yield other;
      }
      case 2 -> inserted(message, at, new byte[] {-1, -1, -1, -1, (byte) mutation.below(256)});
      default -> inserted(message, at, Arrays.copyOfRange(message, at, message.length));
    };
  }

  private static byte[] inserted(byte[] into, int at, byte[] part) {
    byte[] longer = Arrays.copyOf(into, into.length + part.length);
    System.arraycopy(part, 0, longer, at, part.length);
    System.arraycopy(into, at, longer, at + part.length, into.length - at);
    return longer;
  }

  private Frame padded(int type, int flags, int stream, byte[] content) {
    if (!mutation.oneIn(8)) {
      return Frame.of(type, flags, stream, content);
    }
    int padding = mutation.below(256);
    byte[] padded = new byte[1 + content.length + padding];
    padded[0] = (byte) padding;
    System.arraycopy(content, 0, padded, 1, content.length);
    return Frame.of(type, flags | Http2Flags.PADDED, stream, padded);
  }

  /** Adds a frame that a server may send at any time. */
  void aside(int newestStream) {
    int stream = legal ? newestStream : mutation.below(newestStream + 4);
    switch (mutation.below(7)) {
      case 0 -> unusualSettings();
      case 1 -> ping(mutation.oneIn(2));
      case 2 -> windowUpdate(mutation.oneIn(2) ? 0 : stream, legal ? 100_000 : mutation.of(ODD));
      case 3 -> windowUpdate(stream, Integer.MAX_VALUE);
      case 4 -> reset(stream, mutation.oneIn(2) ? mutation.below(20) : mutation.of(ODD));
      case 5 -> add(Frame.of(0x10 + mutation.below(100), mutation.below(256), stream, new byte[3]));
      default -> {
        if (mutation.oneIn(3)) {
          goAway(legal ? stream : mutation.of(ODD), mutation.below(20), mutation.word());
        }
      }
    }
  }

  private void add(Frame frame) {
    frames.add(frame);
    if (legal) {
      return;
    }
    if (mutation.oneIn(40)) {
      frames.set(frames.size() - 1, damaged(frame));
    }
    switch (mutation.below(60)) {
      case 0 -> frames.removeLast();
      case 1 -> frames.add(frame);
      case 2 -> Collections.swap(frames, frames.size() - 1, mutation.below(frames.size()));
      default -> {}
    }
  }

  /** Changes one field of a frame's header, or its content. */
  private Frame damaged(Frame frame) {
    byte[] content = frame.content;
    return switch (mutation.below(6)) {
      case 0 ->
          new Frame(
              mutation.oneIn(2) ? mutation.of(ODD) & 0xFFFFFF : content.length ^ 1,
              frame.type,
              frame.flags,
              frame.stream,
              content);
      case 1 -> Frame.of(mutation.below(12), frame.flags, frame.stream, content);
      case 2 -> Frame.of(frame.type, frame.flags ^ 1 << mutation.below(8), frame.stream, content);
      case 3 ->
          Frame.of(
              frame.type,
              frame.flags,
              mutation.oneIn(2) ? mutation.of(ODD) : mutation.below(20),
              content);
      case 4 ->
          Frame.of(
              frame.type,
              frame.flags,
              frame.stream,
              Arrays.copyOf(content, mutation.below(content.length + 20)));
      default -> {
        byte[] other = content.clone();
        if (other.length > 0) {
          other[mutation.below(other.length)] ^= (byte) (1 << mutation.below(8));
        }
        yield Frame.of(frame.type, frame.flags, frame.stream, other);
      }
    };
  }

  /** Returns all frames since the last call, in pieces as from a network. */
  List<ByteBuf> take() {
    ByteBuf all = Unpooled.buffer();
    frames.forEach(frame -> frame.write(all));
    frames.clear();
    List<ByteBuf> pieces = new ArrayList<>();
    int most = mutation.of(List.of(1, 7, 100, 100_000, 100_000, 100_000));
    while (all.isReadable()) {
      int length = Math.min(all.readableBytes(), most == 1 ? 1 : 1 + mutation.below(most));
      pieces.add(all.readBytes(length));
    }
    return pieces;
  }
}
