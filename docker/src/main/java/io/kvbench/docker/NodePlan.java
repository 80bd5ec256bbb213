package io.kvbench.docker;

import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.PeerRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The plan of one server in a container.
 *
 * @param systemName the system's name
 * @param servers the servers of its kind
 * @param image its image
 * @param all all servers of its kind in the cluster, including this one
 */
record NodePlan(
    String systemName,
    SystemServers servers,
    ServerImage image,
    ServerNode node,
    List<ServerNode> all) {
  /**
   * Plans the servers of one kind.
   *
   * @param name the system's name
   * @param ports the ports for clients on this machine, one for each
   * @param networks that they are in
   * @param route the proxies between them, if any
   */
  static List<NodePlan> of(
      String name,
      SystemServers servers,
      ServerImage image,
      List<Integer> ports,
      ClusterNetworks networks,
      Optional<PeerRoute> route,
      Settings settings)
      throws ClusterException {
    List<ServerNode> nodes = new ArrayList<>();
    for (int port : ports) {
      int number = nodes.size() + 1;
      String host = name + "-" + number;
      List<String> binds = addresses(servers, "0.0.0.0", networks.link(number));
      List<String> peers = addresses(servers, host, networks.link(number));
      if (route.isPresent() && servers.peerPort().isPresent()) {
        proxied(number, host, servers.peerPort().get(), route.get(), binds, peers);
      }
      nodes.add(
          new ServerNode(
              host,
              number,
              ProxyContainer.HOST + ":" + port,
              binds,
              peers,
              image.directory(),
              image.store(),
              "",
              LimitSettings.of(settings, number).memoryBytes()));
    }
    return nodes.stream().map(node -> new NodePlan(name, servers, image, node, nodes)).toList();
  }

  /** Servers listen on the same ports as their proxies, which differ between servers. */
  private static void proxied(
      int number,
      String host,
      PeerPort port,
      PeerRoute route,
      List<String> binds,
      List<String> peers)
      throws ClusterException {
    int own = ProxyContainer.port(0, number);
    binds.set(port.port(), "0.0.0.0:" + own);
    peers.set(port.port(), route.to(number, host + ":" + own, port));
    for (int index = 0; index < port.besides().size(); index++) {
      int other = ProxyContainer.port(index + 1, number);
      binds.set(port.besides().get(index), "0.0.0.0:" + other);
      peers.set(port.besides().get(index), route.besides(number, host + ":" + other));
    }
  }

  /** Returns one for each port; those for other servers are in the network of the servers. */
  private static List<String> addresses(
      SystemServers servers, String host, Optional<PeerLink> link) {
    int clients = servers.ports().getFirst();
    return servers.ports().stream()
        .map(
            inside ->
                (inside == clients ? host : link.map(PeerLink::address).orElse(host))
                    + ":"
                    + inside)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Returns the same plan as a proxy for another server. */
  NodePlan before(NodePlan hidden) {
    return new NodePlan(systemName, servers, image, node.before(hidden.node), all);
  }

  String name() {
    return node.name();
  }

  String endpoint() {
    return node.endpoint();
  }

  int port() {
    return Integer.parseInt(endpoint().substring(endpoint().lastIndexOf(':') + 1));
  }
}
