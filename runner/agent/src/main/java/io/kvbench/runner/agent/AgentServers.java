package io.kvbench.runner.agent;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.samples.PostHandler;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.agents.AgentAnswer;
import io.kvbench.runner.cluster.agents.AgentJson;
import io.kvbench.runner.cluster.agents.AgentRequest;
import io.kvbench.runner.cluster.local.LocalCluster;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.LocalTitle;
import io.kvbench.runner.cluster.local.NodeAddress;
import io.kvbench.runner.cluster.local.Ports;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.sidecar.Sidecar;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The servers on this machine of one controller at a time: started, stopped and disturbed on its
 * request, and stopped when its lease expires. The possible requests are a fixed list; see {@link
 * AgentRequest}. For any thread.
 */
public final class AgentServers implements PostHandler, AutoCloseable {
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;
  private static final int UNAVAILABLE = 503;

  private final Recipes recipes;
  private final AgentRules rules;
  private final Sidecar sidecar;
  private final NanoClock clock;
  private final Consumer<String> told;

  /** Held while servers are started or ended, which takes seconds. */
  private final ReentrantLock changing = new ReentrantLock();

  private volatile Optional<HeldServers> held = Optional.empty();
  private boolean closed;

  /**
   * Prepares the servers without starting any.
   *
   * @param clusters has the settings of servers
   * @param sidecar samples the servers
   * @param told receives sentences about the actions, for the log of the agent
   */
  public AgentServers(
      Bindings bindings,
      Clusters clusters,
      AgentRules rules,
      Sidecar sidecar,
      NanoClock clock,
      Consumer<String> told) {
    recipes = new Recipes(bindings, clusters, rules);
    this.rules = rules;
    this.sidecar = sidecar;
    this.clock = clock;
    this.told = told;
  }

  /** Returns the names of the servers, as in the samples. */
  public List<String> names() {
    return held.stream()
        .flatMap(servers -> servers.servers().values().stream())
        .map(LocalNode::name)
        .toList();
  }

