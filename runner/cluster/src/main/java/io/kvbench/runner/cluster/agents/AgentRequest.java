package io.kvbench.runner.cluster.agents;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A request to an agent, apart from those for samples and the clock. No value in it is a command, a
 * path or a file name: the agent chooses those itself. Constructors reject values that no
 * controller sends with an {@link IllegalArgumentException}.
 */
public sealed interface AgentRequest {
  /** The max number of nodes in a cluster. */
  int MOST_NODES = 9;

  /** An action on a server. */
  enum Action {
    KILL,
    PAUSE,
    RESUME,
    RESTART
  }

  /**
   * The recipe for servers to start: the system and its settings. {@code endpoint} of all nodes is
   * the agent's address for them.
   *
   * @param settings texts by the names that the system's servers declare
   */
  record Recipe(String system, Map<String, String> settings) {
    private static final int MOST_SETTINGS = 64;
    private static final int LONGEST = 4096;
    private static final Pattern SYSTEM = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    public Recipe {
      settings = Map.copyOf(settings);
      require(SYSTEM.matcher(system).matches(), "system");
      require(settings.size() <= MOST_SETTINGS, "settings");
      settings.forEach(
          (name, text) -> {
            require(name.length() <= LONGEST && text.length() <= LONGEST, "settings");
            require(text.chars().noneMatch(Character::isISOControl), "settings");
          });
    }
  }

  /**
   * A query of the sources from which servers would be started, and of free ports on one of the
   * host's addresses.
   *
   * @param nodes the number of servers
   * @param clientPorts the ports for clients if the agent does not choose them, one for each server
   */
  record Prepare(Recipe recipe, String host, int nodes, List<Integer> clientPorts)
      implements AgentRequest {
    public Prepare {
      clientPorts = List.copyOf(clientPorts);
      Node.requireAddress(host);
      require(nodes >= 1 && nodes <= MOST_NODES, "nodes");
      require(clientPorts.isEmpty() || clientPorts.size() == nodes, "clientPorts");
      clientPorts.forEach(Node::requirePort);
    }
  }

  /**
   * A server of a cluster.
   *
   * @param host an IPv4 address
   * @param ports the client port first
   * @param here whether the agent starts it
   */
  record Node(String host, List<Integer> ports, boolean here) {
    private static final int MOST_PORTS = 16;
    private static final int HIGHEST_PORT = 65_535;

    /** Excludes wildcard and multicast addresses. */
    private static final Pattern ADDRESS =
        Pattern.compile("(?!0\\.|2[2-5]\\d\\.)((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}");

    public Node {
      ports = List.copyOf(ports);
      requireAddress(host);
      require(!ports.isEmpty() && ports.size() <= MOST_PORTS, "ports");
      ports.forEach(Node::requirePort);
    }

    static void requireAddress(String host) {
      require(ADDRESS.matcher(host).matches(), "host");
    }

    static void requirePort(int port) {
      require(port >= 1 && port <= HIGHEST_PORT, "port");
    }
  }

  /** The start of the agent's servers of a cluster, which begins a lease. */
  record Start(Recipe recipe, List<Node> nodes) implements AgentRequest {
    public Start {
      nodes = List.copyOf(nodes);
      require(!nodes.isEmpty() && nodes.size() <= MOST_NODES, "nodes");
      require(nodes.stream().anyMatch(Node::here), "nodes");
    }
  }

  /** A request that only the holder of a lease may send; it renews the lease. */
  sealed interface Leased extends AgentRequest {
    Pattern LEASE = Pattern.compile("[0-9a-f]{32}");

    String lease();
  }

  /** A query of the servers' statuses. */
  record Status(String lease) implements Leased {
    public Status {
      requireLease(lease);
    }
  }

  /**
   * An action on a server.
   *
   * @param node its number in the cluster, from 1
   */
  record Change(String lease, int node, Action action) implements Leased {
    public Change {
      requireLease(lease);
      require(node >= 1 && node <= MOST_NODES, "node");
    }
  }

  /**
   * A query of a server's log, which waits up to a second for new output.
   *
   * @param from the number of bytes that are already known
   */
  record Log(String lease, int node, long from) implements Leased {
    public Log {
      requireLease(lease);
      require(node >= 1 && node <= MOST_NODES, "node");
      require(from >= 0, "from");
    }
  }

  /** A query of the size of a server's data. */
  record Size(String lease, int node) implements Leased {
    public Size {
      requireLease(lease);
      require(node >= 1 && node <= MOST_NODES, "node");
    }
  }

  /** The stop of the servers; their files stay. */
  record Stop(String lease) implements Leased {
    public Stop {
      requireLease(lease);
    }
  }

  /** The release of the servers, which then outlive the lease. */
  record Keep(String lease) implements Leased {
    public Keep {
      requireLease(lease);
    }
  }

  /**
   * The stop of the servers and the end of the lease.
   *
   * @param purge whether to remove their files
   */
  record End(String lease, boolean purge) implements Leased {
    public End {
      requireLease(lease);
    }
  }

  private static void requireLease(String lease) {
    require(Leased.LEASE.matcher(lease).matches(), "lease");
  }

  private static void require(boolean holds, String field) {
    if (!holds) {
      throw new IllegalArgumentException("invalid " + field);
    }
  }
}
