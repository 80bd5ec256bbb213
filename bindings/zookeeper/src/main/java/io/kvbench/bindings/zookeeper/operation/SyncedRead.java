package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.core.binding.Completion;
import org.apache.zookeeper.KeeperException.Code;

/**
 * A read, and the sync that is sent before it on the same session if it has to be linearizable. The
 * server answers a session's requests in order, so the read sees everything up to the sync; the
 * read's answer completes the operation. Both answers arrive on the handle's event thread, so there
 * is no synchronisation.
 */
public final class SyncedRead {
  private final Completion completion;
  private int syncCode = Code.OK.intValue();

  public SyncedRead(Completion completion) {
    this.completion = completion;
  }

  Completion completion() {
    return completion;
  }

  void synced(int code) {
    syncCode = code;
  }

  /** Returns the result of both: that of the sync if it failed, otherwise that of the read. */
  int resultOf(int readCode) {
    return syncCode == Code.OK.intValue() ? readCode : syncCode;
  }
}
