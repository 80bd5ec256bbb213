package io.kvbench.runner.distributed.coordination;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;

/** Receives the messages of one sender in their order, on a thread of its own. */
public final class Inbox implements AutoCloseable {
  /** A longer message is no message of kvbench's. */
  private static final int LONGEST = 64 << 20;

  private static final int MOST_WAITING = 1_000;
  private static final int SEQUENCE_DIGITS = 10;
  private static final int ABSENT_MILLIS = 50;

  private final CuratorFramework curator;
  private final String path;
  private final Consumer<byte[]> receiver;
  private final Consumer<IOException> broken;
  private final Semaphore changed = new Semaphore(0);
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private final Thread thread;
  private volatile boolean closed;

  private Inbox(
      Coordination coordination,
      String path,
      Consumer<byte[]> receiver,
      Consumer<IOException> broken) {
    this.curator = coordination.curator();
    this.path = path;
    this.receiver = receiver;
    this.broken = broken;
    // No virtual thread: clients that never wait would leave it no carrier.
    thread = Thread.ofPlatform().daemon().name("inbox " + path).unstarted(this::receive);
  }

  /**
   * Receives what an agent sends to the controller.
   *
   * @param broken is told if no message can be received any more
   */
  public static Inbox fromAgent(
      Coordination coordination,
      String agent,
      Consumer<byte[]> receiver,
      Consumer<IOException> broken) {
    return open(coordination, Coordination.FROM + "/" + agent, receiver, broken);
  }

  /** Receives what the controller sends to an agent. */
  public static Inbox toAgent(
      Coordination coordination,
      String agent,
      Consumer<byte[]> receiver,
      Consumer<IOException> broken) {
    return open(coordination, Coordination.TO + "/" + agent, receiver, broken);
  }

  private static Inbox open(
      Coordination coordination,
      String path,
      Consumer<byte[]> receiver,
      Consumer<IOException> broken) {
    Inbox inbox = new Inbox(coordination, path, receiver, broken);
    inbox.thread.start();
    return inbox;
  }

  private void receive() {
    try {
      while (!closed) {
        receiveAll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      if (!closed) {
        broken.accept(Coordination.failure(e));
      }
    }
  }

  private void receiveAll() throws Exception {
    List<String> names;
    try {
      names =
          curator.getChildren().usingWatcher((Watcher) event -> changed.release()).forPath(path);
    } catch (KeeperException.NoNodeException e) {
      // The sender has not opened it yet.
      Thread.sleep(ABSENT_MILLIS);
      return;
    }
    if (names.size() > MOST_WAITING) {
      throw new IOException("more messages than anybody could read");
    }
    for (String name : names.stream().sorted(Comparator.comparing(Inbox::sequence)).toList()) {
      String chunk = path + "/" + name;
      take(curator.getData().forPath(chunk));
      curator.delete().forPath(chunk);
    }
    if (names.isEmpty()) {
      // Also without an event, as one may be lost with a connection.
      boolean unused = changed.tryAcquire(1, TimeUnit.SECONDS);
      changed.drainPermits();
    }
  }

  private static String sequence(String name) {
    return name.substring(Math.max(0, name.length() - SEQUENCE_DIGITS));
  }

  private void take(byte[] chunk) throws IOException {
    if (chunk.length == 0 || begun.size() + chunk.length > LONGEST) {
      throw new IOException("a message that is empty or too long");
    }
    begun.write(chunk, 1, chunk.length - 1);
    if (chunk[0] == Outbox.LAST) {
      byte[] message = begun.toByteArray();
      begun.reset();
      receiver.accept(message);
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
