package io.kvbench.bindings.zookeeper.wire;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.options.SessionTimeout;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
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
 * A ZooKeeper session that is a lease. Only requests keep it alive. A request on a broken
 * connection opens another one, which shows whether the session has ended.
 */
public final class LeaseSession implements SessionConnection.Listener {
  private static final int PASSWORD_BYTES = 16;
  private static final ZooKeeperFailure ENDED = ZooKeeperFailure.of(Code.SESSIONEXPIRED.intValue());

  /** A request that waits for a connection. */
  private record Waiting(Consumer<SessionConnection> action, Completion completion) {}

  private final ZooKeeperClientOptions options;
  private final EventLoop loop;
  private final int timeoutMillis;

  // For the event loop's thread.
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private @Nullable SessionConnection connection;
  private int server;
  private int attempts;
  private long id;
  private byte[] password = new byte[PASSWORD_BYTES];
  private boolean ready;
  private boolean ended;

  /**
   * Creates a session that is opened by its first request.
   *
   * @param number chooses the server to connect to
   */
  public LeaseSession(
      ZooKeeperClientOptions options, EventLoop loop, int timeoutMillis, int number) {
    this.options = options;
    this.loop = loop;
    this.timeoutMillis = timeoutMillis;
    this.server = number;
  }

  /** Continues a session that another connection has opened. */
  public LeaseSession(
      ZooKeeperClientOptions options, EventLoop loop, int number, ConnectResponse granted) {
    this(options, loop, granted.getTimeOut(), number);
    id = granted.getSessionId();
    password = granted.getPasswd();
  }

  /** Opens the session and then runs an action with its number, from any thread. */
  public void open(LongConsumer action, Completion completion) {
    loop.execute(() -> await(new Waiting(ready -> action.accept(id), completion)));
  }

  /** Sends a request, from any thread. */
  public void send(SessionCall call) {
    loop.execute(() -> submit(call));
  }

  /** Closes the session if it has a connection, from any thread. */
  public void endIfOpen(Completion completion) {
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
    if (ready && connection != null && connection.isOpen()) {
      connection.send(call);
    } else if (ended) {
      ENDED.tell(call.completion());
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
            options, new ConnectRequest(0, 0, timeoutMillis, id, password, false), this, false);
    connection = next;
    next.connect(loop, endpoint);
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
    } catch (SessionTimeout e) {
      ended = true;
      source.send(SessionCall.closeSession(PendingReleases.IGNORED));
      failWaiting(new ZooKeeperFailure(ErrorKind.INVALID, String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void authenticated(SessionConnection source) {
    if (ended) {
      return;
    }
    ready = true;
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      next.action().accept(source);
    }
  }

  @Override
  public void closed(SessionConnection source, int code) {
    if (source != connection) {
      return;
    }
    connection = null;
    ready = false;
    server++;
    attempts++;
    if (waiting.isEmpty()) {
      return;
    }
    if (attempts < options.endpoints().size()) {
      connect();
    } else {
      failWaiting(ZooKeeperFailure.of(code));
    }
  }

  private void failWaiting(ZooKeeperFailure failure) {
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      failure.tell(next.completion());
    }
  }
}
