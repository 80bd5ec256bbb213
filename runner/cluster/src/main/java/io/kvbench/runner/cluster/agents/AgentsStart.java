package io.kvbench.runner.cluster.agents;

import io.kvbench.core.setting.Secrets;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.RemoteHost;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.StartInterruptedException;
import io.kvbench.runner.cluster.local.Confinement;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.LocalSettings;
import io.kvbench.runner.cluster.local.NodeAddress;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The start of a cluster's servers through agents, which leaves nothing behind if it fails. */
final class AgentsStart {
  /** The number of attempts with other ports if chosen ones turn out to be in use. */
  private static final int ATTEMPTS = 4;

  private static final long POLL_MILLIS = 50;

  /** The number of polls of servers for each poll of the agents. */
  private static final int POLLS_PER_STATUS = 5;

  private final ClusterRequest request;
  private final Settings settings;
  private final AgentRequest.Recipe recipe;
  private final int nodes;
  private final Optional<SSLContext> tls;

  AgentsStart(ClusterRequest request) throws ClusterException {
    this.request = request;
    settings = request.settings();
    recipe = new AgentRequest.Recipe(request.system().name(), given(request));
    nodes = settings.get(ClusterSettings.NODES);
    try {
      tls = AgentSettings.tls(settings);
    } catch (IOException e) {
      throw new ClusterException("cluster.agents.certs: " + e.getMessage() + ".", e);
    }
  }

  /** Returns the servers' own settings that differ from their defaults, as given. */
  private static Map<String, String> given(ClusterRequest request) {
    Map<String, String> given = new HashMap<>();
    Stream<Setting<?>> declared =
        Stream.concat(
            request.servers().settings().stream(),
            request.behind().stream().flatMap(each -> each.settings().stream()));
    declared.forEach(
        setting ->
            request.settings().text(setting).ifPresent(text -> given.put(setting.name(), text)));
    return given;
  }

  /** Describes the number of servers and their hosts. */
  static String nodes(ClusterRequest request) {
    int count = request.settings().get(ClusterSettings.NODES);
    return (count == 1 ? "1 server" : count + " servers")
        + " through agents on "
        + request.settings().get(AgentSettings.AGENTS).stream()
            .limit(count)
            .map(RemoteHost::name)
            .collect(Collectors.joining(", "));
  }