  @Override
  public Answer answer(String path, String sender, byte[] document) {
    try {
      Optional<AgentRequest> request = AgentJson.request(path, document);
      return request.isPresent()
          ? answer(request.get(), sender)
          : refused(NOT_FOUND, "it has no request " + path);
    } catch (IOException e) {
      return refused(BAD_REQUEST, String.valueOf(e.getMessage()));
    } catch (AgentRefusal e) {
      return refused(e.status(), String.valueOf(e.getMessage()));
    } catch (ClusterException e) {
      return refused(UNPROCESSABLE, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return refused(UNAVAILABLE, "it is ending");
    }
  }

  private static Answer refused(int status, String problem) {
    return Answer.json(status, AgentJson.write(new AgentAnswer.Refused(problem)));
  }

  private Answer answer(AgentRequest request, String sender)
      throws AgentRefusal, ClusterException, InterruptedException, IOException {
    if (request instanceof AgentRequest.Log log) {
      return Answer.bytes(new LogChunk(leased(log)).of(log));
    }
    AgentAnswer answer =
        switch (request) {
          case AgentRequest.Prepare prepare -> prepare(prepare);
          case AgentRequest.Start start -> start(start, sender);
          case AgentRequest.Leased leased -> answer(leased, leased(leased));
        };
    return Answer.json(OK, AgentJson.write(answer));
  }

  private AgentAnswer answer(AgentRequest.Leased request, HeldServers servers)
      throws AgentRefusal, ClusterException, InterruptedException {
    switch (request) {
      case AgentRequest.Status status -> {
        return statuses(servers);
      }
      case AgentRequest.Size size -> {
        return new AgentAnswer.Size(server(servers, size.node()).diskBytes().orElse(-1));
      }
      case AgentRequest.Log log -> throw new IllegalStateException("answered with bytes");
      case AgentRequest.Change change -> change(servers, change);
      case AgentRequest.Stop stop -> servers.stop();
      case AgentRequest.Keep keep -> {
        servers.keep();
        told.accept("keeps " + servers);
      }
      case AgentRequest.End end -> end(servers, end.purge(), "stopped");
    }
    return new AgentAnswer.Done();
  }

  private AgentAnswer prepare(AgentRequest.Prepare prepare)
      throws AgentRefusal, ClusterException, InterruptedException {
    requireFree();
    Recipes.FoundRecipe found = recipes.find(prepare.recipe(), prepare.nodes());
    Ports.checkFree(prepare.host(), prepare.clientPorts());
    List<NodeAddress> places =
        Ports.places(
            prepare.host(),
            prepare.nodes(),
            LocalServer.portsPerNode(found.request()),
            prepare.clientPorts());
    LocalTitle title = found.start().title();
    return new AgentAnswer.Prepared(
        title.kind(),
        title.title() + title.version().map(version -> " " + version).orElse(""),
        title.version().orElse(""),
        ZoneId.systemDefault().getId(),
        places.stream().map(NodeAddress::ports).toList());
  }

  private void requireFree() throws AgentRefusal {
    Optional<HeldServers> others = held;
    if (others.isPresent()) {
      throw new AgentRefusal(CONFLICT, "it is in use: " + others.get());
    }
  }

  private AgentAnswer start(AgentRequest.Start start, String sender)
      throws AgentRefusal, ClusterException, InterruptedException {
    changing.lockInterruptibly();
    try {
      if (closed) {
        throw new AgentRefusal(UNAVAILABLE, "it is ending");
      }
      requireFree();
      List<AgentRequest.Node> nodes = start.nodes();
      Recipes.FoundRecipe found = recipes.find(start.recipe(), nodes.size());
      int ports = LocalServer.portsPerNode(found.request());
      if (nodes.stream().anyMatch(node -> node.ports().size() != ports)) {
        throw new AgentRefusal(BAD_REQUEST, "a server needs " + ports + " ports");
      }
      LocalCluster cluster =
          found
              .start()
              .begin(
                  nodes.stream()
                      .map(node -> new NodeAddress(node.host(), node.ports(), node.here()))
                      .toList());
      HeldServers servers =
          new HeldServers(
              sender, start.recipe().system(), cluster, numbered(nodes, cluster), clock);
      held = Optional.of(servers);
      watch(servers);
      told.accept("started " + servers);
      return started(servers);
    } finally {
      changing.unlock();
    }
  }

  private static SortedMap<Integer, LocalNode> numbered(
      List<AgentRequest.Node> nodes, LocalCluster cluster) {
    SortedMap<Integer, LocalNode> numbered = new TreeMap<>();
    for (int number = 1; number <= nodes.size(); number++) {
      if (nodes.get(number - 1).here()) {
        numbered.put(number, cluster.locals().get(numbered.size()));
      }
    }
    return numbered;
  }

  private void watch(HeldServers servers) {
    sidecar.watchNothing();
    for (LocalNode server : servers.servers().values()) {
      sidecar.watch(server.name(), server.pids());
      server.dataDirectory().ifPresent(sidecar::watch);
    }
  }

  private static AgentAnswer started(HeldServers servers) {
    List<AgentAnswer.Server> all = new ArrayList<>();
    servers
        .servers()
        .forEach(
            (number, server) ->
                all.add(
                    new AgentAnswer.Server(
                        number,
                        server.name(),
                        server.dataDirectory().map(Object::toString).orElse(""))));
    return new AgentAnswer.Started(servers.lease(), all);
  }

  /** Returns the servers of a lease, which is renewed. */
  private HeldServers leased(AgentRequest.Leased request) throws AgentRefusal {
    HeldServers servers =
        held.filter(each -> each.lease().equals(request.lease()))
            .orElseThrow(
                () ->
                    new AgentRefusal(
                        CONFLICT,
                        "the lease has run out, and its servers were stopped"
                            + held.map(other -> "; it is in use: " + other).orElse("")));
    servers.renew(clock);
    return servers;
  }

  private static LocalNode server(HeldServers servers, int number) throws AgentRefusal {
    LocalNode server = servers.servers().get(number);
    if (server == null) {
      throw new AgentRefusal(NOT_FOUND, "it has no server " + number);
    }
    return server;
  }

  private static AgentAnswer statuses(HeldServers servers) {
    List<AgentAnswer.Status> statuses = new ArrayList<>();
    servers
        .servers()
        .forEach(
            (number, server) -> {
              boolean alive = server.isAlive();
              statuses.add(
                  new AgentAnswer.Status(
                      number,
                      alive,
                      !alive && server.lostItsPort(),
                      alive ? "" : server.logExcerpt()));
            });
    return new AgentAnswer.Statuses(statuses);
  }

  private void change(HeldServers servers, AgentRequest.Change change)
      throws AgentRefusal, ClusterException, InterruptedException {
    LocalNode server = server(servers, change.node());
    switch (change.action()) {
      case KILL -> server.kill();
      case PAUSE -> server.pause();
      case RESUME -> server.resume();
      case RESTART -> {
        server.restart();
        sidecar.watch(server.name(), server.pids());
      }
    }
  }

  private void end(HeldServers servers, boolean purge, String how) {
    changing.lock();
    try {
      if (held.filter(servers::equals).isEmpty()) {
        return;
      }
      servers.stop();
      if (!purge) {
        servers.cluster().release();
      }
      servers.cluster().close();
      held = Optional.empty();
      sidecar.watchNothing();
      told.accept(how + " " + servers);
    } finally {
      changing.unlock();
    }
  }

  /** Stops the servers of a controller whose lease has expired; to be called once per second. */
  public void expire() {
    Optional<HeldServers> servers = held;
    if (servers.isPresent() && servers.get().isExpired(clock, rules.lease().toNanos())) {
      end(servers.get(), true, "the controller is gone: stopped");
    }
  }

  /** Ends all servers, also kept ones, and starts no others. */
  @Override
  public void close() {
    changing.lock();
    try {
      closed = true;
      held.ifPresent(servers -> end(servers, true, "ending: stopped"));
    } finally {
      changing.unlock();
    }
  }
}
