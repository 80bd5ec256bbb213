package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.server.LivenessPipe;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** The main class of an embedded server's JVM. */
public final class ZooKeeperNode {
  private static final int KEPT_SNAPSHOTS = 3;
  private static final long PURGE_SECONDS = 5;

  private ZooKeeperNode() {}

  /** Runs the server with the configuration file {@code args[0]} and data in {@code args[1]}. */
  public static void main(String[] args) {
    LivenessPipe.watch();
    File store = new File(args[1]);
    Thread.ofPlatform().daemon().name("kvbench-purge").start(() -> purge(store));
    QuorumPeerMain.main(new String[] {args[0]});
  }

  /** Every snapshot holds all records: keeping them all would fill the disk in minutes. */
  private static void purge(File store) {
    while (true) {
      try {
        TimeUnit.SECONDS.sleep(PURGE_SECONDS);
        PurgeTxnLog.purge(store, store, KEPT_SNAPSHOTS);
      } catch (IOException e) {
        // Files may disappear meanwhile; the next purge will do.
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
