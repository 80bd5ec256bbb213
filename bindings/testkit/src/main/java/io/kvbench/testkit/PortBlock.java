package io.kvbench.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A range of ports of 127.0.0.1 that belongs to this JVM. A port that is free when it is chosen may
 * be taken before its server listens; tests that run at the same time, in this JVM or another,
 * would then use one another's servers. The first port of the block is kept open as a lock while
 * the JVM runs; the others are allocated in turn. All are below the ephemeral ports of operating
 * systems.
 */
final class PortBlock {
  private static final int FIRST = 20_000;
  private static final int BLOCKS = 60;
  private static final int SIZE = 200;

  private static @Nullable PortBlock own;

  private final ServerSocket guard;
  private int last;

  private PortBlock(ServerSocket guard) {
    this.guard = guard;
  }

  /** Returns this JVM's block. */
  static synchronized PortBlock own() throws IOException {
    PortBlock block = own;
    if (block == null) {
      block = take();
      own = block;
    }
    return block;
  }

  static PortBlock take() throws IOException {
    int start = ThreadLocalRandom.current().nextInt(BLOCKS);
    for (int step = 0; step < BLOCKS; step++) {
      try {
        return new PortBlock(listen(FIRST + (start + step) % BLOCKS * SIZE));
      } catch (BindException e) {
        // Another JVM's block.
      }
    }
    throw new IOException("other JVMs have all blocks of ports from " + FIRST + " on");
  }

  /** Returns free ports, different from one another and from those of the last calls. */
  synchronized List<Integer> free(int count) throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int tried = 1; ports.size() < count && tried < SIZE; tried++) {
      last = last % (SIZE - 1) + 1;
      int port = guard.getLocalPort() + last;
      try (ServerSocket probe = listen(port)) {
        ports.add(probe.getLocalPort());
      } catch (BindException e) {
        // The port of a server of an earlier test, or of another program.
      }
    }
    if (ports.size() < count) {
      throw new IOException("fewer than " + count + " of " + SIZE + " ports are free");
    }
    return ports;
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}
