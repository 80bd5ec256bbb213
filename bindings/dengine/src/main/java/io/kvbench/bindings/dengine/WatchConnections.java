package io.kvbench.bindings.dengine;

import io.grpc.ManagedChannel;
import io.kvbench.bindings.dengine.proto.WatchRequest;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The TCP connections of watchers. Those of one stream share a connection, up to the number of
 * calls that a server serves on one; then another one is opened. Thread-safe.
 */
final class WatchConnections {
  private static final int MOST_CALLS = 100;
  private static final long FIRST_PAUSE_MILLIS = 10;

  /** Up to 160 ms. */
  private static final int MOST_DOUBLINGS = 4;

  private final List<Endpoint> endpoints;
  private final DEngineChannels channels;
  private final ScheduledExecutorService loops;
  private final int connections;

  /** The connections with watchers, by stream. */
  private final Map<Integer, List<Shared>> streams = new HashMap<>();

  private boolean closed;

  /**
   * @param connections the number of connections of the binding: stream {@code n} belongs to the
   *     server of connection {@code n} modulo this
   */
  WatchConnections(
      DEngineClientOptions options,
      DEngineChannels channels,
      ScheduledExecutorService loops,
      int connections) {
    this.endpoints = options.endpoints();
    this.channels = channels;
    this.loops = loops;
    this.connections = connections;
  }

  /** Opens a watcher. */
  Watcher open(int stream, WatchRequest request, WatchListener listener) {
    DEngineRecordWatcher watcher = add(stream, request, listener);
    watcher.begin();
    return watcher;
  }

  private synchronized DEngineRecordWatcher add(
      int stream, WatchRequest request, WatchListener listener) {
    List<Shared> open = streams.computeIfAbsent(stream, number -> new ArrayList<>());
    if (open.isEmpty() || open.getLast().watchers.size() == MOST_CALLS) {
      open.add(new Shared(stream));
    }
    DEngineRecordWatcher watcher = new DEngineRecordWatcher(open.getLast(), request, listener);
    open.getLast().watchers.add(watcher);
    return watcher;
  }

  /** Ends all watchers and connections. */
  void close() {
    List<DEngineRecordWatcher> all = new ArrayList<>();
    synchronized (this) {
      closed = true;
      streams.values().forEach(open -> open.forEach(each -> all.addAll(each.watchers)));
    }
    all.forEach(watcher -> watcher.fail(DEngineFailure.CLOSED));
  }

  /** A shared connection, which moves to another server after each failure. */
  final class Shared {
    private final int stream;
    private final Map<Endpoint, ManagedChannel> open = new HashMap<>();
    private final Set<DEngineRecordWatcher> watchers = new HashSet<>();

    /** The watchers whose calls have ended, to begin again together. */
    private final List<DEngineRecordWatcher> waiting = new ArrayList<>();

    private int attempts;

    /** Consecutive attempts without an opened watcher. */
    private int failures;

    Shared(int stream) {
      this.stream = stream;
    }

    /** Returns the channel of the next call, or null after the end. */
    @Nullable ManagedChannel channel() {
      synchronized (WatchConnections.this) {
        Endpoint endpoint = endpoints.get((stream % connections + attempts) % endpoints.size());
        return closed ? null : open.computeIfAbsent(endpoint, channels::make);
      }
    }

    /** A server serves watchers again. */
    void opened() {
      synchronized (WatchConnections.this) {
        failures = 0;
      }
    }

    /** Begins a watcher again after a pause, at the next server. */
    void again(DEngineRecordWatcher watcher) {
      synchronized (WatchConnections.this) {
        waiting.add(watcher);
        if (waiting.size() == 1 && !closed) {
          long pause = FIRST_PAUSE_MILLIS << Math.min(failures++, MOST_DOUBLINGS);
          Future<?> unused = loops.schedule(this::beginAll, pause, TimeUnit.MILLISECONDS);
        }
      }
    }

    private void beginAll() {
      List<DEngineRecordWatcher> all;
      synchronized (WatchConnections.this) {
        all = List.copyOf(waiting);
        waiting.clear();
        attempts++;
        // gRPC would wait increasingly long before it connects again.
        open.values().forEach(ManagedChannel::resetConnectBackoff);
      }
      all.forEach(DEngineRecordWatcher::begin);
    }

    /** Removes an ended watcher; the last one ends the connection. */
    void leave(DEngineRecordWatcher watcher) {
      synchronized (WatchConnections.this) {
        if (watchers.remove(watcher) && watchers.isEmpty()) {
          open.values().forEach(ManagedChannel::shutdownNow);
          open.clear();
          streams.values().forEach(others -> others.remove(this));
        }
      }
    }
  }
}
