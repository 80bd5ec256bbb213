package io.kvbench.bindings.etcd.library;

import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.core.binding.Completion;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The operations in flight in jetcd's client. Its futures have no timeout, and some never end when
 * the client is closed.
 */
public final class EtcdLibraryCalls implements TimeLimit.Watched {
  private final Set<LibraryCall> inFlight = ConcurrentHashMap.newKeySet();
  private final TimeLimit limit;
  private volatile boolean closed;

  public EtcdLibraryCalls(TimeLimit limit) {
    this.limit = limit;
    limit.add(this);
  }

  /** Starts an operation; it fails immediately if the binding is closed. */
  LibraryCall start(Completion completion) {
    return start(completion, limit.now());
  }

  /** Starts an operation with a timeout of its own. */
  LibraryCall start(Completion completion, Duration within) {
    return start(completion, limit.startOf(within));
  }

  private LibraryCall start(Completion completion, long startedNanos) {
    LibraryCall call = new LibraryCall(this, completion, startedNanos);
    inFlight.add(call);
    if (closed) {
      call.fail(LibraryCall.CLOSED);
    }
    return call;
  }

  boolean isClosed() {
    return closed;
  }

  /** Ends an operation; returns whether it was still in flight. */
  boolean end(LibraryCall call) {
    return inFlight.remove(call);
  }

  @Override
  public boolean endWhatStartedBefore(long nanos) {
    for (LibraryCall call : inFlight) {
      if (call.startedNanos() - nanos < 0) {
        call.timeOut();
      }
    }
    return closed && inFlight.isEmpty();
  }

  /** Fails all operations in flight, and those started later. */
  public void close() {
    closed = true;
    inFlight.forEach(call -> call.fail(LibraryCall.CLOSED));
  }
}
