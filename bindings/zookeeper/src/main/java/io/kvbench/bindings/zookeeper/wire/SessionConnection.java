package io.kvbench.bindings.zookeeper.wire;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.bindings.zookeeper.options.JaasLogin;
import io.kvbench.bindings.zookeeper.options.SaslLogin;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.InputArchive;
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
import org.apache.zookeeper.proto.WatcherEvent;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a session. It sends requests, batched per turn of the event loop, and reads
 * answers, which arrive in order. For the thread of its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
public final class SessionConnection extends SimpleChannelInboundHandler<ByteBuf> {
  private static final int LENGTH_BYTES = 4;
  private static final int MORE_BYTES = 1024;

  /** The number of silent ticks until a server is lost: two thirds of the session's timeout. */
  private static final int SILENT_TICKS = 4;

  private static final int TICKS = 6;
  private static final int PING_XID = -2;
  private static final int AUTH_XID = -4;
  private static final int NOTIFICATION_XID = -1;

  private static final int CONNECT_MILLIS = 5_000;

  private static final SessionCall PING =
      new SessionCall(OpCode.ping, null, (header, answer, told) -> {}, PendingReleases.IGNORED);

  private record SentRequest(int xid, @Nullable SessionRequest call) {}

  /** A listener to the events of the connection. */
  public interface Listener {
    public void opened(SessionConnection connection, ConnectResponse granted);

    /** The server has accepted the credentials and the login, if any; after {@link #opened}. */
    public default void authenticated(SessionConnection connection) {}

    /** A watch has fired. */
    default void notified(WatcherEvent event) {}

    /**
     * Called once, even if the connection was never opened.
     *
     * @param code the reason, of {@code KeeperException.Code}
     */
    public void closed(SessionConnection connection, int code);
  }

  private final ZooKeeperClientOptions options;
  private final ConnectRequest hello;
  private final Listener listener;
  private final boolean lasting;
  private final FrameInput frame = new FrameInput();
  private final BinaryInputArchive answers;
  private final FrameOutput output = new FrameOutput();
  private final Queue<SentRequest> sent = new ArrayDeque<>();
  private @Nullable ChannelHandlerContext context;
  private @Nullable ScheduledFuture<?> timer;
  private boolean opened;
  private boolean ended;
  private boolean watched;
  private int lastXid;
  private long lastZxid;
  private boolean heard;
  private boolean idle;
  private int silentTicks;

  private int closeCode = Code.CONNECTIONLOSS.intValue();

  /**
   * Creates a connection that is not connected.
   *
   * @param lasting whether pings keep the session alive and detect a silent server; otherwise each
   *     request must be answered within the session's timeout
   */
  public SessionConnection(
      ZooKeeperClientOptions options, ConnectRequest hello, Listener listener, boolean lasting) {
    this.options = options;
    this.hello = hello;
    this.listener = listener;
    this.lasting = lasting;
    this.answers =
        new BinaryInputArchive(new DataInputStream(frame), longest(), BinaryInputArchive.maxBuffer);
  }

  private int longest() {
    return Math.addExact(options.maxRequestBytes(), MORE_BYTES);
  }

