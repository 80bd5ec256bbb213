package io.kvbench.bindings.etcd.wire;

import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection of a client, with the subset of HTTP/2 that gRPC's unary calls need. Netty
 * reads the frames and the headers. For the event loop's thread only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
public final class EtcdLink extends ByteToMessageDecoder {
  /** The owner of a link, which is notified of its events on the event loop's thread. */
  public interface Owner {
    /** Requests can be sent. */
    public void opened(EtcdLink link);

    /**
     * The link accepts no more requests, and ends with those in flight.
     *
     * @param left requests that it was given and has not sent
     */
    public void retired(EtcdLink link, List<EtcdExchange> left);

    /**
     * The link is unusable, or never became usable. Requests in flight fail after this call.
     *
     * @param wasOpen whether requests could be sent
     */
    public void lost(EtcdLink link, Status why, boolean wasOpen);
  }

  private static final boolean UNCHECKED = false;
  private static final int WINDOW = Integer.MAX_VALUE;

  private final Owner owner;
  private final RequestHeaders headers;
  private final Duration openLimit;
  private final Duration keepAliveTime;
  private final Duration keepAliveTimeout;
  private final Http2FrameReader reader =
      new DefaultHttp2FrameReader(new DefaultHttp2HeadersDecoder(UNCHECKED));
  private final Incoming incoming = new Incoming();

  /** The unanswered exchanges, by stream. */
  private final IntObjectMap<EtcdExchange> streams = new IntObjectHashMap<>();

  /** The exchanges that wait because the server's limit of streams is reached. */
  private final Queue<EtcdExchange> line = new ArrayDeque<>();

  private @Nullable ChannelHandlerContext context;
  private @Nullable Outgoing outgoing;
  private @Nullable Future<?> timer;
  private boolean begun;
  private boolean open;
  private boolean retired;
  private boolean ended;

  /** The server's limit of concurrent streams. */
  private long mostStreams = Integer.MAX_VALUE;

  private int nextStream = 1;
  private int taken;
  private boolean heard;
  private boolean tested;

  public EtcdLink(
      Owner owner, RequestHeaders headers, EtcdClientOptions options, Duration openLimit) {
    this.owner = owner;
    this.headers = headers;
    this.openLimit = openLimit;
    this.keepAliveTime = options.keepAliveTime();
    this.keepAliveTimeout = options.keepAliveTimeout();
  }

