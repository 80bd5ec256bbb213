package io.kvbench.docker;

import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a container has to know of one system's server. */
sealed interface ServerKind
    permits EtcdServer, ConsulServer, DEngineServer, ZetcdServer, ZooKeeperServer {

  /** Returns the kind of server that a system has, if there is an image of it. */
  static Optional<ServerKind> of(String system) {
    return switch (system) {
      case "etcd" -> Optional.of(new EtcdServer());
      case "consul" -> Optional.of(new ConsulServer());
      case "dengine" -> Optional.of(new DEngineServer());
      case "zetcd" -> Optional.of(new ZetcdServer());
      case "zookeeper" -> Optional.of(new ZooKeeperServer());
      default -> Optional.empty();
    };
  }

  /** Returns the system's name, the beginning of every node's. */
  String name();

  /** Returns the kind of server that each of these keeps everything in, if it is a proxy. */
  default Optional<ServerKind> behind() {
    return Optional.empty();
  }

  /** Returns the image that the system's makers publish. */
  String officialImage();

  /** Returns the image that docker/prepare builds. */
  String localImage();

  /** Returns the port for clients, inside the container. */
  int clientPort();

  /** Returns where the server keeps its data, inside the container: a volume's place. */
  String store();

  /** Returns the program to start; empty for what the image starts by itself. */
  Optional<String> program();

  /** Returns the program's arguments. */
  List<String> arguments(NodePlan node, List<NodePlan> all, Settings settings);

  /** Returns the environment of the server. */
  default Map<String, String> environment(int nodes, Settings settings) {
    return Map.of();
  }

  /** Returns files that the server reads when it starts: contents by path. */
  default Map<String, String> files(NodePlan node, List<NodePlan> all, Settings settings) {
    return Map.of();
  }

  /** Returns whether a server answers and knows the others. Waits for seconds at most. */
  boolean isServing(NodePlan node, int nodes);

  /** Asks a server for its part in the cluster; empty while it does not serve. */
  Optional<String> role(NodePlan node, int nodes);

  /** Asks a server for its version. */
  Optional<String> version(NodePlan node);

  /** Returns words that the user adds to the program's arguments, separated by spaces. */
  static List<String> words(Optional<String> flags) {
    return flags.map(text -> List.of(text.strip().split("\\s+", -1))).orElse(List.of());
  }
}
