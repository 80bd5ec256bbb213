package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.proto.ConnectRequest;
import org.apache.zookeeper.proto.ConnectResponse;
import org.jspecify.annotations.Nullable;

/**
 * A ZooKeeper session that is a lease. Nothing keeps it alive but its requests. A request on a
 * broken connection makes another one, by which it learns whether the session has ended.
 */
final class LeaseSession implements SessionConnection.Listener {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int PASSWORD_BYTES = 16;
  private static final Failure ENDED = Failure.of(Code.SESSIONEXPIRED.intValue());
  private static final Failure NO_CONNECTION = Failure.of(Code.CONNECTIONLOSS.intValue());

  /** What goes on when there is a connection. */
  private record Waiting(Consumer<SessionConnection> action, Completion completion) {}

  private final ClientOptions options;
  private final EventLoop loop;
  private final int timeoutMillis;

  // For the event loop alone.
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private @Nullable SessionConnection connection;
  private int server;
  private int attempts;
  private long id;
  private byte[] password = new byte[PASSWORD_BYTES];
  private boolean ended;

  /**
   * Creates a session that its first request opens.
   *
   * @param number chooses the server to connect to
   */
  LeaseSession(ClientOptions options, EventLoop loop, int timeoutMillis, int number) {
    this.options = options;
    this.loop = loop;
    this.timeoutMillis = timeoutMillis;
    this.server = number;
  }

  /** Continues a session that another connection has opened. */
  LeaseSession(ClientOptions options, EventLoop loop, int number, ConnectResponse granted) {
    this(options, loop, granted.getTimeOut(), number);
    id = granted.getSessionId();
    password = granted.getPasswd();
  }

  /** Opens the session and then runs an action with its number, from any thread. */
  void open(LongConsumer action, Completion completion) {
    loop.execute(() -> await(new Waiting(ready -> action.accept(id), completion)));
  }

  /** Sends a request, from any thread. */
  void send(SessionCall call) {
    loop.execute(() -> submit(call));
  }

  /** Closes the session if it has a connection, from any thread. */
  void endIfOpen(Completion completion) {
    loop.execute(
        () -> {
          if (connection != null && connection.isOpen()) {
            connection.send(SessionCall.closeSession(completion));
          } else {
            ended = true;
            completion.succeeded(Outcome.OK);
          }
        });
  }

  private void submit(SessionCall call) {
    if (connection != null && connection.isOpen()) {
      connection.send(call);
    } else if (ended) {
      call.completion().failed(ENDED.kind(), ENDED.message());
    } else {
      await(new Waiting(ready -> ready.send(call), call.completion()));
    }
  }

  private void await(Waiting next) {
    waiting.add(next);
    if (connection == null) {
      attempts = 0;
      connect();
    }
  }

  private void connect() {
    Endpoint endpoint = options.endpoints().get(Math.floorMod(server, options.endpoints().size()));
    SessionConnection next =
        new SessionConnection(
            options, new ConnectRequest(0, 0, timeoutMillis, id, password, false), this);
    connection = next;
    new Bootstrap()
        .group(loop)
        .channel(EventLoops.socket())
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                next.addTo(channel.pipeline(), endpoint);
              }
            })
        .connect(endpoint.host(), endpoint.port())
        .addListener(
            result -> {
              if (!result.isSuccess()) {
                closed(next, Code.CONNECTIONLOSS.intValue());
              }
            });
  }

  @Override
  public void opened(SessionConnection source, ConnectResponse granted) {
    if (granted.getTimeOut() <= 0) {
      ended = true;
      source.close();
      failWaiting(ENDED);
      return;
    }
    id = granted.getSessionId();
    password = granted.getPasswd();
    try {
      SessionTimeout.check(timeoutMillis, granted.getTimeOut());
      for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
        next.action().accept(source);
      }
    } catch (SessionTimeout e) {
      ended = true;
      source.send(SessionCall.closeSession(PendingReleases.IGNORED));
      failWaiting(new Failure(ErrorKind.INVALID, String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void closed(SessionConnection source, int code) {
    if (source != connection) {
      return;
    }
    connection = null;
    server++;
    attempts++;
    if (waiting.isEmpty()) {
      return;
    }
    if (attempts < options.endpoints().size()) {
      connect();
    } else {
      failWaiting(NO_CONNECTION);
    }
  }

  private void failWaiting(Failure failure) {
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      next.completion().failed(failure.kind(), failure.message());
    }
  }
}
