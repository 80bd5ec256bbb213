package io.kvbench.bindings.support.netty;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection that a session opens for one read: TCP alone at first, and the protocol at the
 * handshake. Operations are started by any thread, one at a time, and end on the event loop's
 * thread, where the whole protocol runs, too.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
public abstract class OneShotConnection {
  private static final int CONNECT_MILLIS = 3_000;

  /** The reply to operations that need no answer of a protocol. */
  private static final String NO_CONNECTION = "the connection broke or there was none";

  private static final String NO_SESSIONS = "connections have no sessions of their own";
  private static final String CLOSED = "the connection was closed";

  private final EventLoop loop;
  private final Duration limit;
  private final String late;
  private final Map<Endpoint, InetSocketAddress> addresses = new ConcurrentHashMap<>();

  private @Nullable Channel channel;
  private @Nullable InFlight inFlight;
  private boolean closed;

  /**
   * Creates a connection that is not open yet.
   *
   * @param limit of each operation; zero for none
   * @param late the message of an operation that takes longer
   */
  protected OneShotConnection(EventLoop loop, Duration limit, String late) {
    this.loop = loop;
    this.limit = limit;
    this.late = late;
  }

  // The methods below are for any thread.

  /**
   * Starts an operation.
   *
   * @param reading sends a read over the connection
   */
  public final void perform(
      Operation.OneShot operation,
      BiConsumer<Operation.ReadOnce, Completion> reading,
      Completion completion) {
    switch (operation) {
      case Operation.Connect connect -> connect(completion);
      case Operation.Handshake handshake when handshake.newSession() && !hasSessions() ->
          completion.failed(ErrorKind.INVALID, NO_SESSIONS);
      case Operation.Handshake handshake -> handshake(handshake.newSession(), completion);
      case Operation.ReadOnce read -> reading.accept(read, completion);
      case Operation.Disconnect disconnect -> disconnect(completion);
    }
  }

  /** Connects to the next server. */
  protected abstract void connect(Completion completion);

  /** Returns whether a connection may have its own session. */
  protected boolean hasSessions() {
    return false;
  }

  /** Performs the handshake that the server requires before requests. */
  public final void handshake(boolean newSession, Completion completion) {
    submit(
        completion,
        told -> {
          Channel open = channel;
          if (open == null || !open.isActive()) {
            told.failed(ErrorKind.CONNECTION_LOST, NO_CONNECTION);
          } else {
            begin(open, newSession, told);
            open.config().setAutoRead(true);
          }
        });
  }

  /** Returns the address of a server, resolved only once, outside the measured time. */
  protected final InetSocketAddress address(Endpoint server) {
    InetSocketAddress known = addresses.get(server);
    if (known == null || known.isUnresolved()) {
      known = new InetSocketAddress(server.host(), server.port());
      addresses.put(server, known);
    }
    return known;
  }

  /** Establishes a connection, from which nothing is read before the handshake. */
  public final void connect(InetSocketAddress server, Completion completion) {
    submit(
        completion,
        told -> {
          abandon();
          ChannelFuture connecting =
              new Bootstrap()
                  .group(loop)
                  .channel(EventLoops.socket())
                  .option(ChannelOption.TCP_NODELAY, true)
                  .option(ChannelOption.AUTO_READ, false)
                  .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                  .handler(new ChannelInboundHandlerAdapter())
                  .disableResolver() // it would block the event loop
                  .connect(server);
          Channel made = connecting.channel();
          // Without file descriptors there is only a substitute, which cannot be closed.
          channel = made.isRegistered() ? made : null;
          connecting.addListener(done -> onLoop(() -> connected(made, done.cause(), told)));
        });
  }

  private void connected(Channel made, @Nullable Throwable cause, Completion told) {
    if (cause == null) {
      told.succeeded(Outcome.OK);
    } else {
      ConnectFailure failure = ConnectFailure.of(cause);
      told.failed(failure.kind(), failure.message());
      if (made.equals(channel)) { // another one may have been created meanwhile
        drop();
      }
    }
  }

