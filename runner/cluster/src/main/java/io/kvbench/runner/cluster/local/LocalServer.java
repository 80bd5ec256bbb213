package io.kvbench.runner.cluster.local;

import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.PeerRoute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The plan of a server that kvbench starts on this machine, with the one behind it if it is a
 * proxy.
 *
 * @param servers the servers of its kind
 * @param all all servers of its kind in the cluster, including this one
 */
public record LocalServer(
    SystemServers servers, ServerNode node, List<ServerNode> all, Optional<LocalServer> behind) {

  /** Returns how many ports each node of a request needs. */
  public static int portsPerNode(ClusterRequest request) {
    return request.servers().ports().size()
        + request.behind().map(each -> each.ports().size()).orElse(0);
  }

  /**
   * Plans the servers of a cluster that this machine starts, and creates a directory for each.
   *
   * @param confinement their confinement
   * @param places of all nodes, each with {@link #portsPerNode} ports
   */
  public static List<LocalServer> here(
      ClusterRequest request, Path directory, Confinement confinement, List<NodeAddress> places)
      throws IOException, ClusterException {
    List<LocalServer> here = new ArrayList<>();
    for (LocalServer server : plan(request, directory, confinement, places)) {
      if (places.get(server.node().number() - 1).isHere()) {
        Files.createDirectory(server.directory());
        here.add(server);
      }
    }
    return here;
  }

  /** Returns the addresses that the servers of a cluster listen on. */
  static List<String> hosts(
      ClusterRequest request, Confinement confinement, List<NodeAddress> places) {
    return addresses(confinement, places, 0, portsPerNode(request)).stream()
        .flatMap(List::stream)
        .map(address -> address.substring(0, address.lastIndexOf(':')))
        .distinct()
        .toList();
  }

  /** Plans all servers of a cluster in the same way, and creates nothing. */
  public static List<LocalServer> plan(
      ClusterRequest request, Path directory, Confinement confinement, List<NodeAddress> places)
      throws ClusterException {
    Optional<PeerRoute> route = request.use().route();
    int own = request.servers().ports().size();
    int all = portsPerNode(request);
    Settings settings = request.settings();
    List<ServerNode> hidden =
        request.behind().isPresent()
            ? nodes(
                request.servers().behind().orElseThrow(),
                settings,
                directory,
                addresses(confinement, places, own, all),
                confinement,
                request.behind().get(),
                route)
            : List.of();
    List<ServerNode> front =
        nodes(
                request.system().name(),
                settings,
                directory,
                addresses(confinement, places, 0, own),
                confinement,
                request.servers(),
                route)
            .stream()
            .map(node -> hidden.isEmpty() ? node : node.before(hidden.get(node.number() - 1)))
            .toList();
    return front.stream()
        .map(
            node ->
                new LocalServer(
                    request.servers(),
                    node,
                    front,
                    request
                        .behind()
                        .map(
                            servers ->
                                new LocalServer(
                                    servers,
                                    hidden.get(node.number() - 1),
                                    hidden,
                                    Optional.empty()))))
        .toList();
  }

  /** Returns the addresses of each node for some of its ports. */
  private static List<List<String>> addresses(
      Confinement confinement, List<NodeAddress> places, int from, int to) {
    List<List<String>> all = new ArrayList<>();
    for (NodeAddress place : places) {
      int id = all.size() + 1;
      all.add(
          IntStream.range(from, to)
              .mapToObj(
                  port ->
                      confinement.networks().host(id, port - from, place.host())
                          + ":"
                          + place.ports().get(port))
              .toList());
    }
    return all;
  }

  private static List<ServerNode> nodes(
      String name,
      Settings settings,
      Path directory,
      List<List<String>> all,
      Confinement confinement,
      SystemServers servers,
      Optional<PeerRoute> route)
      throws ClusterException {
    List<ServerNode> nodes = new ArrayList<>();
    for (List<String> addresses : all) {
      int id = nodes.size() + 1;
      List<String> peers = peers(id, addresses, servers, route);
      Path place = directory.resolve("node" + id);
      nodes.add(
          new ServerNode(
              name + "-" + id,
              id,
              addresses.getFirst(),
              binds(addresses, peers, servers),
              peers,
              place.toString(),
              confinement.volumes().store(id, place.resolve("store")).toString(),
              "",
              LimitSettings.of(settings, id).memoryBytes()));
    }
    return List.copyOf(nodes);
  }

  /**
   * Returns the addresses for the other servers. Those of ports besides the one with a proxy have
   * the proxy's host.
   */
  private static List<String> peers(
      int id, List<String> binds, SystemServers servers, Optional<PeerRoute> route)
      throws ClusterException {
    List<String> peers = new ArrayList<>(binds);
    if (route.isPresent() && servers.peerPort().isPresent()) {
      PeerPort port = servers.peerPort().get();
      String proxy = route.get().to(id, binds.get(port.port()), port);
      peers.set(port.port(), proxy);
      String host = proxy.substring(0, proxy.lastIndexOf(':'));
      port.besides()
          .forEach(
              each ->
                  peers.set(
                      each, host + binds.get(each).substring(binds.get(each).lastIndexOf(':'))));
    }
    return peers;
  }

  /** A server itself listens at the host of its proxy, if that is another one. */
  private static List<String> binds(
      List<String> addresses, List<String> peers, SystemServers servers) {
    List<String> binds = new ArrayList<>(addresses);
    servers
        .peerPort()
        .ifPresent(port -> port.besides().forEach(each -> binds.set(each, peers.get(each))));
    return binds;
  }

  Path directory() {
    return Path.of(node.directory());
  }

  Path log() {
    return directory().resolve(node.name() + ".log");
  }

  Path store() {
    return Path.of(node.store());
  }

  /** Returns whether it, and the server behind it, answer as members of a working cluster. */
  public boolean isServing() {
    return behind.map(LocalServer::isServing).orElse(true)
        && servers.isServing(node.endpoint(), all.size());
  }

  /** Returns its role; a proxy has that of the server behind it. */
  public Optional<String> role() {
    return behind.isPresent() ? behind.get().role() : servers.role(node.endpoint(), all.size());
  }

  /** Writes the files that a server reads when it starts. */
  public static void write(ServerCommand command) throws IOException {
    for (Map.Entry<String, String> file : command.files().entrySet()) {
      Path path = Path.of(file.getKey());
      Files.createDirectories(Optional.ofNullable(path.getParent()).orElse(path));
      Files.writeString(path, file.getValue());
    }
  }
}
