package io.kvbench.runner.distributed.coordination;

import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * A database in memory only: the messages of controller and agents have no use after the run, and
 * may contain secrets. A log on disk would also be synced with every message, on a disk that
 * servers under test may use.
 */
final class MemoryDatabase extends ZKDatabase {
  MemoryDatabase(FileTxnSnapLog files) {
    super(files);
  }

  /** Says that nothing was written, as for a read; it is carried out without waiting. */
  @Override
  public boolean append(Request request) {
    return false;
  }

  @Override
  public void rollLog() {}

  @Override
  public void commit() {}
}
