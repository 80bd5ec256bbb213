package io.kvbench.runner.cluster.agents;

import java.util.List;

/** What agents answer; a log is answered with its bytes. */
public sealed interface AgentAnswer {

  /**
   * What servers would be started from.
   *
   * @param kind how: {@code process} or {@code embedded}
   * @param title the system with its version
   * @param zone the time zone of its logs
   * @param ports for each server
   */
  record Prepared(String kind, String title, String version, String zone, List<List<Integer>> ports)
      implements AgentAnswer {
    public Prepared {
      ports = ports.stream().map(List::copyOf).toList();
    }
  }

  /**
   * Servers have been started; they need not serve yet.
   *
   * @param lease to be shown with every further request
   */
  record Started(String lease, List<Server> servers) implements AgentAnswer {
    public Started {
      servers = List.copyOf(servers);
    }
  }

  /**
   * A server that was started.
   *
   * @param data the directory of its data on the agent's host
   */
  record Server(int node, String name, String data) {}

  /** How servers are. */
  record Statuses(List<Status> servers) implements AgentAnswer {
    public Statuses {
      servers = List.copyOf(servers);
    }
  }

  /**
   * How a server is.
   *
   * @param lostPort whether it says that another program has one of its ports
   * @param log an excerpt of its log, if it is not alive
   */
  record Status(int node, boolean alive, boolean lostPort, String log) {}

  /**
   * The size of a server's data.
   *
   * @param bytes -1 if it is unknown
   */
  record Size(long bytes) implements AgentAnswer {}

  /** It was done. */
  record Done() implements AgentAnswer {}

  /** It was not done. */
  record Refused(String problem) implements AgentAnswer {}
}
