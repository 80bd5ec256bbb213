package io.kvbench.bindings.etcd.wire;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;

/** The encoder of a client's HTTP/2 frames, all but DATA and HEADERS in one piece. */
final class Http2Frames {
  static final int HEADER_BYTES = Http2CodecUtil.FRAME_HEADER_LENGTH;

  private static final int SETTING_BYTES = 6;

  private Http2Frames() {}

  private static void header(ByteBuf out, int length, byte type, int flags, int stream) {
    out.writeMedium(length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
  }

  /**
   * Begins a connection. The size of answers, single and total, is not limited: they are consumed
   * immediately.
   */
  static void begin(ByteBuf out) {
    ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    out.writeBytes(preface);
    preface.release();
    header(out, 2 * SETTING_BYTES, Http2FrameTypes.SETTINGS, 0, 0);
    out.writeShort(Http2CodecUtil.SETTINGS_ENABLE_PUSH);
    out.writeInt(0);
    out.writeShort(Http2CodecUtil.SETTINGS_INITIAL_WINDOW_SIZE);
    out.writeInt(Integer.MAX_VALUE);
    windowUpdate(out, Integer.MAX_VALUE - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
  }

  /** Grants the server this many bytes more on the connection. */
  static void windowUpdate(ByteBuf out, int bytes) {
    header(out, Integer.BYTES, Http2FrameTypes.WINDOW_UPDATE, 0, 0);
    out.writeInt(bytes);
  }

  static void settingsTaken(ByteBuf out) {
    header(out, 0, Http2FrameTypes.SETTINGS, Http2Flags.ACK, 0);
  }

  static void ping(ByteBuf out, boolean answer, long content) {
    header(out, Long.BYTES, Http2FrameTypes.PING, answer ? Http2Flags.ACK : 0, 0);
    out.writeLong(content);
  }

  static void reset(ByteBuf out, int stream, long error) {
    header(out, Integer.BYTES, Http2FrameTypes.RST_STREAM, 0, stream);
    out.writeInt((int) error);
  }

  /** Begins a HEADERS frame, whose length is set after its content. */
  static int beginHeaders(ByteBuf out, int stream) {
    int start = out.writerIndex();
    header(out, 0, Http2FrameTypes.HEADERS, Http2Flags.END_HEADERS, stream);
    return start;
  }

  static void endHeaders(ByteBuf out, int start) {
    out.setMedium(start, out.writerIndex() - start - HEADER_BYTES);
  }

  static void data(ByteBuf out, int stream, byte[] bytes, int from, int length, boolean last) {
    header(out, length, Http2FrameTypes.DATA, last ? Http2Flags.END_STREAM : 0, stream);
    out.writeBytes(bytes, from, length);
  }
}
