package io.kvbench.bindings.zookeeper.library;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.operation.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The streams of a binding's watchers. Each has a separate session, from its first watcher until
 * its last one is closed. A single watch that is closed earlier remains set until then.
 */
public final class WatchStreams {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(8);

  private final ZooKeeperClientOptions options;
  private final PendingReleases closing = new PendingReleases();
  private final Map<Integer, ZooKeeperWatchStream> streams = new HashMap<>();
  private boolean closed;

  public WatchStreams(ZooKeeperClientOptions options) {
    this.options = options;
  }

  /** Opens a watcher without waiting. */
  public Watcher open(int number, WatchPoint point, WatchListener listener)
      throws BindingException {
    ZooKeeperWatchStream stream;
    ZooKeeperRecordWatcher watcher;
    synchronized (this) {
      // Atomically, so that the stream cannot be closed in between.
      stream = stream(number);
      watcher = new ZooKeeperRecordWatcher(point, listener, stream::set);
      stream.add(watcher);
    }
    return new Opened(this, number, stream, watcher);
  }

  private ZooKeeperWatchStream stream(int number) throws BindingException {
    if (closed) {
      throw new BindingException("The binding is closed.");
    }
    ZooKeeperWatchStream known = streams.get(number);
    if (known != null) {
      return known;
    }
    try {
      ZooKeeperWatchStream stream = new ZooKeeperWatchStream(options);
      streams.put(number, stream);
      return stream;
    } catch (IOException e) {
      throw new BindingException(
          "A session for watchers cannot be opened: "
              + Causes.innermost(e)
              + "; set watch.streams to fewer or raise the limit of open files.",
          e);
    }
  }

  private record Opened(
      WatchStreams streams, int number, ZooKeeperWatchStream stream, ZooKeeperRecordWatcher watcher)
      implements Watcher {
    @Override
    public boolean coalesces() {
      return watcher.point().mode() == WatchPoint.Mode.ONE_SHOT;
    }

    @Override
    public void close() {
      watcher.end();
      streams.remove(number, stream, watcher);
    }
  }

  private synchronized void remove(
      int number, ZooKeeperWatchStream stream, ZooKeeperRecordWatcher watcher) {
    if (stream.remove(watcher) && streams.remove(number, stream)) {
      end(stream);
    }
  }

  /** On a platform thread for each, in parallel, since the library pins carriers. */
  private void end(ZooKeeperWatchStream stream) {
    Completion end = closing.begin();
    Thread.ofPlatform()
        .daemon()
        .name("zookeeper-close")
        .start(
            () -> {
              try {
                stream.close();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                end.succeeded(Outcome.OK);
              }
            });
  }

  /** Waits until the sessions of closed watchers have ended, or for the limit. */
  public void awaitEnds(Duration limit) throws InterruptedException {
    closing.await(limit);
  }

  /** Ends all sessions, and waits a few seconds at most. */
  public void close() {
    synchronized (this) {
      closed = true;
      List.copyOf(streams.values()).forEach(this::end);
      streams.clear();
    }
    try {
      awaitEnds(CLOSE_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
