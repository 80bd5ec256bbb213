package io.kvbench.bindings.zookeeper.library;

import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.operation.ErrorKind;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The state of one watcher. Its watch is set when a session begins, again on every new connection,
 * and if it is a one-shot watch, again after each event. The library sets watches again after a
 * reconnect, but persistent ones miss writes in between: the read that follows reports the last of
 * these writes.
 *
 * <p>Called by the library's threads, and by those that open and close it.
 */
final class ZooKeeperRecordWatcher implements Watcher {
  static final ZooKeeperFailure NO_ZXID =
      new ZooKeeperFailure(
          ErrorKind.INVALID,
          "the server's events have no zxid: persistent watches need ZooKeeper 3.9 or newer on all"
              + " servers; set watch.once=true");

  private static final int OK = Code.OK.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();
  private static final int CONNECTION_LOSS = Code.CONNECTIONLOSS.intValue();
  private static final int SESSION_EXPIRED = Code.SESSIONEXPIRED.intValue();
  private static final long UNKNOWN = -1;

  /** The sender of the requests that set a watch. */
  @FunctionalInterface
  interface Setter {
    /**
     * Sends them without waiting. The answers are passed to {@link #confirmed} and {@link #read}.
     *
     * @param attempt to be passed back with the answers
     */
    void set(ZooKeeperRecordWatcher watcher, int attempt);
  }

  private enum State {
    OPENING,
    OPEN,
    REARMING,
    INTERRUPTED,
    ENDED
  }

  private final WatchPoint point;
  private final WatchListener listener;
  private final Setter setter;

  private State state = State.OPENING;

  /** Answers to requests of earlier attempts do not concern the current watch. */
  private int attempt;

  /** The last write that was reported, or the last one before the watch was first set. */
  private long last = UNKNOWN;

  ZooKeeperRecordWatcher(WatchPoint point, WatchListener listener, Setter setter) {
    this.point = point;
    this.listener = listener;
    this.setter = setter;
  }

  WatchPoint point() {
    return point;
  }

  /** The session is connected, possibly on a new connection. */
  synchronized void connected() {
    interrupt();
    arm();
  }

  private void arm() {
    if (state != State.ENDED) {
      attempt++;
      setter.set(this, attempt);
    }
  }

  /** The connection or the session is lost. */
  synchronized void interrupt() {
    if (state == State.OPEN || state == State.REARMING) {
      state = State.INTERRUPTED;
      listener.interrupted();
    }
  }

  /** A persistent watch was set, or could not be set. */
  synchronized void confirmed(int of, int code) {
    if (of != attempt || state == State.ENDED) {
      return;
    }
    if (code != OK) {
      lose(code);
    } else if (state == State.OPENING || point.mode() == WatchPoint.Mode.RECURSIVE) {
      // Otherwise the read comes first, which reports missed writes.
      open();
    }
  }

  /** The record was read after the watch had been set, or by the request that set it. */
  synchronized void read(int of, int code, @Nullable Stat stat) {
    if (of != attempt || state == State.ENDED) {
      return;
    }
    if (code != OK && code != NO_NODE) {
      lose(code);
      return;
    }
    long written = stat == null ? 0 : stat.getMzxid();
    if (state == State.OPENING || last == UNKNOWN) {
      last = Math.max(last, written);
    } else {
      reportIfNewer(written);
    }
    open();
  }

  private void open() {
    if (state != State.OPEN) {
      state = State.OPEN;
      listener.opened();
    }
  }

  private void reportIfNewer(long zxid) {
    if (zxid > last) {
      last = zxid;
      listener.changed(zxid);
    }
  }

  /** Without a connection it waits for the next one. */
  private void lose(int code) {
    if (code == CONNECTION_LOSS || code == SESSION_EXPIRED) {
      interrupt();
    } else {
      fail(ZooKeeperFailure.of(code));
    }
  }

  synchronized void fail(ZooKeeperFailure failure) {
    if (state != State.ENDED) {
      state = State.ENDED;
      listener.failed(failure.kind(), failure.message());
    }
  }

  @Override
  public synchronized void process(WatchedEvent event) {
    // The stream handles events of connections and sessions.
    if (state == State.ENDED || event.getType() == Event.EventType.None) {
      return;
    }
    boolean written = point.reports(event.getType(), event.getPath());
    if (point.mode() != WatchPoint.Mode.ONE_SHOT) {
      if (written) {
        persistent(event.getZxid());
      }
      return;
    }
    if (written) {
      reportIfNewer(event.getZxid());
    }
    // In every other state the watch is about to be set anyway.
    if (state == State.OPEN) {
      state = State.REARMING;
      listener.rearming();
      arm();
    }
  }

  /**
   * Reported as it arrives, so that duplicates and late events show. After a reconnect, an event
   * without a zxid belongs to a one-shot watch of the same session, which fires when the library
   * sets it again.
   */
  private void persistent(long zxid) {
    if (zxid != WatchedEvent.NO_ZXID) {
      last = Math.max(last, zxid);
      listener.changed(zxid);
    } else if (state != State.INTERRUPTED) {
      fail(NO_ZXID);
    }
  }

  /** Ends the watcher; the listener is not called after this returns. */
  synchronized void end() {
    state = State.ENDED;
  }
}
