package io.kvbench.bindings.etcd.library;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.operation.ErrorKind;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * A watched update through jetcd's watch: the watch is created, the put follows, and then the event
 * and the acknowledgement in either order. The two match if they have the same revision.
 */
final class LibraryWatch implements WatchListener {
  private static final WatchOption CREATED = WatchOption.builder().withCreateNotify(true).build();
  private static final long NONE = 0;

  private final LibraryCall call;
  private final Runnable put;

  // For the threads of jetcd, one at a time.
  private final Set<Long> seen = new HashSet<>();
  private long revision = NONE;
  private volatile boolean sent;

  private LibraryWatch(
      EtcdLibraryConnection connection, LibraryCall call, ByteSequence key, ByteSequence value) {
    this.call = call;
    this.put =
        () ->
            call.ask(
                () -> connection.kv().put(key, value),
                answer -> written(answer.getHeader().getRevision()));
  }

  static void start(
      EtcdLibraryConnection connection, LibraryCall call, ByteSequence key, ByteSequence value) {
    EtcdLibraryWatcher.begin(
        connection,
        call,
        new LibraryWatch(connection, call, key, value),
        EnumSet.of(WatchEvent.EventType.PUT),
        key,
        CREATED);
  }

  @Override
  public void opened() {
    sent = true;
    put.run();
  }

  @Override
  public void changed(long version) {
    synchronized (seen) {
      seen.add(version);
    }
    finishIfSeen();
  }

  private void written(long at) {
    call.timeoutMeans(EtcdFailure.NO_EVENT);
    synchronized (seen) {
      revision = at;
    }
    finishIfSeen();
  }

  private void finishIfSeen() {
    long own;
    synchronized (seen) {
      own = seen.contains(revision) ? revision : NONE;
    }
    if (own != NONE) {
      call.succeed(own);
    }
  }

  @Override
  public void rearming() {}

  @Override
  public void interrupted() {}

  /** If the watch is refused, the value may be written all the same. */
  @Override
  public void failed(ErrorKind kind, String message) {
    call.fail(new EtcdFailure(sent ? kind.afterWrite() : kind, message));
  }
}
