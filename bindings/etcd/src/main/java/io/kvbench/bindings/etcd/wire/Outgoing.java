package io.kvbench.bindings.etcd.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The output of a client on a TCP connection, within the server's flow-control windows. All writes
 * within one turn of the event loop are flushed together. For the event loop's thread only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
final class Outgoing {
  private static final int FIRST_BYTES = 4096;

  private final ChannelHandlerContext context;
  private final RequestHeaders headers;

  /** Exchanges that wait for a larger window. */
  private final Set<EtcdExchange> unsent = new LinkedHashSet<>();

  private @Nullable ByteBuf written;

  // The limits of the server.
  private int largestFrame = Http2CodecUtil.DEFAULT_MAX_FRAME_SIZE;
  private int streamWindow = Http2CodecUtil.DEFAULT_WINDOW_SIZE;
  private int window = Http2CodecUtil.DEFAULT_WINDOW_SIZE;

  Outgoing(ChannelHandlerContext context, RequestHeaders headers) {
    this.context = context;
    this.headers = headers;
  }

  /** Returns the buffer for frames; it is sent at the end of the event loop's turn. */
  ByteBuf frames() {
    ByteBuf frames = written;
    if (frames == null) {
      frames = context.alloc().ioBuffer(FIRST_BYTES);
      written = frames;
      context.executor().execute(this::flush);
    }
    return frames;
  }

  /** Sends the buffered frames. */
  void flush() {
    ByteBuf frames = written;
    written = null;
    if (frames != null) {
      context.writeAndFlush(frames, context.voidPromise());
    }
  }

  /** Begins to send a request. */
  void start(EtcdExchange exchange, int stream) {
    exchange.stream = stream;
    exchange.window = streamWindow;
    ByteBuf frames = frames();
    int start = Http2Frames.beginHeaders(frames, stream);
    EtcdToken token = exchange.token;
    headers.write(frames, exchange.rpc, token == null ? null : token.field());
    Http2Frames.endHeaders(frames, start);
    more(exchange);
  }

  /** Sends the appended data of a request. */
  void more(EtcdExchange exchange) {
    sendMore(exchange);
    if (!exchange.isSent()) {
      unsent.add(exchange);
    }
  }

  private void sendMore(EtcdExchange exchange) {
    while (!exchange.isSent()) {
      int rest = exchange.request.length - exchange.sent;
      int length = Math.min(Math.min(rest, largestFrame), Math.min(window, exchange.window));
      if (length <= 0) {
        return;
      }
      boolean last = length == rest && !exchange.more;
      Http2Frames.data(frames(), exchange.stream, exchange.request, exchange.sent, length, last);
      exchange.sent += length;
      exchange.window -= length;
      window -= length;
    }
  }

  private void sendUnsent() {
    for (Iterator<EtcdExchange> each = unsent.iterator(); each.hasNext() && window > 0; ) {
      EtcdExchange exchange = each.next();
      sendMore(exchange);
      if (exchange.isSent()) {
        each.remove();
      }
    }
  }

  /** Stops sending a request, and cancels its stream at the server. */
  void reset(EtcdExchange exchange) {
    Http2Frames.reset(frames(), exchange.stream, Http2Error.CANCEL.code());
    forget(exchange);
  }

  /** Stops sending a request. */
  void forget(EtcdExchange exchange) {
    if (!exchange.isSent()) {
      unsent.remove(exchange);
    }
  }

  void largestFrame(int bytes) {
    largestFrame = bytes;
  }

  /** Applies the server's initial window for new streams, and to each existing one. */
  void streamWindow(int bytes, Iterable<EtcdExchange> underWay) throws Http2Exception {
    int more = bytes - streamWindow;
    streamWindow = bytes;
    for (EtcdExchange each : underWay) {
      each.window = widened(each.window, more);
    }
    sendUnsent();
  }

  /** Enlarges the server's window for one request or, if null, for the connection. */
  void window(@Nullable EtcdExchange exchange, int more) throws Http2Exception {
    if (exchange == null) {
      window = widened(window, more);
    } else {
      exchange.window = widened(exchange.window, more);
    }
    sendUnsent();
  }

  /** A window beyond the limit is a connection error (RFC 9113, section 6.9.1). */
  private static int widened(int window, int more) throws Http2Exception {
    if ((long) window + more > Integer.MAX_VALUE) {
      throw Http2Exception.connectionError(
          Http2Error.FLOW_CONTROL_ERROR, "the server takes in more than HTTP/2 can say");
    }
    return window + more;
  }
}
