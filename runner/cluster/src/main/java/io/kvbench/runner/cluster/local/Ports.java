package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports on the loopback address. */
public final class Ports {
  /** Where kvbench's servers listen. */
  public static final String HOST = "127.0.0.1";

  private Ports() {}

  /**
   * Returns ports that are free now. All are held until the last is found, so they differ; somebody
   * else may take one before it is used, for which the caller has to be prepared.
   */
  public static List<Integer> free(int count) throws ClusterException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int index = 0; index < count; index++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new ClusterException("no free port on " + HOST + ": " + e.getMessage() + ".", e);
    } finally {
      held.forEach(Ports::release);
    }
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
              + " is in use. End what listens there, choose other cluster.ports, or leave"
              + " cluster.ports out to have free ones chosen.");
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
