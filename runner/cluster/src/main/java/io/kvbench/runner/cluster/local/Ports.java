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

/** Ports of this machine. */
public final class Ports {
  /** The address of kvbench's servers, unless an agent starts them. */
  public static final String HOST = "127.0.0.1";

  /**
   * The range of ports to choose from: below the ephemeral ports of operating systems, which
   * outgoing connections and other programs may take.
   */
  private static final int FIRST = 20_000;

  private static final int END = 32_000;
  private static final int ATTEMPTS = 1_000;

  private Ports() {}

  /**
   * Returns currently free ports. All are held until the last is found, so they differ; another
   * program may take one before it is used, which the caller must handle.
   */
  public static List<Integer> free(int count) throws ClusterException {
    return free(HOST, count);
  }

  /**
   * Returns free ports in the same way.
   *
   * @param host an address of this machine
   */
  public static List<Integer> free(String host, int count) throws ClusterException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      InetAddress address = InetAddress.getByName(host);
      for (int index = 0; index < count; index++) {
        held.add(hold(address));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new ClusterException("no free port on " + host + ": " + FileReason.of(e) + ".", e);
    } finally {
      held.forEach(Ports::release);
    }
  }

  /** Random, so that concurrent choices rarely collide. */
  private static ServerSocket hold(InetAddress address) throws IOException {
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try {
        return new ServerSocket(port, 1, address);
      } catch (BindException e) {
        // In use: try another one.
      }
    }
    return new ServerSocket(0, 1, address);
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The port is then not free, which its user will find.
    }
  }

  /**
   * Returns places on this machine.
   *
   * @param count the number of places
   * @param each the number of ports of each, free ones except for the fixed
   * @param fixed the first ports, if they are given
   */
  public static List<NodeAddress> places(String host, int count, int each, List<Integer> fixed)
      throws ClusterException {
    List<Integer> free = free(host, each * count);
    List<NodeAddress> places = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      List<Integer> own = new ArrayList<>(free.subList(each * index, each * (index + 1)));
      if (!fixed.isEmpty()) {
        own.set(0, fixed.get(index));
      }
      places.add(new NodeAddress(host, own, true));
    }
    return places;
  }

  /** Throws if one of the ports is in use; the message names all such ports. */
  public static void checkFree(List<Integer> ports) throws ClusterException {
    checkFree(HOST, ports);
  }

  /** Throws in the same way for ports on an address of this machine. */
  public static void checkFree(String host, List<Integer> ports) throws ClusterException {
    List<String> taken =
        ports.stream()
            .filter(port -> !isFree(host, port))
            .map(port -> Integer.toString(port))
            .toList();
    if (!taken.isEmpty()) {
      throw new ClusterException(
          "port "
              + String.join(", ", taken)
              + " on "
              + host
              + " is in use. Stop the process that listens there, choose other cluster.ports,"
              + " or omit cluster.ports to use free ports.");
    }
  }

  private static boolean isFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
