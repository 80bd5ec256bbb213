package io.kvbench.runner.cluster.agents;

import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.RemoteSampling;
import io.kvbench.runner.cluster.local.Directories;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.LogExcerpt;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A cluster on other machines that agents have started. Copies of their logs are here. */
final class AgentsCluster implements Cluster {
  static final String KIND = "agents";

  private static final long RENEWAL_MILLIS = 2_000;

  private final AgentAnswer.Prepared prepared;
  private final String description;
  private final Optional<String> certs;
  private final List<HeldAgent> agents;
  private final List<AgentNode> nodes = new ArrayList<>();
  private final Path logs;
  private final Optional<Watchdog> watchdog;
  private final CountDownLatch over = new CountDownLatch(1);
  private final ReentrantLock ending = new ReentrantLock();
  private boolean stopped;
  private volatile boolean released;

  /**
   * Creates a cluster whose servers need not be started yet.
   *
   * @param certs the directory with the controller's certificate
   */
  AgentsCluster(
      AgentAnswer.Prepared prepared,
      String description,
      Optional<String> certs,
      List<HeldAgent> agents,
      List<LocalServer> servers)
      throws ClusterException {
    this.prepared = prepared;
    this.description = description;
    this.certs = certs;
    this.agents = List.copyOf(agents);
    try {
      logs = Files.createTempDirectory(Directories.PREFIX + "logs-");
    } catch (IOException e) {
      throw new ClusterException("cannot create a directory for the servers' logs: " + e, e);
    }
    watchdog = watchdog(logs);
    for (LocalServer server : servers) {
      nodes.add(new AgentNode(server, agent(server.node().number()), logs));
    }
  }

  /** Removes the logs if kvbench is killed, provided there is a shell for that. */
  private static Optional<Watchdog> watchdog(Path logs) {
    try {
      return Optional.of(Watchdog.over(logs, List.of()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the agent that starts a server. */
  HeldAgent agent(int node) {
    return agents.get((node - 1) % agents.size());
  }

  /** Begins to renew the leases and to copy logs, once the servers have been started. */
  void begin() {
    for (HeldAgent agent : agents) {
      Thread.ofPlatform().daemon().name("agent-" + agent.name()).start(() -> renew(agent));
    }
    nodes.forEach(node -> node.copy().begin());
  }

  private void renew(HeldAgent agent) {
    try {
      while (!over.await(RENEWAL_MILLIS, TimeUnit.MILLISECONDS)) {
        agent.renew();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  String logExcerpt(int node) {
    return LogExcerpt.of(nodes.get(node - 1).copy().file());
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Optional<String> version() {
    return Optional.of(prepared.version());
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public ZoneId zone() {
    try {
      return ZoneId.of(prepared.zone());
    } catch (DateTimeException e) {
      return ZoneId.systemDefault();
    }
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public List<RemoteSampling> sampling() {
    return agents.stream().map(HeldAgent::sampling).toList();
  }

  @Override
  public List<String> troubles() {
    return agents.stream()
        .flatMap(
            agent ->
                agent.loss().stream()
                    .map(
                        why ->
                            why
                                + ". Its servers stop with it, or when its lease runs out; their"
                                + " logs and sizes are incomplete."))
        .toList();
  }

  @Override
  public Map<String, String> state() {
    return KeptAgents.state(agents, certs);
  }

  @Override
  public void release() {
    uninterrupted(HeldAgent::keep);
    released = true;
  }

  /** A request to each agent; one that does not answer is skipped. */
  private interface Question {
    void ask(HeldAgent agent) throws ClusterException, InterruptedException;
  }

  private void uninterrupted(Question question) {
    boolean interrupted = Thread.interrupted();
    for (HeldAgent agent : agents) {
      boolean asked = false;
      while (!asked) {
        try {
          question.ask(agent);
          asked = true;
        } catch (ClusterException e) {
          asked = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    ending.lock();
    try {
      if (!stopped) {
        stopped = true;
        if (!released) {
          uninterrupted(HeldAgent::stop);
        }
        nodes.forEach(node -> node.copy().finish());
      }
    } finally {
      ending.unlock();
    }
  }

  @Override
  public void close() {
    stop();
    abandon();
  }

  /** Ends the leases, and with them the servers and their files, without waiting for logs. */
  void abandon() {
    over.countDown();
    nodes.forEach(node -> node.copy().end());
    if (!released) {
      uninterrupted(agent -> agent.end(true));
    }
    agents.forEach(HeldAgent::close);
    Optional<IOException> unused = Directories.delete(logs);
    watchdog.ifPresent(Watchdog::release);
  }
}
