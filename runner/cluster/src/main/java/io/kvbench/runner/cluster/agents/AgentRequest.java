package io.kvbench.runner.cluster.agents;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Everything that an agent can be asked for, besides samples and the clock. Nothing in a request is
 * a command, a path or a name of a file: the agent makes those itself. Whoever makes a request with
 * values that no controller sends gets an {@link IllegalArgumentException}.
 */
public sealed interface AgentRequest {
  /** The most nodes that a cluster has. */
  int MOST_NODES = 9;

  /** What is done to a server. */
  enum Action {
    KILL,
    PAUSE,
    RESUME,
    RESTART
  }

  /**
   * Servers to be started: of what system, with which settings of its own. {@code endpoint} of all
   * nodes is the agent's address for them.
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
   * Asks what servers would be started from, and for free ports on one of the host's addresses.
   *
   * @param nodes for how many servers
   * @param clientPorts the ports for clients if they are not up to the agent, one for each server
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
   * @param ports that for clients first
   * @param here whether the agent is to start it
   */
  record Node(String host, List<Integer> ports, boolean here) {
    private static final int MOST_PORTS = 16;
    private static final int HIGHEST_PORT = 65_535;

    /** No address stands for all of a host's, and none for several hosts. */
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

  /** Starts those servers of a cluster that are here, and begins a lease. */
  record Start(Recipe recipe, List<Node> nodes) implements AgentRequest {
    public Start {
      nodes = List.copyOf(nodes);
      require(!nodes.isEmpty() && nodes.size() <= MOST_NODES, "nodes");
      require(nodes.stream().anyMatch(Node::here), "nodes");
    }
  }

  /** Something that only the holder of a lease may ask for; it renews the lease. */
  sealed interface Leased extends AgentRequest {
    Pattern LEASE = Pattern.compile("[0-9a-f]{32}");

    String lease();
  }

  /** Asks how the servers are. */
  record Status(String lease) implements Leased {
    public Status {
      requireLease(lease);
    }
  }

  /**
   * Does something to a server.
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
   * Asks for what a server has written to its log, and waits up to a second for it.
   *
   * @param from how many bytes of it are known
   */
  record Log(String lease, int node, long from) implements Leased {
    public Log {
      requireLease(lease);
      require(node >= 1 && node <= MOST_NODES, "node");
      require(from >= 0, "from");
    }
  }

  /** Asks for the size of a server's data. */
  record Size(String lease, int node) implements Leased {
    public Size {
      requireLease(lease);
      require(node >= 1 && node <= MOST_NODES, "node");
    }
  }

  /** Stops the servers; their files stay. */
  record Stop(String lease) implements Leased {
    public Stop {
      requireLease(lease);
    }
  }

  /** Lets the servers outlive the lease. */
  record Keep(String lease) implements Leased {
    public Keep {
      requireLease(lease);
    }
  }

  /**
   * Stops the servers and ends the lease.
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
