package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** A wait, by watches, until a znode has disappeared or has been replaced. */
public final class AwaitedExpiry implements Watcher {
  private static final int OK = Code.OK.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();

  private final Handle handle;
  private final String path;
  private final long czxid;
  private final Completion completion;
  private final CompletableFuture<@Nullable Void> timer = new CompletableFuture<>();
  private boolean done;

  public AwaitedExpiry(Handle handle, String path, long czxid, Completion completion) {
    this.handle = handle;
    this.path = path;
    this.czxid = czxid;
    this.completion = completion;
  }

  public void begin(Duration limit) {
    var unused =
        timer
            .completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
            .thenRun(this::giveUp);
    // The record was created on another connection: this server may not know of it yet, and would
    // seem to have lost it.
    handle.sync(path, (code, asked, context) -> synced(code), null);
    look();
  }

  private synchronized void synced(int code) {
    if (!done && code != OK) {
      fail(code);
    }
  }

  private void look() {
    handle.exists(path, this, (code, asked, context, stat) -> seen(code, stat), null);
  }

  private synchronized void seen(int code, @Nullable Stat stat) {
    if (done) {
      return;
    }
    if (code == NO_NODE || (code == OK && stat != null && stat.getCzxid() != czxid)) {
      finish();
    } else if (code != OK) {
      fail(code);
    }
  }

  @Override
  public synchronized void process(WatchedEvent event) {
    if (done) {
      return;
    }
    if (event.getType() == Event.EventType.NodeDeleted) {
      finish();
    } else if (event.getType() != Event.EventType.None
        || event.getState() == Event.KeeperState.SyncConnected) {
      look(); // it was written, and a watch fires once; or the events meanwhile are unknown
    } else if (event.getState() == Event.KeeperState.Expired) {
      fail(Code.SESSIONEXPIRED.intValue());
    } else if (event.getState() == Event.KeeperState.Closed) {
      fail(Code.CONNECTIONLOSS.intValue());
    }
  }

  private void finish() {
    end();
    completion.succeeded(Outcome.OK);
  }

  private void fail(int code) {
    end();
    handle.answers().processResult(code, path, completion, (Stat) null);
  }

  private void end() {
    done = true;
    timer.cancel(false);
  }

  private synchronized void giveUp() {
    if (!done) {
      done = true;
      completion.failed(ErrorKind.TIMEOUT, "the record did not disappear in time");
    }
  }
}
