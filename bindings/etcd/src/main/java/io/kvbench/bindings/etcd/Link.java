package io.kvbench.bindings.etcd;

import io.grpc.Status;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionPrefaceAndSettingsFrameWrittenEvent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection in the life of a {@link Connection}, over which gRPC's calls go. Netty speaks
 * HTTP/2 and knows the streams; all that is sent while the event loop works goes out together. For
 * the event loop's thread only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What goes wrong shows in the channel's events.
final class Link extends Http2ConnectionHandler {
  /** Is told what becomes of a link, on the event loop's thread. */
  interface Owner {
    /** Requests can be sent. */
    void opened(Link link);

    /**
     * The link takes no more requests, and ends when those that are under way have.
     *
     * @param left what it was given and has not sent
     */
    void retired(Link link, List<Exchange> left);

    /**
     * The link is of no use any more, or never came to be of any. What is under way is told after
     * this.
     *
     * @param wasOpen whether requests could be sent
     */
    void lost(Link link, Status why, boolean wasOpen);
  }

  private static final boolean OF_CLIENT = false;
  private static final boolean UNCHECKED = false;
  private static final boolean ANSWERED_BY_NETTY = true;
  private static final boolean CLOSE_AT_ONCE = true;

  /**
   * Each answer, and all of them together, may be as large as they like: what comes in is taken at
   * once.
   */
  private static final int WINDOW = Integer.MAX_VALUE;

  private final Owner owner;
  private final RequestHeaders headers;
  private final Duration openLimit;
  private final Duration keepAliveTime;
  private final Duration keepAliveTimeout;

  /** Where a stream has its exchange, until that has ended. */
  private final Http2Connection.PropertyKey exchanges = connection().newKey();

  /** What waits for others to end, where there are as many as the server takes at a time. */
  private final Queue<Exchange> line = new ArrayDeque<>();

  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> timer;
  private boolean open;
  private boolean retired;

  /** Why it has ended, if it has. */
  private @Nullable Status end;

  private boolean flushes;
  private boolean heard;
  private boolean tested;

  private Link(
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Owner owner,
      RequestHeaders headers,
      ClientOptions options,
      Duration openLimit) {
    super(
        decoder,
        encoder,
        new Http2Settings().pushEnabled(false).initialWindowSize(WINDOW),
        CLOSE_AT_ONCE);
    this.owner = owner;
    this.headers = headers;
    this.openLimit = openLimit;
    this.keepAliveTime = options.keepAliveTime();
    this.keepAliveTimeout = options.keepAliveTimeout();
    Incoming incoming = new Incoming();
    decoder.frameListener(incoming);
    connection().addListener(incoming);
  }

  static Link make(Owner owner, RequestHeaders headers, ClientOptions options, Duration openLimit) {
    Http2Connection connection = new DefaultHttp2Connection(OF_CLIENT);
    connection.remote().maxActiveStreams(0); // Streams are the client's to begin.
    connection
        .remote()
        .flowController(
            new DefaultHttp2RemoteFlowController(
                connection, new UniformStreamByteDistributor(connection)));
    Http2ConnectionEncoder encoder =
        new DefaultHttp2ConnectionEncoder(
            connection, new DefaultHttp2FrameWriter(RequestHeaders.encoder()));
    Http2ConnectionDecoder decoder =
        new DefaultHttp2ConnectionDecoder(
            connection,
            encoder,
            new DefaultHttp2FrameReader(new DefaultHttp2HeadersDecoder(UNCHECKED)),
            Http2PromisedRequestVerifier.ALWAYS_VERIFY,
            ANSWERED_BY_NETTY,
            ANSWERED_BY_NETTY,
            UNCHECKED);
    return new Link(decoder, encoder, owner, headers, options, openLimit);
  }

  // --- Opening

  @Override
  public void handlerAdded(ChannelHandlerContext added) throws Exception {
    context = added;
    super.handlerAdded(added);
    if (end != null) {
      added.close();
    } else {
      later(this::notOpenInTime, openLimit);
    }
  }

  private ChannelHandlerContext context() {
    ChannelHandlerContext known = context;
    if (known == null) {
      throw new IllegalStateException("not connected");
    }
    return known;
  }

