package io.kvbench.runner.distributed.coordination;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * A receiver of the messages of one sender in their order, on its own thread. A persistent watch
 * names each message that arrives. Messages are listed only after a gap in the numbers, which a
 * lost connection may leave.
 */
public final class Inbox implements AutoCloseable {
  /** A longer message is no message of kvbench's. */
  private static final int LONGEST = 64 << 20;

  private static final int MOST_WAITING = 1_000;
  private static final int SEQUENCE_DIGITS = 10;

  /** The number of messages deleted together, unless they are long. */
  private static final int DELETED_TOGETHER = 16;

  private static final int MOST_KEPT = 1 << 20;
  private static final int LIST_SECONDS = 10;

  /** No name of a message: what is there has to be listed. */
  private static final String LIST = "";

  private final CuratorFramework curator;
  private final String path;
  private final Consumer<byte[]> receiver;
  private final Consumer<IOException> broken;
  private final BlockingQueue<String> arrived = new ArrayBlockingQueue<>(MOST_WAITING);
  private final ConnectionStateListener connection = this::reconnected;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private final List<String> received = new ArrayList<>();
  private long next;
  private int kept;
  private final Thread thread;
  private volatile boolean closed;

  private Inbox(
      ControllerConnection coordination,
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
   * @param broken called if no message can be received any more
   */
  public static Inbox fromAgent(
      ControllerConnection coordination,
      String agent,
      Consumer<byte[]> receiver,
      Consumer<IOException> broken) {
    return open(coordination, ControllerConnection.FROM + "/" + agent, receiver, broken);
  }

  /** Receives what the controller sends to an agent. */
  public static Inbox toAgent(
      ControllerConnection coordination,
      String agent,
      Consumer<byte[]> receiver,
      Consumer<IOException> broken) {
    return open(coordination, ControllerConnection.TO + "/" + agent, receiver, broken);
  }

  private static Inbox open(
      ControllerConnection coordination,
      String path,
      Consumer<byte[]> receiver,
      Consumer<IOException> broken) {
    Inbox inbox = new Inbox(coordination, path, receiver, broken);
    inbox.thread.start();
    return inbox;
  }

  private void receive() {
    try {
      curator.getConnectionStateListenable().addListener(connection);
      curator
          .watchers()
          .add()
          .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
          .usingWatcher((Watcher) this::arrived)
          .forPath(path);
      receiveAll();
      while (!closed) {
        // Listed from time to time also without a gap, in case an event is lost.
        String name = arrived.poll(LIST_SECONDS, TimeUnit.SECONDS);
        long number = name == null ? -1 : number(name);
        if (number == next) {
          receive(name);
        } else if (number < 0 || number > next) {
          receiveAll();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      if (!closed) {
        broken.accept(ControllerConnection.failure(e));
      }
    } finally {
      curator.getConnectionStateListenable().removeListener(connection);
    }
  }

  private void arrived(WatchedEvent event) {
    if (event.getType() == EventType.NodeCreated && event.getPath().length() > path.length()) {
      // On overflow the messages are listed, and then found to be too many.
      boolean unused = arrived.offer(event.getPath().substring(path.length() + 1));
    }
  }

  private void reconnected(CuratorFramework client, ConnectionState state) {
    if (state == ConnectionState.RECONNECTED) {
      boolean unused = arrived.offer(LIST);
    }
  }

  private void receiveAll() throws Exception {
    List<String> names;
    try {
      names = curator.getChildren().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      // The sender has not opened it yet.
      return;
    }
    if (names.size() > MOST_WAITING) {
      throw new IOException("more than " + MOST_WAITING + " messages are waiting");
    }
    for (String name : names.stream().sorted(Comparator.comparingLong(Inbox::number)).toList()) {
      if (number(name) >= next) {
        receive(name);
      }
    }
  }

  /** Returns the number that the server gave a message, or -1 if it gave none. */
  private static long number(String name) {
    String digits = name.substring(Math.max(0, name.length() - SEQUENCE_DIGITS));
    return digits.chars().allMatch(Character::isDigit) && !digits.isEmpty()
        ? Long.parseLong(digits)
        : -1;
  }

  private void receive(String name) throws Exception {
    byte[] chunk = curator.getData().forPath(path + "/" + name);
    next = number(name) + 1;
    received.add(name);
    kept += chunk.length;
    take(chunk);
    if (received.size() == DELETED_TOGETHER || kept > MOST_KEPT) {
      for (String each : received) {
        curator.delete().quietly().inBackground().forPath(path + "/" + each);
      }
      received.clear();
      kept = 0;
    }
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
