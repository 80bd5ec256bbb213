package io.kvbench.bindings.zookeeper.light;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperAnswers;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.wire.SessionCall;
import io.kvbench.bindings.zookeeper.wire.SessionConnection;
import io.kvbench.bindings.zookeeper.wire.SessionRequest;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.proto.ConnectRequest;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.WatcherEvent;
import org.jspecify.annotations.Nullable;

/**
 * A session on kvbench's own connection: many share the thread of an event loop, which sends and
 * reads in batches.
 */
public final class LightSession extends LightRequests implements SessionConnection.Listener {
  private static final int OK = Code.OK.intValue();
  private static final int LOST = Code.CONNECTIONLOSS.intValue();
  private static final int PASSWORD_BYTES = 16;
  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final int MOST_DOUBLINGS = 5;
  private static final long END_SECONDS = 3;

  private final ZooKeeperConnection<?> connection;
  private final ZooKeeperClientOptions options;
  private final EventLoop loop;
  private final ZooKeeperAnswers answers;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile State state = State.SUSPENDED;
  private volatile Optional<String> server = Optional.empty();

  // For the event loop's thread.
  private @Nullable SessionConnection current;
  private final Map<String, List<Watcher>> watchers = new HashMap<>();
  private ConnectResponse session;

  /** The newest transaction seen: a server that is behind it must not continue the session. */
  private long lastZxid;

  private int next;
  private int attempts;
  private boolean closed;

  /**
   * Begins to connect.
   *
   * @param number chooses the first server
   */
  @SuppressWarnings("this-escape") // the loop's thread sees all earlier assignments
  public LightSession(
      ZooKeeperConnection<?> connection,
      ZooKeeperClientOptions options,
      EventLoop loop,
      int number) {
    super(options.acl());
    this.connection = connection;
    this.options = options;
    this.loop = loop;
    this.answers = new ZooKeeperAnswers(this::suspend, options.dialect());
    this.session =
        new ConnectResponse(0, options.sessionTimeoutMillis(), 0, new byte[PASSWORD_BYTES], false);
    this.next = Math.floorMod(number, options.endpoints().size());
    loop.execute(this::connect);
  }

  private void connect() {
    if (closed || isOver()) {
      return;
    }
    Endpoint endpoint = options.endpoints().get(next);
    SessionConnection made =
        new SessionConnection(
            options,
            new ConnectRequest(
                0,
                lastZxid,
                session.getTimeOut(),
                session.getSessionId(),
                session.getPasswd(),
                false),
            this,
            true);
    current = made;
    made.connect(loop, endpoint);
  }

  private boolean isOver() {
    return state == State.EXPIRED || state == State.REFUSED;
  }

  @Override
  public void opened(SessionConnection source, ConnectResponse granted) {
    if (closed) {
      source.close();
      return;
    }
    if (granted.getTimeOut() <= 0) {
      source.close();
      change(State.EXPIRED, KeeperState.Expired);
      return;
    }
    session = granted;
  }

  @Override
  public void authenticated(SessionConnection source) {
    if (closed || isOver()) {
      return;
    }
    attempts = 0;
    server = source.server();
    change(State.USABLE, KeeperState.SyncConnected);
  }

  @Override
  public void closed(SessionConnection source, int code) {
    if (source != current) {
      return;
    }
    lastZxid = Math.max(lastZxid, source.lastZxid());
    server = Optional.empty();
    next = (next + 1) % options.endpoints().size();
    if (closed) {
      loop.execute(this::over); // after the requests in flight have failed
    } else if (code == Code.AUTHFAILED.intValue()) {
      change(State.REFUSED, KeeperState.AuthFailed);
    } else if (!isOver()) {
      change(State.SUSPENDED, KeeperState.Disconnected);
      // Each server is tried once before the first pause.
      int pauses = attempts++ - options.endpoints().size();
      if (pauses < 0) {
        connect();
      } else {
        long millis = FIRST_PAUSE_MILLIS << Math.min(pauses, MOST_DOUBLINGS);
        var unused = loop.schedule(this::connect, millis, TimeUnit.MILLISECONDS);
      }
    }
  }

  private void over() {
    tellAll(KeeperState.Closed);
    ended.countDown();
  }

  private void change(State to, KeeperState told) {
    state = to;
    tellAll(told);
    connection.changed(this);
  }

  /** Watches are not set again on a new connection: their owners do so when it is reported. */
  private void tellAll(KeeperState told) {
    List<Watcher> all = new ArrayList<>();
    watchers.values().forEach(all::addAll);
    if (told != KeeperState.Disconnected) {
      watchers.clear();
    }
    WatchedEvent event = new WatchedEvent(EventType.None, told, null);
    all.forEach(watcher -> watcher.process(event));
  }

  @Override
  public void notified(WatcherEvent event) {
    List<Watcher> all = watchers.remove(event.getPath());
    if (all != null) {
      WatchedEvent change = new WatchedEvent(event, WatchedEvent.NO_ZXID);
      all.forEach(watcher -> watcher.process(change));
    }
  }

  @Override
  public State state() {
    return state;
  }

  /** The state changes before requests fail. */
  @Override
  public void suspend() {}

  @Override
  public Optional<String> server() {
    return server;
  }

  @Override
  public ZooKeeperAnswers answers() {
    return answers;
  }

  private final class Request implements SessionRequest, Runnable {
    private final int type;
    private final Record body;
    private final ResponseHandler handler;

    Request(int type, Record body, ResponseHandler handler) {
      this.type = type;
      this.body = body;
      this.handler = handler;
    }

    @Override
    public int type() {
      return type;
    }

    @Override
    public Record body() {
      return body;
    }

    @Override
    public void run() {
      SessionConnection open = current;
      if (state == State.USABLE && open != null) {
        open.send(this);
      } else {
        fail(state == State.EXPIRED ? Code.SESSIONEXPIRED.intValue() : LOST);
      }
    }

    @Override
    public void read(ReplyHeader header, InputArchive answer) throws IOException {
      answers.answeredAt(header.getZxid());
      handler.read(header.getErr(), header.getErr() == OK ? answer : null);
    }

    @Override
    public void fail(int code) {
      try {
        handler.read(code, null);
      } catch (IOException e) {
        throw new IllegalStateException(e); // there is nothing to read
      }
    }
  }

  @Override
  void send(int type, Record body, ResponseHandler handler) {
    Request request = new Request(type, body, handler);
    try {
      loop.execute(request);
    } catch (RejectedExecutionException e) {
      request.fail(LOST); // the binding is closed, and its threads have ended
    }
  }

  @Override
  void watch(String path, Watcher watcher) {
    watchers.computeIfAbsent(path, unwatched -> new ArrayList<>(1)).add(watcher);
  }

  @Override
  public void close() throws InterruptedException {
    if (ended.getCount() == 0) {
      return;
    }
    loop.execute(
        () -> {
          closed = true;
          SessionConnection open = current;
          if (state == State.USABLE && open != null) {
            // The server then closes the connection.
            open.send(SessionCall.closeSession(PendingReleases.IGNORED));
          } else {
            if (open != null) {
              open.close();
            }
            over();
          }
        });
    if (!ended.await(END_SECONDS, TimeUnit.SECONDS)) {
      loop.execute(
          () -> {
            if (current != null) {
              current.close();
            }
          });
      boolean unused = ended.await(END_SECONDS, TimeUnit.SECONDS);
    }
  }
}
