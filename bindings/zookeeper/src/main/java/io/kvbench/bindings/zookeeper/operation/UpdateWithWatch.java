package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.support.AfterWrite;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A write of a znode that its own client watches. The watch is set by querying the znode's state,
 * and the write is sent immediately after, since a session's requests are answered in order. A
 * watch fires once, at the first change after that state, and its event does not identify the
 * write: it is this one's if the write produced the next version.
 *
 * <p>Called by the session's threads one after the other, and by the thread that enforces the
 * timeout.
 */
public final class UpdateWithWatch implements Watcher {
  private static final int ANY_VERSION = -1;
  private static final int OK = Code.OK.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();
  private static final int CONNECTION_LOSS = Code.CONNECTIONLOSS.intValue();
  private static final int SESSION_EXPIRED = Code.SESSIONEXPIRED.intValue();

  private final Handle handle;
  private final ZooKeeperClientOptions options;
  private final Completion completion;

  private int watchCode;
  private int versionBefore;
  private boolean told;
  private boolean acknowledged;
  private int versionAfter;
  private long zxid;
  private boolean done;

  public UpdateWithWatch(Handle handle, ZooKeeperClientOptions options, Completion completion) {
    this.handle = handle;
    this.options = options;
    this.completion = completion;
  }

  public void begin(String path, Value value) {
    handle.exists(path, this, (code, asked, context, stat) -> watching(code, stat), null);
    handle.setData(
        path,
        value.toByteArray(),
        ANY_VERSION,
        (code, asked, context, stat) -> written(code, stat),
        null);
  }

  /** A missing znode has no version, and the write's answer reports it. */
  synchronized void watching(int code, @Nullable Stat stat) {
    watchCode = code == NO_NODE ? OK : code;
    versionBefore = stat == null ? ANY_VERSION : stat.getVersion();
  }

  synchronized void written(int code, @Nullable Stat stat) {
    if (done) {
      return;
    }
    if (code != OK) {
      fail(code);
      return;
    }
    acknowledged = true;
    if (watchCode != OK) {
      fail(watchCode);
      return;
    }
    versionAfter = stat == null ? ANY_VERSION : stat.getVersion();
    zxid = stat == null || !options.dialect().answersWithNewState() ? 0 : stat.getMzxid();
    if (told) {
      finish();
    } else {
      later().execute(this::giveUp);
    }
  }

  @Override
  public synchronized void process(WatchedEvent event) {
    if (done) {
      return;
    }
    if (event.getType() != Event.EventType.None) {
      told = true;
      if (acknowledged) {
        finish();
      }
    } else if (acknowledged && event.getState() != Event.KeeperState.SyncConnected) {
      // Before that the write fails by itself.
      fail(event.getState() == Event.KeeperState.Expired ? SESSION_EXPIRED : CONNECTION_LOSS);
    }
  }

  private void finish() {
    done = true;
    if (versionAfter == versionBefore + 1 && zxid > 0) {
      completion.wrote(zxid);
    } else {
      completion.succeeded(versionAfter == versionBefore + 1 ? Outcome.OK : Outcome.CONFLICT);
    }
  }

  /**
   * Answers interprets the code, and handles the loss of the connection. If the watch is refused,
   * the value may be written all the same.
   */
  private void fail(int code) {
    done = true;
    handle
        .answers()
        .processResult(
            code, "", acknowledged ? new AfterWrite(completion) : completion, (Stat) null);
  }

  /** Rarely used, since ZooKeeper sends the event before it acknowledges. */
  private Executor later() {
    return CompletableFuture.delayedExecutor(options.sessionTimeoutMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void giveUp() {
    if (!done) {
      done = true;
      completion.failed(ErrorKind.TIMEOUT, options.dialect().noEvent());
    }
  }
}
