package io.kvbench.runner.cluster.agents;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.local.LocalServer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** A server that an agent has started; its role is queried from here, as by clients. */
final class AgentNode implements ClusterNode {
  private final LocalServer server;
  private final HeldAgent agent;
  private final LogCopy copy;

  /**
   * Creates a server that is not started yet.
   *
   * @param logs the directory for the copy of its log
   */
  AgentNode(LocalServer server, HeldAgent agent, Path logs) {
    this.server = server;
    this.agent = agent;
    copy = new LogCopy(agent, number(), logs.resolve(name() + ".log"));
  }

  private int number() {
    return server.node().number();
  }

  LogCopy copy() {
    return copy;
  }

  @Override
  public String name() {
    return server.node().name();
  }

  @Override
  public String endpoint() {
    return server.node().endpoint();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<Path> log() {
    return Optional.of(copy.file());
  }

  @Override
  public Optional<Path> dataDirectory() {
    return agent.data(number()).map(Path::of);
  }

  @Override
  public OptionalLong diskBytes() {
    try {
      long bytes = agent.size(number());
      return bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    } catch (ClusterException e) {
      return OptionalLong.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalLong.empty();
    }
  }

  @Override
  public String role() {
    return server.role().orElse("unknown");
  }

  @Override
  public boolean hasEnded() {
    return agent.hasEnded(number());
  }

  @Override
  public void kill() throws ClusterException, InterruptedException {
    agent.change(number(), AgentRequest.Action.KILL);
  }

  @Override
  public boolean canPause() {
    return true;
  }

  @Override
  public void pause() throws ClusterException, InterruptedException {
    agent.change(number(), AgentRequest.Action.PAUSE);
  }

  @Override
  public void resume() throws ClusterException, InterruptedException {
    agent.change(number(), AgentRequest.Action.RESUME);
  }

  @Override
  public boolean canRestart() {
    return true;
  }

  @Override
  public void restart() throws ClusterException, InterruptedException {
    agent.change(number(), AgentRequest.Action.RESTART);
  }
}
