package io.kvbench.docker;

import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.SystemServers;
import java.util.ArrayList;
import java.util.List;

/**
 * One server that is to be started in a container.
 *
 * @param systemName the system's name
 * @param servers what is known about servers of its kind
 * @param image how it starts
 * @param all all servers of its kind in the cluster, this one among them
 */
record NodePlan(
    String systemName,
    SystemServers servers,
    ServerImage image,
    ServerNode node,
    List<ServerNode> all) {
  static final String HOST = "127.0.0.1";

  /**
   * Plans the servers of one kind.
   *
   * @param name the system's name
   * @param ports where clients on this machine reach them, one for each
   */
  static List<NodePlan> of(
      String name, SystemServers servers, ServerImage image, List<Integer> ports) {
    List<ServerNode> nodes = new ArrayList<>();
    for (int port : ports) {
      int number = nodes.size() + 1;
      String host = name + "-" + number;
      nodes.add(
          new ServerNode(
              host,
              number,
              HOST + ":" + port,
              servers.ports().stream().map(inside -> "0.0.0.0:" + inside).toList(),
              servers.ports().stream().map(inside -> host + ":" + inside).toList(),
              image.directory(),
              image.store(),
              ""));
    }
    return nodes.stream().map(node -> new NodePlan(name, servers, image, node, nodes)).toList();
  }

  /** Returns the same as a proxy before another server. */
  NodePlan before(NodePlan hidden) {
    return new NodePlan(systemName, servers, image, node.before(hidden.node), all);
  }

  String name() {
    return node.name();
  }

  String endpoint() {
    return node.endpoint();
  }

  /** Returns the port for clients on this machine. */
  int port() {
    return Integer.parseInt(endpoint().substring(endpoint().lastIndexOf(':') + 1));
  }
}
