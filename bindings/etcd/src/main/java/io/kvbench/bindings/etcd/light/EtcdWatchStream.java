package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.operation.WatchTarget;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The watchers that share one stream of etcd's watch service. When the stream ends, another one
 * begins after the last event of each watcher, so that none is missed. Fields that are not final
 * belong to the event loop's thread.
 */
public final class EtcdWatchStream {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);

  /** Up to 160 ms. */
  private static final int MOST_DOUBLINGS = 4;

  /** Another attempt would end in the same way. */
  private static final Set<Status.Code> FINAL =
      Set.of(
          Status.Code.PERMISSION_DENIED, Status.Code.UNIMPLEMENTED, Status.Code.INVALID_ARGUMENT);

  private final EtcdConnection connection;
  private final EtcdRequests requests;

  private final List<One> watchers = new ArrayList<>();

  /** By the ids that the server assigned on this stream. */
  private final LongObjectMap<One> created = new LongObjectHashMap<>();

  /** Watchers whose creation is unanswered, in the order of the requests. */
  private final Queue<One> creating = new ArrayDeque<>();

  private @Nullable Streaming current;
  private boolean pausing;

  /** Consecutive attempts without a confirmed watcher. */
  private int failures;

  private int open;

  public EtcdWatchStream(EtcdConnection connection, EtcdRequests requests) {
    this.connection = connection;
    this.requests = requests;
  }

  /** Adds a watcher. For any thread. */
  public Watcher add(WatchTarget target, WatchListener listener) {
    One added = new One(target, listener);
    connection.execute(() -> create(added));
    return added;
  }

  private void create(One added) {
    watchers.add(added);
    open++;
    Streaming stream = current;
    if (stream != null) {
      creating.add(added);
      connection.more(stream, added.request());
    } else if (!pausing) {
      begin();
    }
  }

  /** Begins a stream with all current watchers. */
  private void begin() {
    pausing = false;
    watchers.removeIf(each -> each.closed);
    if (watchers.isEmpty()) {
      return;
    }
    List<One> all = List.copyOf(watchers);
    Streaming stream = new Streaming(all.getFirst().request());
    creating.add(all.getFirst());
    current = stream;
    connection.submit(stream);
    connection.execute(() -> createRest(stream, all.subList(1, all.size())));
  }

  /** Sends each separately, since the stream has begun. */
  private void createRest(Streaming stream, List<One> rest) {
    for (One each : rest) {
      if (stream.equals(current)) {
        creating.add(each);
        connection.more(stream, each.request());
      }
    }
  }

  private void told(WatchResponse response) {
    if (response.getCreated()) {
      One next = creating.poll();
      if (next != null) {
        created.put(response.getWatchId(), next);
        next.created(response);
      }
      return;
    }
    One watcher = created.get(response.getWatchId());
    if (watcher == null) {
      return;
    }
    if (response.getCanceled()) {
      watcher.fail(EtcdFailure.refusal(response));
    } else {
      response.getEventsList().forEach(watcher::told);
    }
  }

  private void ended(Streaming stream, Status why) {
    if (!stream.equals(current)) {
      return;
    }
    current = null;
    creating.clear();
    created.clear();
    if (EtcdFailure.isTokenOver(why)) {
      connection.login().over(stream.token);
    }
    boolean last = FINAL.contains(why.getCode());
    for (One each : watchers) {
      if (last || !each.opened) {
        each.fail(why);
      } else if (!each.closed) {
        each.listener.interrupted();
      }
    }
    if (open > 0) {
      pausing = true;
      int doublings = Math.min(failures++, MOST_DOUBLINGS);
      connection.later(FIRST_PAUSE.multipliedBy(1L << doublings), this::begin);
    }
  }

  private void endIfUnused() {
    Streaming stream = current;
    if (open == 0 && stream != null) {
      current = null;
      creating.clear();
      created.clear();
      connection.cancel(stream);
    }
  }

  private final class One implements Watcher {
    private final WatchTarget target;
    private final WatchListener listener;
    private boolean opened;
    private volatile boolean closed;
    private boolean left;

    /** The revision of the last event, or that of the store when the watcher was created. */
    private long revision;

    One(WatchTarget target, WatchListener listener) {
      this.target = target;
      this.listener = listener;
    }

    WatchRequest request() {
      return requests.watch(target, revision);
    }

    void created(WatchResponse response) {
      if (response.getCanceled()) {
        fail(EtcdFailure.refusal(response));
      } else if (!closed) {
        failures = 0;
        if (!opened) {
          opened = true;
          revision = response.getHeader().getRevision();
        }
        listener.opened();
      }
    }

    void told(Event event) {
      long version = event.getKv().getModRevision();
      revision = version;
      boolean told = event.getType() == Event.EventType.PUT || target instanceof WatchTarget.Group;
      if (!closed && told) {
        listener.changed(version);
      }
    }

    void fail(Status status) {
      if (!closed) {
        closed = true;
        EtcdFailure failure = EtcdFailure.of(status);
        listener.failed(failure.kind(), failure.message());
        leave();
      }
    }

    private void leave() {
      if (!left) {
        left = true;
        open--;
        endIfUnused();
      }
    }

    @Override
    public boolean coalesces() {
      return false;
    }

    @Override
    public void close() {
      closed = true;
      connection.execute(this::leave);
    }
  }

  private final class Streaming extends EtcdExchange {
    Streaming(WatchRequest first) {
      super(Rpc.WATCH, first, connection.login().token(), true);
    }

    @Override
    public boolean isOneOfMany(byte[] message) {
      try {
        told(WatchResponse.parseFrom(message));
      } catch (InvalidProtocolBufferException e) {
        failed(Status.INTERNAL.withDescription("the server's answer cannot be read").withCause(e));
      }
      return true;
    }

    @Override
    public void answered(byte[] message) {
      failed(Status.UNAVAILABLE.withDescription("the server ended the watch"));
    }

    @Override
    public void failed(Status status) {
      ended(this, status);
    }
  }
}
