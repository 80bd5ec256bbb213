package io.kvbench.docker;

import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Ports on the loopback address, chosen before the start since etcd tells its clients of them. */
final class DockerPorts {
  private DockerPorts() {}

  /** Returns ports that are free now; somebody else may take one before it is used. */
  static List<Integer> free(int count) throws ClusterException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int index = 0; index < count; index++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new ClusterException(
          "no free port on " + NodePlan.HOST + ": " + e.getMessage() + ".", e);
    } finally {
      held.forEach(DockerPorts::release);
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Then the port is not free, which whoever wants it will find out.
    }
  }

  /** Returns the ports in a text, or empty if it is not a list of different ports. */
  static Optional<List<Integer>> parse(String text) {
    try {
      List<Integer> ports =
          List.of(text.split(",", -1)).stream().map(port -> Integer.valueOf(port.strip())).toList();
      boolean valid =
          ports.stream().allMatch(port -> port >= 1 && port <= 65535)
              && new HashSet<>(ports).size() == ports.size();
      return valid ? Optional.of(ports) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
