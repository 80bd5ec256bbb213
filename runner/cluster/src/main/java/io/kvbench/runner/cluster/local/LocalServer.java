package io.kvbench.runner.cluster.local;

import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.SystemServers;
import io.kvbench.runner.cluster.ClusterRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server that is to run on this machine, with the one behind it if it is a proxy.
 *
 * @param servers what is known about servers of its kind
 * @param all all servers of its kind in the cluster, this one among them
 */
public record LocalServer(
    SystemServers servers, ServerNode node, List<ServerNode> all, Optional<LocalServer> behind) {

  /** Returns how many ports each node of a request needs. */
  public static int portsPerNode(ClusterRequest request) {
    return request.servers().ports().size()
        + request.behind().map(each -> each.ports().size()).orElse(0);
  }

  /**
   * Plans the servers of a cluster, and makes a directory for each.
   *
   * @param ports for each node {@link #portsPerNode}
   */
  public static List<LocalServer> plan(
      ClusterRequest request, Path directory, List<List<Integer>> ports) throws IOException {
    int own = request.servers().ports().size();
    List<Path> places = new ArrayList<>();
    for (int id = 1; id <= ports.size(); id++) {
      places.add(Files.createDirectory(directory.resolve("node" + id)));
    }
    List<ServerNode> behind = List.of();
    if (request.behind().isPresent()) {
      String name = request.servers().behind().orElseThrow();
      behind = nodes(name, places, each -> ports.get(each).subList(own, ports.get(each).size()));
    }
    List<ServerNode> hidden = behind;
    List<ServerNode> front =
        nodes(request.system().name(), places, each -> ports.get(each).subList(0, own)).stream()
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

  private interface OwnPorts {
    List<Integer> of(int index);
  }

  private static List<ServerNode> nodes(String name, List<Path> places, OwnPorts ports) {
    List<ServerNode> nodes = new ArrayList<>();
    for (Path place : places) {
      int id = nodes.size() + 1;
      List<String> addresses =
          ports.of(id - 1).stream().map(port -> Ports.HOST + ":" + port).toList();
      nodes.add(
          new ServerNode(
              name + "-" + id,
              id,
              addresses.getFirst(),
              addresses,
              addresses,
              place.toString(),
              place.resolve("store").toString(),
              ""));
    }
    return List.copyOf(nodes);
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

  boolean isServing() {
    return behind.map(LocalServer::isServing).orElse(true)
        && servers.isServing(node.endpoint(), all.size());
  }

  /** A proxy has the role of the server behind it. */
  Optional<String> role() {
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
