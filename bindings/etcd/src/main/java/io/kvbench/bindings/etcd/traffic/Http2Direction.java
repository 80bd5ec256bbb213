package io.kvbench.bindings.etcd.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The frames of one direction of a connection. For one thread at a time. */
final class Http2Direction {
  private static final boolean UNCHECKED = false;
  private static final int LONGEST_HEADERS = 1 << 20;

  /** Unlike buffers of answers, headers in several frames need a channel's allocator. */
  private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());

  private final DefaultHttp2FrameReader reader;
  private final Http2FrameListener listener;
  private final ByteBuf unread = Unpooled.buffer();
  private boolean begins;
  private boolean http1;
  private long table = Http2CodecUtil.DEFAULT_HEADER_TABLE_SIZE;

  /**
   * @param begins whether the frames follow the preface of a client
   */
  Http2Direction(boolean begins, Http2FrameListener listener) {
    this.begins = begins;
    this.listener = listener;
    reader = new DefaultHttp2FrameReader(new DefaultHttp2HeadersDecoder(UNCHECKED));
    try {
      reader
          .configuration()
          .frameSizePolicy()
          .maxFrameSize(Http2CodecUtil.MAX_FRAME_SIZE_UPPER_BOUND);
      reader
          .configuration()
          .headersConfiguration()
          .maxHeaderListSize(LONGEST_HEADERS, 2L * LONGEST_HEADERS);
    } catch (Http2Exception e) {
      throw new IllegalStateException(e); // these limits are valid
    }
  }

  /** Returns whether it begins with the name of a method, as in HTTP/1.1. */
  boolean isHttp1() {
    return http1;
  }

  void read(ByteBuffer bytes) throws IOException {
    unread.discardSomeReadBytes();
    unread.writeBytes(bytes);
    try {
      if (!begins || isBegun()) {
        reader.readFrame(channel.pipeline().firstContext(), unread, listener);
      }
    } catch (Http2Exception e) {
      throw new IOException("it is not HTTP/2", e);
    }
  }

  /** Skips the preface; returns whether it is complete. */
  private boolean isBegun() throws IOException {
    ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    try {
      int length = Math.min(preface.readableBytes(), unread.readableBytes());
      if (!unread.slice(unread.readerIndex(), length).equals(preface.slice(0, length))) {
        byte first = unread.getByte(unread.readerIndex());
        if (first < 'A' || first > 'Z') {
          throw new IOException("it does not begin as HTTP/2");
        }
        http1 = true;
        return false;
      }
      if (length < preface.readableBytes()) {
        return false;
      }
      unread.skipBytes(length);
      begins = false;
      return true;
    } finally {
      preface.release();
    }
  }

  /** Applies the header table size that the receiver allows. */
  void allowTable(@Nullable Long bytes) throws Http2Exception {
    if (bytes != null && bytes > table) {
      table = bytes;
      reader.configuration().headersConfiguration().maxHeaderTableSize(bytes);
    }
  }

  /** Returns the exception that ends the decoding. */
  static Http2Exception undecodable(Throwable cause) {
    return Http2Exception.connectionError(
        Http2Error.PROTOCOL_ERROR, cause, "a message cannot be decoded");
  }

  void close() {
    reader.close();
    unread.release();
    channel.finishAndReleaseAll();
  }
}
