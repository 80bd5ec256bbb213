package io.kvbench.runner.cluster.agents;

import java.util.List;

/** The answers of agents; a log is answered with its bytes. */
public sealed interface AgentAnswer {

  /**
   * The sources from which servers would be started.
   *
   * @param kind the provider: {@code process} or {@code embedded}
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
   * The answer that servers have been started; they need not serve yet.
   *
   * @param lease required in every further request
   */
  record Started(String lease, List<Server> servers) implements AgentAnswer {
    public Started {
      servers = List.copyOf(servers);
    }
  }

  /**
   * A started server.
   *
   * @param data the directory of its data on the agent's host
   */
  record Server(int node, String name, String data) {}

  /** The statuses of servers. */
  record Statuses(List<Status> servers) implements AgentAnswer {
    public Statuses {
      servers = List.copyOf(servers);
    }
  }

  /**
   * The status of a server.
   *
   * @param lostPort whether it reports that another program has one of its ports
   * @param log an excerpt of its log, if it is not alive
   */
  record Status(int node, boolean alive, boolean lostPort, String log) {}

  /**
   * The size of a server's data.
   *
   * @param bytes -1 if it is unknown
   */
  record Size(long bytes) implements AgentAnswer {}

  /** The answer that a request was executed. */
  record Done() implements AgentAnswer {}

  /** The answer that a request was rejected. */
  record Refused(String problem) implements AgentAnswer {}
}