  /** Starts the servers. Returns when all of them serve. */
  Cluster run() throws ClusterException, InterruptedException {
    List<HeldAgent> agents = agents();
    boolean done = false;
    try {
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        Optional<Cluster> started = attempt(agents);
        if (started.isPresent()) {
          done = true;
          return started.get();
        }
      }
      throw new ClusterException(
          request.system().title()
              + " was not started: ports that were free were taken by another process, "
              + ATTEMPTS
              + " times. Set cluster.ports.");
    } finally {
      if (!done) {
        agents.forEach(HeldAgent::close);
      }
    }
  }

  /** Node 1 is on the first agent; with more nodes than agents, agents have several. */
  private List<HeldAgent> agents() throws ClusterException {
    List<RemoteHost> hosts = settings.get(AgentSettings.AGENTS);
    List<HeldAgent> agents = new ArrayList<>();
    for (int index = 0; index < Math.min(nodes, hosts.size()); index++) {
      RemoteHost host = hosts.get(index);
      int first = index;
      List<Integer> own =
          IntStream.range(0, nodes)
              .filter(node -> node % hosts.size() == first)
              .mapToObj(node -> node + 1)
              .toList();
      agents.add(new HeldAgent(new AgentClient(host, tls), tls, address(host), own));
    }
    return agents;
  }

  /** All servers and clients use the address that the name resolves to here. */
  private static String address(RemoteHost host) throws ClusterException {
    try {
      return Arrays.stream(InetAddress.getAllByName(host.address().host()))
          .filter(Inet4Address.class::isInstance)
          .findFirst()
          .orElseThrow(
              () -> new ClusterException("cluster.agents: " + host + " has no IPv4 address."))
          .getHostAddress();
    } catch (UnknownHostException e) {
      throw new ClusterException("cluster.agents: " + host + ": unknown host.", e);
    }
  }

  /** Returns an empty result if another program took a port meanwhile. */
  private Optional<Cluster> attempt(List<HeldAgent> agents)
      throws ClusterException, InterruptedException {
    List<AgentAnswer.Prepared> prepared = prepare(agents);
    checkAlike(agents, prepared);
    List<NodeAddress> places = places(agents, prepared);
    List<LocalServer> servers = LocalServer.plan(request, Path.of(""), new Confinement(), places);
    AgentsCluster cluster =
        new AgentsCluster(
            prepared.getFirst(),
            description(prepared),
            settings.find(AgentSettings.CERTS),
            agents,
            servers);
    boolean serving = false;
    try {
      for (HeldAgent agent : agents) {
        agent.start(recipe, places);
      }
      cluster.begin();
      serving = awaitServing(agents, servers, cluster);
      return serving ? Optional.of(cluster) : Optional.empty();
    } finally {
      if (!serving) {
        cluster.abandon();
      }
    }
  }

  private List<AgentAnswer.Prepared> prepare(List<HeldAgent> agents)
      throws ClusterException, InterruptedException {
    List<AgentAnswer.Prepared> prepared = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    List<Integer> ports = LocalSettings.clientPorts(settings).orElse(List.of());
    for (HeldAgent agent : agents) {
      try {
        prepared.add(
            agent.prepare(
                recipe,
                ports.isEmpty()
                    ? ports
                    : agent.nodes().stream().map(node -> ports.get(node - 1)).toList()));
      } catch (ClusterException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new ClusterException(
          request.system().title() + " was not started: " + String.join("; ", problems) + ".");
    }
    return prepared;
  }

  /** Servers of several versions would be another system. */
  private void checkAlike(List<HeldAgent> agents, List<AgentAnswer.Prepared> prepared)
      throws ClusterException {
    AgentAnswer.Prepared first = prepared.getFirst();
    boolean alike =
        prepared.stream()
            .allMatch(
                each -> each.version().equals(first.version()) && each.kind().equals(first.kind()));
    if (!alike) {
      throw new ClusterException(
          request.system().title()
              + " was not started: the hosts have different servers: "
              + IntStream.range(0, agents.size())
                  .mapToObj(
                      index ->
                          agents.get(index).name()
                              + ": "
                              + prepared.get(index).title()
                              + " ("
                              + prepared.get(index).kind()
                              + ")")
                  .collect(Collectors.joining(", "))
              + ". Install the same version on all.");
    }
  }

  private List<NodeAddress> places(List<HeldAgent> agents, List<AgentAnswer.Prepared> prepared) {
    NodeAddress[] places = new NodeAddress[nodes];
    for (int index = 0; index < agents.size(); index++) {
      HeldAgent agent = agents.get(index);
      List<List<Integer>> ports = prepared.get(index).ports();
      for (int own = 0; own < agent.nodes().size(); own++) {
        places[agent.nodes().get(own) - 1] =
            new NodeAddress(agent.address(), ports.get(own), false);
      }
    }
    return List.of(places);
  }

  private String description(List<AgentAnswer.Prepared> prepared) {
    AgentAnswer.Prepared first = prepared.getFirst();
    return (first.kind().equals("embedded") ? "embedded " : "")
        + first.title()
        + ", "
        + nodes(request)
        + request.flags().map(flags -> ", with " + Secrets.maskFlags(flags)).orElse("");
  }

  /** Returns whether all serve; false if another program has a port of one of them. */
  private boolean awaitServing(
      List<HeldAgent> agents, List<LocalServer> servers, AgentsCluster cluster)
      throws ClusterException, InterruptedException {
    Duration limit = settings.get(ClusterSettings.START_TIMEOUT);
    long begun = System.nanoTime();
    List<LocalServer> waiting = new ArrayList<>(servers);
    for (int poll = 1; true; poll++) {
      waiting.removeIf(LocalServer::isServing);
      if (waiting.isEmpty()) {
        return true;
      }
      boolean late = System.nanoTime() - begun > limit.toNanos();
      if (late || poll % POLLS_PER_STATUS == 0) {
        for (HeldAgent agent : agents) {
          for (AgentAnswer.Status status : agent.status()) {
            if (status.lostPort()) {
              return false;
            }
            if (!status.alive()) {
              throw new ClusterException(
                  complaint(cluster, status.node(), "exited during startup", status.log()));
            }
          }
        }
      }
      if (late) {
        throw new ClusterException(
            complaint(
                cluster,
                waiting.getFirst().node().number(),
                "did not answer at "
                    + waiting.getFirst().node().endpoint()
                    + " within "
                    + limit.toMillis() / 1000.0
                    + " s (cluster.starttimeout); a firewall may be in the way",
                cluster.logExcerpt(waiting.getFirst().node().number())));
      }
      pause(waiting.getFirst(), begun);
    }
  }

  private void pause(LocalServer waiting, long begun) throws InterruptedException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      double seconds = Math.round((System.nanoTime() - begun) / 1e8) / 10.0;
      throw new StartInterruptedException(
          waiting.node().name() + " had not answered after " + seconds + " s", e);
    }
  }

  private String complaint(AgentsCluster cluster, int node, String what, String log) {
    return request.system().title()
        + "'s server "
        + cluster.nodes().get(node - 1).name()
        + " on "
        + cluster.agent(node).name()
        + " "
        + what
        + ". Its log says:\n"
        + log;
  }
}
