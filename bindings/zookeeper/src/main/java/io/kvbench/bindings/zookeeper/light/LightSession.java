package io.kvbench.bindings.zookeeper.light;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.operation.Handle;
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
import org.apache.zookeeper.AsyncCallback.Children2Callback;
import org.apache.zookeeper.AsyncCallback.DataCallback;
import org.apache.zookeeper.AsyncCallback.MultiCallback;
import org.apache.zookeeper.AsyncCallback.StatCallback;
import org.apache.zookeeper.AsyncCallback.StringCallback;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.MultiResponse;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ConnectRequest;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.ExistsResponse;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetDataResponse;
import org.apache.zookeeper.proto.SyncRequest;
import org.apache.zookeeper.proto.WatcherEvent;
import org.jspecify.annotations.Nullable;

/**
 * A session on kvbench's own connection: many share the thread of an event loop, which sends and
 * reads in batches. The library's records encode requests and decode answers.
 */
public final class LightSession implements Handle, SessionConnection.Listener {
  private static final int OK = Code.OK.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();
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
    this.connection = connection;
    this.options = options;
    this.loop = loop;
    this.answers = new ZooKeeperAnswers(this, options.dialect());
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

  /** A handler that parses the answer to a request, or takes its error code without an answer. */
  @FunctionalInterface
  private interface ResponseHandler {
    void read(int code, @Nullable InputArchive answer) throws IOException;
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

  private void send(int type, Record body, ResponseHandler handler) {
    Request request = new Request(type, body, handler);
    try {
      loop.execute(request);
    } catch (RejectedExecutionException e) {
      request.fail(LOST); // the binding is closed, and its threads have ended
    }
  }

  /** Parses an answer, if there is one; returns the record. */
  private static <R extends Record> R read(R record, @Nullable InputArchive answer)
      throws IOException {
    if (answer != null) {
      record.deserialize(answer, "answer");
    }
    return record;
  }

  @Override
  public void create(String path, byte[] data, StringCallback callback, @Nullable Object context) {
    send(
        OpCode.create,
        new CreateRequest(path, data, options.acl(), CreateMode.PERSISTENT.toFlag()),
        (code, answer) ->
            callback.processResult(
                code, path, context, read(new CreateResponse(), answer).getPath()));
  }

  @Override
  public void setData(
      String path, byte[] data, int version, StatCallback callback, @Nullable Object context) {
    send(
        OpCode.setData,
        new SetDataRequest(path, data, version),
        (code, answer) ->
            callback.processResult(
                code, path, context, read(new SetDataResponse(), answer).getStat()));
  }

  @Override
  public void delete(String path, int version, VoidCallback callback, @Nullable Object context) {
    send(
        OpCode.delete,
        new DeleteRequest(path, version),
        (code, answer) -> callback.processResult(code, path, context));
  }

  @Override
  public void getData(String path, DataCallback callback, @Nullable Object context) {
    send(
        OpCode.getData,
        new GetDataRequest(path, false),
        (code, answer) -> {
          GetDataResponse read = read(new GetDataResponse(), answer);
          callback.processResult(code, path, context, read.getData(), read.getStat());
        });
  }

  @Override
  public void exists(
      String path, @Nullable Watcher watcher, StatCallback callback, @Nullable Object context) {
    send(
        OpCode.exists,
        new ExistsRequest(path, watcher != null),
        (code, answer) -> {
          if (watcher != null && (code == OK || code == NO_NODE)) {
            watchers.computeIfAbsent(path, unwatched -> new ArrayList<>(1)).add(watcher);
          }
          callback.processResult(code, path, context, read(new ExistsResponse(), answer).getStat());
        });
  }

  @Override
  public void getChildren(String path, Children2Callback callback, @Nullable Object context) {
    send(
        OpCode.getChildren2,
        new GetChildren2Request(path, false),
        (code, answer) -> {
          GetChildren2Response read = read(new GetChildren2Response(), answer);
          callback.processResult(code, path, context, read.getChildren(), read.getStat());
        });
  }

  @Override
  public void sync(String path, VoidCallback callback, @Nullable Object context) {
    send(
        OpCode.sync,
        new SyncRequest(path),
        (code, answer) -> callback.processResult(code, path, context));
  }

  /** As in the library, the code of all parts is that of the first that failed. */
  @Override
  public void multi(List<Op> parts, MultiCallback callback, @Nullable Object context) {
    MultiOperationRecord all = new MultiOperationRecord(parts);
    boolean reads = all.getOpKind() == Op.OpKind.READ;
    send(
        reads ? OpCode.multiRead : OpCode.multi,
        all,
        (code, answer) -> {
          if (answer == null) {
            callback.processResult(code, "", context, null);
            return;
          }
          List<OpResult> results = read(new MultiResponse(), answer).getResultList();
          int first =
              results.stream()
                  .filter(OpResult.ErrorResult.class::isInstance)
                  .mapToInt(result -> ((OpResult.ErrorResult) result).getErr())
                  .filter(error -> error != OK)
                  .findFirst()
                  .orElse(OK);
          callback.processResult(first, "", context, results);
        });
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
