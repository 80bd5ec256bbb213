package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports on the loopback address. */
public final class Ports {
  /** Where kvbench's servers listen. */
  public static final String HOST = "127.0.0.1";

  /**
   * The ports to choose from: below those that an operating system gives to outgoing connections
   * and to whoever asks for any port, of which the next one may be the one that was just found
   * free.
   */
  private static final int FIRST = 20_000;

  private static final int END = 32_000;
  private static final int ATTEMPTS = 1_000;

  private Ports() {}

  /**
   * Returns ports that are free now. All are held until the last is found, so they differ; somebody
   * else may take one before it is used, for which the caller has to be prepared.
   */
  public static List<Integer> free(int count) throws ClusterException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int index = 0; index < count; index++) {
        held.add(hold());
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new ClusterException("no free port on " + HOST + ": " + FileReason.of(e) + ".", e);
    } finally {
      held.forEach(Ports::release);
    }
  }

  /** By chance, so that two that choose at the same time hardly meet. */
  private static ServerSocket hold() throws IOException {
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        // Taken: then another.
      }
    }
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Then the port is not free, which whoever wants it will find out.
    }
  }

  /** Throws if one of the ports is in use; the message names all that are. */
  public static void checkFree(List<Integer> ports) throws ClusterException {
    List<String> taken =
        ports.stream().filter(port -> !isFree(port)).map(port -> Integer.toString(port)).toList();
    if (!taken.isEmpty()) {
      throw new ClusterException(
          "port "
              + String.join(", ", taken)
              + " on "
              + HOST
              + " is in use. Stop the process that listens there, choose other cluster.ports,"
              + " or omit cluster.ports to use free ports.");
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
