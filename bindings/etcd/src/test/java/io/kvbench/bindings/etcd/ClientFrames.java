package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayDeque;
import java.util.Queue;

/** A strict decoder of a client's frames, as on a server. */
final class ClientFrames extends Http2FrameAdapter {
  private static final int PREFACE_BYTES = 24;
  private static final int TABLE_SIZE = 1;
  private static final int FRAME_SIZE = 5;

  private final DefaultHttp2HeadersDecoder headers = new DefaultHttp2HeadersDecoder(true);
  private final Queue<int[]> unacknowledged;
  private final DefaultHttp2FrameReader reader = new DefaultHttp2FrameReader(headers);
  private int newest = -1;

  /**
   * @param settings names and values of each SETTINGS frame that was sent to the client
   */
  ClientFrames(Iterable<int[]> settings) {
    unacknowledged = new ArrayDeque<>();
    settings.forEach(unacknowledged::add);
  }

  void read(ByteBuf bytes) throws Http2Exception {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    try (reader) {
      bytes.skipBytes(PREFACE_BYTES);
      reader.readFrame(channel.pipeline().firstContext(), Unpooled.copiedBuffer(bytes), this);
    } finally {
      channel.finishAndReleaseAll();
    }
  }

  /** From here on the client obeys the values. */
  @Override
  public void onSettingsAckRead(ChannelHandlerContext context) {
    int[] said = unacknowledged.remove();
    try {
      for (int at = 0; at < said.length; at += 2) {
        if (said[at] == TABLE_SIZE) {
          headers.configuration().maxHeaderTableSize(said[at + 1]);
        } else if (said[at] == FRAME_SIZE) {
          reader.configuration().frameSizePolicy().maxFrameSize(said[at + 1]);
        }
      }
    } catch (Http2Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers said, int padding, boolean last) {
    assertThat(stream).isGreaterThan(newest);
    newest = stream;
    assertThat(said.method()).hasToString("POST");
    assertThat(said.authority()).hasToString("etcd");
    assertThat(said.path().toString()).startsWith("/etcdserverpb.");
    assertThat(said.get("te")).hasToString("trailers");
    assertThat(said.get("content-type")).hasToString("application/grpc");
  }
}
