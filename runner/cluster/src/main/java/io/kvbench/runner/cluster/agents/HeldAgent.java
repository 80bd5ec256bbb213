package io.kvbench.runner.cluster.agents;

import io.kvbench.host.listen.RemoteHost;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.RemoteSampling;
import io.kvbench.runner.cluster.local.NodeAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/**
 * An agent with the servers of a cluster that it starts, and its lease. Methods that query the
 * agent are thread-safe.
 */
final class HeldAgent implements AutoCloseable {
  private final AgentClient client;
  private final Optional<SSLContext> tls;
  private final String address;
  private final List<Integer> nodes;
  private final Map<Integer, AgentAnswer.Server> servers = new ConcurrentHashMap<>();
  private volatile String lease = "";
  private volatile List<AgentAnswer.Status> last = List.of();
  private volatile Optional<String> loss = Optional.empty();

  /**
   * Creates an agent without starting servers.
   *
   * @param address the host's, for servers and clients
   * @param nodes the numbers of its servers in the cluster
   */
  HeldAgent(AgentClient client, Optional<SSLContext> tls, String address, List<Integer> nodes) {
    this.client = client;
    this.tls = tls;
    this.address = address;
    this.nodes = List.copyOf(nodes);
  }

  String name() {
    return client.agent().name();
  }

  RemoteHost agent() {
    return client.agent();
  }

  String address() {
    return address;
  }

  List<Integer> nodes() {
    return nodes;
  }

  String lease() {
    return lease;
  }

  RemoteSampling sampling() {
    return new RemoteSampling(client.agent(), tls);
  }

  AgentAnswer.Prepared prepare(AgentRequest.Recipe recipe, List<Integer> clientPorts)
      throws ClusterException, InterruptedException {
    return client.ask(
        new AgentRequest.Prepare(recipe, address, nodes.size(), clientPorts),
        AgentAnswer.Prepared.class);
  }

  void start(AgentRequest.Recipe recipe, List<NodeAddress> places)
      throws ClusterException, InterruptedException {
    List<AgentRequest.Node> all = new ArrayList<>();
    for (int number = 1; number <= places.size(); number++) {
      NodeAddress place = places.get(number - 1);
      all.add(new AgentRequest.Node(place.host(), place.ports(), nodes.contains(number)));
    }
    AgentAnswer.Started started =
        client.ask(new AgentRequest.Start(recipe, all), AgentAnswer.Started.class);
    started.servers().forEach(server -> servers.put(server.node(), server));
    last = List.of();
    lease = started.lease();
  }

  /** Returns the directory of a server's data on its host. */
  Optional<String> data(int node) {
    return Optional.ofNullable(servers.get(node)).map(AgentAnswer.Server::data);
  }

  /** Queries the servers' statuses, which renews the lease. */
  List<AgentAnswer.Status> status() throws ClusterException, InterruptedException {
    List<AgentAnswer.Status> found =
        client.ask(new AgentRequest.Status(lease), AgentAnswer.Statuses.class).servers();
    last = found;
    return found;
  }

  /** Renews the lease; an agent that does not answer, or has ended it, is lost. */
  void renew() throws InterruptedException {
    try {
      status();
      loss = Optional.empty();
    } catch (ClusterException e) {
      loss = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns why the last query of the agent failed; empty if it did not. */
  Optional<String> loss() {
    return loss;
  }

  /** Returns whether a server had ended at the last query of the agent. */
  boolean hasEnded(int node) {
    return last.stream().anyMatch(status -> status.node() == node && !status.alive());
  }

  void change(int node, AgentRequest.Action action) throws ClusterException, InterruptedException {
    client.ask(new AgentRequest.Change(lease, node, action), AgentAnswer.Done.class);
    status();
  }

  byte[] log(int node, long from) throws ClusterException, InterruptedException {
    return client.askForBytes(new AgentRequest.Log(lease, node, from));
  }

  long size(int node) throws ClusterException, InterruptedException {
    return client.ask(new AgentRequest.Size(lease, node), AgentAnswer.Size.class).bytes();
  }

  void stop() throws ClusterException, InterruptedException {
    client.ask(new AgentRequest.Stop(lease), AgentAnswer.Done.class);
  }

  void keep() throws ClusterException, InterruptedException {
    client.ask(new AgentRequest.Keep(lease), AgentAnswer.Done.class);
  }

  /** Ends the lease if there is one; an unreachable agent ends it by itself. */
  void end(boolean purge) throws ClusterException, InterruptedException {
    if (!lease.isEmpty()) {
      client.ask(new AgentRequest.End(lease, purge), AgentAnswer.Done.class);
      lease = "";
    }
  }

  /** Closes the connections. */
  @Override
  public void close() {
    client.close();
  }
}
