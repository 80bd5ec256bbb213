package io.kvbench.runner.cluster.embedded;

import io.kvbench.runner.cluster.server.ZooKeeperPlan;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/**
 * The main class of a server's JVM. It watches its standard input, which kvbench holds open: the
 * byte {@link #STOP} and the end of the input (kvbench is gone) end the server, {@link #KEEP} lets
 * it go on without kvbench. Ctrl-C in a terminal reaches every process of the group, so it is
 * ignored here: kvbench decides when its servers end.
 */
public final class ZooKeeperNode {
  static final byte STOP = 's';
  static final byte KEEP = 'k';

  private static final int KEPT_SNAPSHOTS = 3;
  private static final long PURGE_SECONDS = 5;

  private final Path directory;

  private ZooKeeperNode(Path directory) {
    this.directory = directory;
  }

  /** Runs the server whose configuration is in the directory {@code args[0]}. */
  public static void main(String[] args) {
    ignore("INT");
    ignore("HUP");
    ZooKeeperNode node = new ZooKeeperNode(Path.of(args[0]));
    Thread.ofPlatform().daemon().name("kvbench-watch").start(node::watchInput);
    Thread.ofPlatform().daemon().name("kvbench-purge").start(node::purge);
    QuorumPeerMain.main(new String[] {args[0] + "/" + ZooKeeperPlan.CONFIGURATION});
  }

  private void watchInput() {
    int read = -1;
    try {
      read = System.in.read();
    } catch (IOException e) {
      // As good as its end.
    }
    if (read == KEEP) {
      return;
    }
    // Asked to or not. What was acknowledged is on the disk, so there is nothing to wind up.
    Runtime.getRuntime().halt(0);
  }

  /** Every snapshot holds all records: keeping them all would fill the disk in minutes. */
  private void purge() {
    Path store = directory.resolve(ZooKeeperPlan.STORE);
    while (true) {
      try {
        TimeUnit.SECONDS.sleep(PURGE_SECONDS);
        PurgeTxnLog.purge(store.toFile(), store.toFile(), KEPT_SNAPSHOTS);
      } catch (IOException e) {
        // Files come and go under its hands; the next time will do.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** By reflection, because the compiler refuses the only interface that there is for this. */
  private static void ignore(String name) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ignored =
          Proxy.newProxyInstance(
              ZooKeeperNode.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> null);
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), ignored);
    } catch (ReflectiveOperationException e) {
      System.err.println("signal " + name + " cannot be ignored: " + e);
    }
  }
}