  /** If no channel could be created, the failure is reported on another thread. */
  private void onLoop(Runnable action) {
    if (loop.inEventLoop()) {
      action.run();
    } else {
      loop.execute(action);
    }
  }

  /** Ends the connection's own session, if it has one, and closes the connection. */
  public final void disconnect(Completion completion) {
    submit(
        completion,
        told -> {
          if (channel == null) {
            told.succeeded(Outcome.OK);
          } else {
            endSession(new Closing(told));
          }
        });
  }

  /** Closes everything, permanently, without waiting for it. */
  public final void close() {
    close(() -> {});
  }

  /**
   * The same, and then runs an action.
   *
   * @return false if the event loop has ended, so that nothing is open
   */
  protected final boolean close(Runnable then) {
    return execute(
        () -> {
          closed = true;
          abandon();
          end(inFlight, ErrorKind.CONNECTION_LOST, CLOSED);
          then.run();
        });
  }

  /**
   * Submits an operation.
   *
   * @param action what to do on the event loop; completes the operation that it is given
   */
  protected final void submit(Completion completion, Consumer<Completion> action) {
    InFlight next = new InFlight(completion);
    if (!execute(
        () -> {
          // Ends an operation that was abandoned.
          end(inFlight, ErrorKind.CONNECTION_LOST, CLOSED);
          inFlight = next;
          if (closed) {
            end(next, ErrorKind.CONNECTION_LOST, CLOSED);
          } else {
            next.watch();
            action.accept(next);
          }
        })) {
      completion.failed(ErrorKind.CONNECTION_LOST, CLOSED);
    }
  }

  /** Returns whether the event loop still accepts tasks. */
  private boolean execute(Runnable action) {
    try {
      loop.execute(action);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  // The methods below are for the event loop's thread.

  private static void end(@Nullable Completion operation, ErrorKind kind, String message) {
    if (operation != null) {
      operation.failed(kind, message);
    }
  }

  private void abandon() {
    if (channel != null) {
      abandonSession();
      drop();
    }
  }

  /** Closes the connection and ignores its events from now on. */
  private @Nullable ChannelFuture drop() {
    Channel open = channel;
    channel = null;
    return open == null ? null : open.close();
  }

  /**
   * Adds the protocol's handlers to a connection, and begins the handshake. Completes the operation
   * when a request can be sent, or when the connection turns out to be unusable.
   */
  protected abstract void begin(Channel channel, boolean newSession, Completion completion);

  /** Ends the session of a handshake; completes the operation when it has ended. */
  protected void endSession(Completion completion) {
    completion.succeeded(Outcome.OK);
  }

  /** Ends the session of a connection that is about to be closed, without waiting for it. */
  protected void abandonSession() {}

  /** An operation that ends with the connection. */
  private final class Closing extends ForwardingCompletion {
    private final Completion told;

    Closing(Completion told) {
      super(told);
      this.told = told;
    }

    @Override
    public void succeeded(Outcome outcome) {
      ChannelFuture closing = drop();
      if (closing == null) {
        told.succeeded(outcome);
      } else {
        closing.addListener(done -> told.succeeded(outcome));
      }
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      told.failed(kind, message);
      drop();
    }
  }

  /** An operation, which ends once, regardless of later events. */
  private final class InFlight extends ForwardingCompletion {
    private @Nullable Future<?> timer;
    private boolean ended;

    InFlight(Completion completion) {
      super(completion);
    }

    void watch() {
      if (!limit.isZero()) {
        timer = loop.schedule(this::timeOut, limit.toNanos(), TimeUnit.NANOSECONDS);
      }
    }

    private void timeOut() {
      failed(ErrorKind.TIMEOUT, late);
      abandon();
    }

    private boolean end() {
      boolean first = !ended;
      ended = true;
      if (timer != null) {
        timer.cancel(false);
      }
      return first;
    }

    @Override
    public void succeeded(Outcome outcome) {
      if (end()) {
        super.succeeded(outcome);
      }
    }

    @Override
    public void found(ByteBuffer value, long token, long version, long snapshot) {
      if (end()) {
        super.found(value, token, version, snapshot);
      }
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      if (end()) {
        super.failed(kind, message);
      }
    }
  }
}