  // --- Opening

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    outgoing = new Outgoing(added, headers);
    if (ended) {
      added.close();
    } else {
      later(this::notOpenInTime, openLimit);
      if (added.channel().isActive() && added.pipeline().get(SslHandler.class) == null) {
        begin(); // the connection was established before this was added
      }
    }
  }

  private void later(Runnable task, Duration pause) {
    ChannelHandlerContext known = context;
    if (known != null) {
      timer = known.executor().schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void notOpenInTime() {
    end(Status.UNAVAILABLE.withDescription("the connection was not open in time"));
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    if (active.pipeline().get(SslHandler.class) == null) {
      begin();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      SslHandler tls = triggered.pipeline().get(SslHandler.class);
      if (ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol())) {
        begin();
      } else {
        end(Status.UNAVAILABLE.withDescription("the server does not speak HTTP/2"));
      }
    }
  }

  private void begin() {
    if (!begun) {
      begun = true;
      Http2Frames.begin(outgoing().frames());
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

  private Outgoing outgoing() {
    Outgoing known = outgoing;
    if (known == null) {
      throw new IllegalStateException("not connected");
    }
    return known;
  }

  /** Sends a request, once the server allows another stream. */
  public void send(EtcdExchange exchange) {
    exchange.link = this;
    if (streams.size() < mostStreams) {
      start(exchange);
    } else {
      line.add(exchange);
    }
  }

  /** Sends another request on the stream of an exchange, if it has not ended. */
  public void more(EtcdExchange exchange, MessageLite request) {
    exchange.append(request);
    if (exchange.equals(streams.get(exchange.stream))) {
      outgoing().more(exchange);
    }
  }

  private void startWaiting() {
    while (!line.isEmpty() && streams.size() < mostStreams && !retired) {
      start(line.remove());
    }
  }

  private void start(EtcdExchange exchange) {
    int stream = nextStream;
    nextStream += 2;
    streams.put(stream, exchange);
    outgoing().start(exchange, stream);
    if (nextStream < 0) {
      retire();
    }
  }

  // --- Ending an exchange

  /** Ends an exchange without an answer, if it has not ended. */
  public void cancel(EtcdExchange exchange, Status why) {
    if (line.remove(exchange)) {
      exchange.end(why);
    } else if (exchange.equals(streams.get(exchange.stream))) {
      outgoing().reset(exchange);
      end(exchange, why);
    }
  }

  private void end(EtcdExchange exchange, Status status) {
    streams.remove(exchange.stream);
    outgoing().forget(exchange);
    exchange.end(status);
    startWaiting();
    closeIfDone();
  }

  // --- Ending

  /** Accepts no more requests, and ends with the answers to those in flight. */
  private void retire() {
    if (!open) {
      end(Status.UNAVAILABLE.withDescription("the server does not want connections"));
    } else if (!retired) {
      retired = true;
      List<EtcdExchange> left = new ArrayList<>(line);
      line.clear();
      owner.retired(this, left);
      closeIfDone();
    }
  }

  private void closeIfDone() {
    if (retired && streams.isEmpty()) {
      end(Status.UNAVAILABLE.withDescription("the server ended the connection"));
    }
  }

  /** Closes the connection; requests in flight fail. */
  public void end(Status why) {
    if (ended) {
      return;
    }
    ended = true;
    cancelTimer();
    owner.lost(this, why, open);
    List<EtcdExchange> left = new ArrayList<>(streams.values());
    left.addAll(line);
    streams.clear();
    line.clear();
    left.forEach(each -> each.end(why));
    ChannelHandlerContext known = context;
    if (known != null) {
      outgoing().flush();
      known.close();
    }
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) throws Exception {
    super.channelInactive(inactive);
    end(Status.UNAVAILABLE.withDescription("connection closed"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    end(Status.UNAVAILABLE.withDescription("connection broken").withCause(cause));
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext removed) {
    reader.close();
  }

  // --- Silence

  /** Silence is acceptable while no request is in flight. */
  private void checkSilence() {
    if (heard || streams.isEmpty()) {
      heard = false;
      tested = false;
      later(this::checkSilence, keepAliveTime);
    } else if (tested) {
      end(Status.UNAVAILABLE.withDescription("no answer within etcd.keepalive.timeout"));
    } else {
      tested = true;
      Http2Frames.ping(outgoing().frames(), false, 0);
      later(this::checkSilence, keepAliveTimeout);
    }
  }

  // --- Receiving

  @Override
  protected void decode(ChannelHandlerContext read, ByteBuf in, List<Object> none)
      throws Http2Exception {
    heard = true;
    if (ended) {
      in.skipBytes(in.readableBytes());
    } else {
      reader.readFrame(read, in, incoming);
    }
  }

  /** Updates the server's window from time to time. */
  private void took(int bytes) {
    taken += bytes;
    if (taken > WINDOW / 2) {
      Http2Frames.windowUpdate(outgoing().frames(), taken);
      taken = 0;
    }
  }

  /** The effect of each frame. Netty has checked its form and its stream. */
  private final class Incoming extends Http2FrameAdapter {
    @Override
    public int onDataRead(
        ChannelHandlerContext read, int stream, ByteBuf data, int padding, boolean last) {
      int bytes = data.readableBytes() + padding;
      took(bytes);
      EtcdExchange exchange = streams.get(stream);
      if (exchange != null && (last || !exchange.begun || !exchange.take(data))) {
        cancel(exchange, Status.INTERNAL.withDescription("the server's answer is not gRPC's"));
      }
      return bytes;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext read, int stream, Http2Headers said, int padding, boolean last) {
      EtcdExchange exchange = streams.get(stream);
      if (exchange == null) {
        return;
      }
      if (last) {
        if (!exchange.isSent()) {
          outgoing().reset(exchange);
        }
        end(exchange, Trailers.status(said));
      } else if (!Trailers.httpStatus(said).isOk()) {
        cancel(exchange, Trailers.httpStatus(said));
      } else if (!Trailers.isInformational(said)) {
        exchange.begun = true;
      }
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext read,
        int stream,
        Http2Headers said,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean last) {
      onHeadersRead(read, stream, said, padding, last);
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext read, int stream, long error) {
      EtcdExchange exchange = streams.get(stream);
      if (exchange != null) {
        end(exchange, Trailers.reset(error));
      }
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext read, Http2Settings settings)
        throws Http2Exception {
      if (ended) {
        return; // received together with the frame that ended the link
      }
      Http2Frames.settingsTaken(outgoing().frames());
      Long streamsAtATime = settings.maxConcurrentStreams();
      if (streamsAtATime != null) {
        mostStreams = streamsAtATime;
      }
      Integer frame = settings.maxFrameSize();
      if (frame != null) {
        outgoing().largestFrame(frame);
      }
      Long table = settings.headerTableSize();
      if (table != null) {
        headers.tableSize(table);
      }
      Integer window = settings.initialWindowSize();
      if (window != null) {
        outgoing().streamWindow(window, streams.values());
      }
      startWaiting();
      if (!open) {
        open();
      }
    }

    @Override
    public void onPingRead(ChannelHandlerContext read, long content) {
      Http2Frames.ping(outgoing().frames(), true, content);
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext read, int stream, int more)
        throws Http2Exception {
      EtcdExchange exchange = streams.get(stream);
      if (stream == 0 || exchange != null) {
        outgoing().window(exchange, more);
      }
    }

    @Override
    public void onGoAwayRead(ChannelHandlerContext read, int last, long error, ByteBuf words) {
      retire();
      Status unseen = Status.UNAVAILABLE.withDescription("the server ends the connection");
      for (EtcdExchange each : new ArrayList<>(streams.values())) {
        if (each.stream > last) {
          end(each, unseen);
        }
      }
    }
  }
}