  /** Connects to a server. */
  public void connect(EventLoop loop, Endpoint endpoint) {
    EventLoops.connect(
        loop,
        InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port()),
        CONNECT_MILLIS,
        channel -> addTo(channel.pipeline(), endpoint),
        cause -> end());
  }

  /** Adds the encoder and the decoder for a connection to a server. */
  public void addTo(ChannelPipeline pipeline, Endpoint endpoint) {
    options
        .tls()
        .ifPresent(
            tls ->
                pipeline.addLast(
                    tls.netty()
                        .newHandler(pipeline.channel().alloc(), endpoint.host(), endpoint.port())));
    pipeline.addLast(new LengthFieldBasedFrameDecoder(longest(), 0, LENGTH_BYTES, 0, LENGTH_BYTES));
    pipeline.addLast(this);
  }

  public boolean isOpen() {
    return opened && context != null && context.channel().isActive();
  }

  /** The connection may already be established. */
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
    output.write(active, hello);
    // A session must find an answering server before its timeout expires.
    int servers = lasting ? options.endpoints().size() : 1;
    timer = later(active, options.sessionTimeoutMillis() / servers, () -> endLate(active));
  }

  private static ScheduledFuture<?> later(
      ChannelHandlerContext active, long millis, Runnable action) {
    return active.executor().schedule(action, millis, TimeUnit.MILLISECONDS);
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  public void send(SessionRequest call) {
    ChannelHandlerContext active = context;
    if (active == null || ended) {
      call.fail(Code.CONNECTIONLOSS.intValue());
      return;
    }
    int xid = call.type() == OpCode.ping ? PING_XID : ++lastXid;
    SentRequest entry = new SentRequest(xid, call);
    sent.add(entry);
    idle = false;
    output.write(active, new RequestHeader(xid, call.type()), call.body());
    if (!watched && !lasting) {
      watchOldest(active);
    }
  }

  /** One timer for all requests: one for each would outlive nearly all of them. */
  private void watchOldest(ChannelHandlerContext active) {
    SentRequest oldest = sent.peek();
    watched = oldest != null;
    if (oldest != null) {
      timer =
          later(
              active,
              options.sessionTimeoutMillis(),
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

  /** Keeps the session alive, and ends the connection if nothing has arrived for too long. */
  private void tick(ChannelHandlerContext active, long millis) {
    if (ended) {
      return;
    }
    silentTicks = heard ? 0 : silentTicks + 1;
    heard = false;
    if (silentTicks >= SILENT_TICKS) {
      active.close();
      return;
    }
    if (idle) {
      send(PING);
    }
    idle = true;
    timer = later(active, millis, () -> tick(active, millis));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext active, ByteBuf received) throws IOException {
    frame.take(received);
    heard = true;
    if (opened) {
      answered(answers);
      return;
    }
    // Some servers do not report whether they are read-only.
    ConnectResponse granted = new ProtocolManager().deserializeConnectResponse(answers);
    opened = true;
    cancelTimer();
    if (lasting && granted.getTimeOut() > 0) {
      // Pings at the requested rate compensate for a longer timeout.
      int timeout = Math.min(granted.getTimeOut(), options.sessionTimeoutMillis());
      long millis = Math.max(1, timeout / TICKS);
      timer = later(active, millis, () -> tick(active, millis));
    }
    options
        .credentials()
        .ifPresent(
            given -> {
              sent.add(new SentRequest(AUTH_XID, null));
              output.write(
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
      WatcherEvent event = new WatcherEvent();
      event.deserialize(archive, "event");
      listener.notified(event);
      return;
    }
    if (header.getZxid() > 0) {
      lastZxid = header.getZxid();
    }
    SentRequest entry = sent.peek();
    if (entry == null || entry.xid() != header.getXid()) {
      throw new IOException("an answer to no request");
    }
    sent.remove();
    SessionRequest call = entry.call();
    if (call != null) {
      read(call, header, archive);
    } else if (header.getErr() == Code.OK.intValue()) {
      authenticated();
    } else {
      closeCode = header.getErr();
    }
  }

  private static void read(SessionRequest call, ReplyHeader header, BinaryInputArchive archive)
      throws IOException {
    try {
      call.read(header, archive);
    } catch (IOException | RuntimeException e) {
      call.fail(ZooKeeperFailure.GARBLED_CODE);
      throw e;
    }
  }

  /** Returns the newest transaction that the server has reported. */
  public long lastZxid() {
    return lastZxid;
  }

  /** Returns the address of the server. */
  public Optional<String> server() {
    return context != null && context.channel().remoteAddress() instanceof InetSocketAddress address
        ? Optional.of(address.getAddress().getHostAddress() + ":" + address.getPort())
        : Optional.empty();
  }

  /** Closes the connection, not the session. */
  public void close() {
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
    end();
  }

  private void end() {
    if (ended) {
      return;
    }
    ended = true;
    cancelTimer();
    output.release();
    listener.closed(this, closeCode);
    for (SentRequest entry = sent.poll(); entry != null; entry = sent.poll()) {
      if (entry.call() != null) {
        entry.call().fail(closeCode);
      }
    }
  }
}
