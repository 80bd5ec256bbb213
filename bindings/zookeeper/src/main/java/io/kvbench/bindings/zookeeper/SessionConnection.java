package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.PendingReleases;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.compat.ProtocolManager;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.ConnectRequest;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.GetSASLRequest;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.RequestHeader;
import org.apache.zookeeper.proto.SetSASLResponse;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a session. It sends requests and reads answers, which come in their order, and
 * nothing else: no pings. For the thread of its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What goes wrong shows in the channel's events.
final class SessionConnection extends SimpleChannelInboundHandler<ByteBuf> {
  private static final int LENGTH_BYTES = 4;
  private static final int MORE_BYTES = 1024;
  private static final int PING_XID = -2;
  private static final int AUTH_XID = -4;
  private static final int NOTIFICATION_XID = -1;

  private record Sent(int xid, @Nullable SessionCall call) {}

  /** Learns what becomes of the connection. */
  interface Listener {
    void opened(SessionConnection connection, ConnectResponse granted);

    /** The server has accepted the credentials and the login, if any; after {@link #opened}. */
    default void authenticated(SessionConnection connection) {}

    /**
     * Called once, also if the connection was never opened.
     *
     * @param code of {@code KeeperException.Code}: why
     */
    void closed(SessionConnection connection, int code);
  }

  private final ClientOptions options;
  private final ConnectRequest hello;
  private final Listener listener;
  private final Queue<Sent> sent = new ArrayDeque<>();
  private @Nullable ChannelHandlerContext context;
  private @Nullable ScheduledFuture<?> timer;
  private boolean opened;
  private boolean watched;
  private int lastXid;
  private int closeCode = Code.CONNECTIONLOSS.intValue();

  SessionConnection(ClientOptions options, ConnectRequest hello, Listener listener) {
    this.options = options;
    this.hello = hello;
    this.listener = listener;
  }

  /** Adds what encodes and decodes for a connection to a server. */
  void addTo(ChannelPipeline pipeline, Endpoint endpoint) {
    Optional<SSLContext> tls = options.tls();
    if (tls.isPresent()) {
      SSLEngine engine = tls.get().createSSLEngine(endpoint.host(), endpoint.port());
      engine.setUseClientMode(true);
      pipeline.addLast(new SslHandler(engine));
    }
    int longest = Math.addExact(options.maxRequestBytes(), MORE_BYTES);
    pipeline.addLast(new LengthFieldBasedFrameDecoder(longest, 0, LENGTH_BYTES, 0, LENGTH_BYTES));
    pipeline.addLast(this);
  }

  boolean isOpen() {
    return opened && context != null && context.channel().isActive();
  }

  /** The connection may have been established before. */
  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    if (added.channel().isActive()) {
      begin(added);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    begin(active);
  }

  private void begin(ChannelHandlerContext active) {
    context = active;
    write(active, hello);
    timer = later(active, () -> endLate(active));
  }

  private ScheduledFuture<?> later(ChannelHandlerContext active, Runnable action) {
    return active
        .executor()
        .schedule(action, options.sessionTimeoutMillis(), TimeUnit.MILLISECONDS);
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  void send(SessionCall call) {
    ChannelHandlerContext active = context;
    if (active == null) {
      call.fail(Code.CONNECTIONLOSS.intValue());
      return;
    }
    int xid = call.type() == OpCode.ping ? PING_XID : ++lastXid;
    Sent entry = new Sent(xid, call);
    sent.add(entry);
    write(active, new RequestHeader(xid, call.type()), call.body());
    if (!watched) {
      watchOldest(active);
    }
  }

  /** One timer for all requests: another for each would outlive nearly all of them. */
  private void watchOldest(ChannelHandlerContext active) {
    Sent oldest = sent.peek();
    watched = oldest != null;
    if (oldest != null) {
      timer =
          later(
              active,
              () -> {
                if (oldest.equals(sent.peek())) {
                  endLate(active);
                } else if (active.channel().isActive()) {
                  watchOldest(active);
                }
              });
    }
  }

  private void endLate(ChannelHandlerContext active) {
    closeCode = Code.OPERATIONTIMEOUT.intValue();
    active.close();
  }

  private static void write(ChannelHandlerContext active, @Nullable Record... records) {
    ByteBuf frame = active.alloc().buffer();
    frame.writeInt(0);
    try {
      BinaryOutputArchive archive = BinaryOutputArchive.getArchive(new ByteBufOutputStream(frame));
      for (Record part : records) {
        if (part != null) {
          part.serialize(archive, "part");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Memory does not fail.
    }
    frame.setInt(0, frame.readableBytes() - LENGTH_BYTES);
    active.writeAndFlush(frame, active.voidPromise());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext active, ByteBuf frame) throws IOException {
    BinaryInputArchive archive = BinaryInputArchive.getArchive(new ByteBufInputStream(frame));
    if (opened) {
      answered(archive);
      return;
    }
    // Not every server says whether it is read-only.
    ConnectResponse granted = new ProtocolManager().deserializeConnectResponse(archive);
    opened = true;
    cancelTimer();
    options
        .credentials()
        .ifPresent(
            given -> {
              sent.add(new Sent(AUTH_XID, null));
              write(
                  active,
                  new RequestHeader(AUTH_XID, OpCode.auth),
                  new AuthPacket(0, given.scheme(), given.secret()));
            });
    listener.opened(this, granted);
    if (options.credentials().isEmpty()) {
      authenticated();
    }
  }

  private void authenticated() throws IOException {
    Optional<JaasLogin> login = options.login();
    if (login.isPresent()) {
      logIn(login.get().begin(), SaslLogin.first());
    } else {
      listener.authenticated(this);
    }
  }

  private void logIn(SaslLogin login, byte[] token) {
    send(
        new SessionCall(
            OpCode.sasl,
            new GetSASLRequest(token),
            (header, answer, told) -> challenged(login, header.getErr(), answer),
            PendingReleases.IGNORED));
  }

  private void challenged(SaslLogin login, int code, InputArchive answer) throws IOException {
    closeCode = Code.AUTHFAILED.intValue();
    if (code != Code.OK.intValue()) {
      close();
      return;
    }
    SetSASLResponse challenge = new SetSASLResponse();
    challenge.deserialize(answer, "token");
    byte[] next = login.next(challenge.getToken());
    if (next == null) {
      closeCode = Code.CONNECTIONLOSS.intValue();
      listener.authenticated(this);
    } else {
      logIn(login, next);
    }
  }

  private void answered(BinaryInputArchive archive) throws IOException {
    ReplyHeader header = new ReplyHeader();
    header.deserialize(archive, "header");
    if (header.getXid() == NOTIFICATION_XID) {
      return;
    }
    Sent entry = sent.poll();
    if (entry == null || entry.xid() != header.getXid()) {
      throw new IOException("an answer to no request");
    }
    SessionCall call = entry.call();
    if (call != null) {
      call.meaning().read(header, archive, call.completion());
    } else if (header.getErr() == Code.OK.intValue()) {
      authenticated();
    } else {
      closeCode = header.getErr();
    }
  }

  /** Closes the connection, not the session. */
  void close() {
    if (context != null) {
      context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext active, Throwable cause) {
    active.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext active) {
    cancelTimer();
    for (Sent entry = sent.poll(); entry != null; entry = sent.poll()) {
      if (entry.call() != null) {
        entry.call().fail(closeCode);
      }
    }
    listener.closed(this, closeCode);
  }
}