  private void later(Runnable task, Duration pause) {
    timer = context().executor().schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void notOpenInTime() {
    end(Status.UNAVAILABLE.withDescription("the connection was not open in time"));
  }

  /** Without beginning HTTP/2 at once, as Netty would: TLS may come first. */
  @Override
  public void connect(
      ChannelHandlerContext known, SocketAddress to, SocketAddress from, ChannelPromise promise) {
    known.connect(to, from, promise);
  }

  @Override
  public void channelActive(ChannelHandlerContext active) throws Exception {
    if (active.pipeline().get(SslHandler.class) == null) {
      super.channelActive(active);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext triggered, Object event) throws Exception {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      SslHandler tls = triggered.pipeline().get(SslHandler.class);
      if (ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol())) {
        super.channelActive(triggered);
      } else {
        end(Status.UNAVAILABLE.withDescription("the server does not speak HTTP/2"));
      }
    } else if (event instanceof Http2ConnectionPrefaceAndSettingsFrameWrittenEvent) {
      decoder()
          .flowController()
          .incrementWindowSize(
              connection().connectionStream(), WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
    }
  }

  private void open() {
    open = true;
    cancelTimer();
    if (!keepAliveTime.isZero()) {
      later(this::checkSilence, keepAliveTime);
    }
    owner.opened(this);
  }

  // --- Sending

  /** Sends a request, as soon as the server may be sent it. */
  void send(Exchange exchange) {
    exchange.link = this;
    if (connection().local().canOpenStream()) {
      start(exchange);
    } else {
      line.add(exchange);
    }
  }

  private void start(Exchange exchange) {
    ChannelHandlerContext known = context();
    int id = connection().local().incrementAndGetNextStreamId();
    exchange.stream = id;
    Http2Headers fields = headers.of(exchange.rpc, exchange.token);
    encoder().writeHeaders(known, id, fields, 0, false, known.newPromise());
    Http2Stream stream = connection().stream(id);
    if (stream == null) {
      // The connection broke just now.
      exchange.end(whyClosed());
      return;
    }
    stream.setProperty(exchanges, exchange);
    ByteBuf request = Unpooled.wrappedBuffer(exchange.request);
    encoder().writeData(known, id, request, 0, true, known.newPromise());
    flushSoon();
    if (id > Integer.MAX_VALUE - 2) {
      retire();
    }
  }

  private void startMore() {
    while (!line.isEmpty() && connection().local().canOpenStream() && !retired) {
      start(line.remove());
    }
  }

  /** Sends what was written when the loop has done what it has to do by now. */
  private void flushSoon() {
    if (!flushes) {
      flushes = true;
      context().executor().execute(this::flushNow);
    }
  }

  private void flushNow() {
    flushes = false;
    flush(context());
  }

  // --- Ending an exchange

  /** Ends an exchange without an answer, if it has not ended. */
  void cancel(Exchange exchange, Status why) {
    if (line.remove(exchange)) {
      exchange.end(why);
      return;
    }
    Http2Stream stream = connection().stream(exchange.stream);
    if (stream != null && exchange.equals(stream.getProperty(exchanges))) {
      end(stream, why);
      reset(stream);
    }
  }

  private void reset(Http2Stream stream) {
    ChannelHandlerContext known = context();
    boolean isSent = !stream.state().localSideOpen();
    resetStream(known, stream.id(), Http2Error.CANCEL.code(), known.newPromise());
    if (isSent) {
      flushSoon();
    } else {
      known.flush(); // Or what is not sent yet would be sent behind it.
    }
  }

  private void end(Http2Stream stream, Status status) {
    Exchange exchange = stream.removeProperty(exchanges);
    if (exchange != null) {
      exchange.end(status);
    }
  }

  /**
   * Something about one stream is wrong; nothing, if it is one that was reset. A server that counts
   * a window otherwise than this end can only be left: after SETTINGS, it is wrong for others too.
   */
  @Override
  protected void onStreamError(
      ChannelHandlerContext read,
      boolean outbound,
      Throwable cause,
      Http2Exception.StreamException error) {
    if (error.error() == Http2Error.FLOW_CONTROL_ERROR) {
      onConnectionError(read, outbound, cause, error);
      return;
    }
    Http2Stream stream = connection().stream(error.streamId());
    Exchange exchange = stream == null ? null : stream.getProperty(exchanges);
    if (exchange != null) {
      cancel(
          exchange,
          Status.INTERNAL.withDescription("the server's answer is not HTTP/2's").withCause(cause));
    }
  }

  // --- Ending

  /** Takes no more requests, and ends with the answers to those that are under way. */
  private void retire() {
    if (!retired && end == null) {
      retired = true;
      List<Exchange> left = new ArrayList<>(line);
      line.clear();
      owner.retired(this, left);
      closeIfDone();
    }
  }

  private void closeIfDone() {
    if (retired && connection().numActiveStreams() == 0) {
      end(Status.UNAVAILABLE.withDescription("the server ended the connection"));
    }
  }

  /** Closes the connection; what is under way fails. */
  void end(Status why) {
    if (end != null) {
      return;
    }
    end = why;
    cancelTimer();
    owner.lost(this, why, open);
    ChannelHandlerContext known = context;
    if (known != null) {
      connection().close(known.voidPromise());
      known.close();
    }
    List<Exchange> left = new ArrayList<>(line);
    line.clear();
    left.forEach(each -> each.end(why));
  }

  private Status whyClosed() {
    return end != null ? end : Status.UNAVAILABLE.withDescription("the server ends the connection");
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) throws Exception {
    end(Status.UNAVAILABLE.withDescription("connection closed"));
    super.channelInactive(inactive);
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext read,
      boolean outbound,
      Throwable cause,
      @Nullable Http2Exception error) {
    exceptionCaught(read, cause);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    end(Status.UNAVAILABLE.withDescription("connection broken").withCause(cause));
  }

  // --- Silence

  /** As long as nothing is asked, nothing needs to be said. */
  private void checkSilence() {
    if (heard || connection().numActiveStreams() == 0) {
      heard = false;
      tested = false;
      later(this::checkSilence, keepAliveTime);
    } else if (tested) {
      end(Status.UNAVAILABLE.withDescription("no answer within etcd.keepalive.timeout"));
    } else {
      tested = true;
      encoder().writePing(context(), false, 0, context().newPromise());
      flushSoon();
      later(this::checkSilence, keepAliveTimeout);
    }
  }

  // --- Receiving

  @Override
  public void channelRead(ChannelHandlerContext read, Object bytes) throws Exception {
    heard = true;
    super.channelRead(read, bytes);
  }

  /** What each frame does beyond what Netty makes of it. */
  private final class Incoming extends Http2EventAdapter {
    @Override
    public int onDataRead(
        ChannelHandlerContext read, int id, ByteBuf data, int padding, boolean last) {
      int bytes = data.readableBytes() + padding;
      Http2Stream stream = connection().stream(id);
      Exchange exchange = stream.getProperty(exchanges);
      if (exchange != null && (last || !stream.isHeadersReceived() || !exchange.take(data))) {
        cancel(exchange, Status.INTERNAL.withDescription("the server's answer is not gRPC's"));
      }
      return bytes;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext read,
        int id,
        Http2Headers said,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean last) {
      Http2Stream stream = connection().stream(id);
      Exchange exchange = stream.getProperty(exchanges);
      if (exchange == null) {
        return;
      }
      if (last) {
        end(stream, Trailers.status(said));
        if (stream.state().localSideOpen()) {
          reset(stream);
        }
      } else if (!Trailers.httpStatus(said).isOk()) {
        cancel(exchange, Trailers.httpStatus(said));
      }
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext read, int id, long error) {
      end(connection().stream(id), Trailers.reset(error));
    }

    /** A stream is closed: with its answer, unless the connection ends. */
    @Override
    public void onStreamClosed(Http2Stream stream) {
      end(stream, whyClosed());
      if (end == null) {
        startMore();
        closeIfDone();
      }
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext read, Http2Settings settings) {
      if (end != null) {
        return; // They came in one piece with what has ended the link.
      }
      if (!open) {
        open();
      }
      startMore();
    }

    @Override
    public void onGoAwayRead(ChannelHandlerContext read, int last, long error, ByteBuf words) {
      retire();
    }
  }
}
