package io.kvbench.runner.cluster.local;

import io.kvbench.core.server.SystemServers;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A cluster on this machine that kvbench has started. */
public final class LocalCluster implements Cluster {
  private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final LocalTitle title;
  private final Optional<SystemServers> secured;
  private final Path directory;
  private final Confinement confinement;
  private final List<LocalNode> nodes;
  private final Launch launch;
  private final boolean inMemory;
  private final ReentrantLock stopping = new ReentrantLock();
  private volatile boolean released;

  LocalCluster(
      LocalTitle title,
      Optional<SystemServers> secured,
      Path directory,
      Confinement confinement,
      List<LocalNode> nodes,
      Launch launch) {
    this.title = title;
    this.secured = secured;
    this.directory = directory;
    this.confinement = confinement;
    this.nodes = List.copyOf(nodes);
    this.launch = launch;
    this.inMemory = Directories.isInMemory(directory);
  }

  @Override
  public String kind() {
    return title.kind();
  }

  @Override
  public Optional<String> version() {
    return title.version();
  }

  @Override
  public String description() {
    return title.description() + (inMemory ? ", files in memory" : "");
  }

  @Override
  public Optional<SystemServers> secured() {
    return secured;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Returns the servers with their control on this machine. */
  public List<LocalNode> locals() {
    return nodes;
  }

  @Override
  public Map<String, String> state() {
    return KeptProcesses.state(
        nodes.stream().flatMap(node -> node.processes().stream()).toList(),
        directory,
        confinement.groups());
  }

  @Override
  public void release() {
    released = true;
    launch.release();
  }

  @Override
  public void stop() {
    if (released) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    stopping.lock();
    try {
      nodes.forEach(LocalNode::askToStop);
      interrupted |= awaitEnd();
      nodes.stream().filter(LocalNode::isAlive).forEach(LocalNode::kill);
      interrupted |= awaitEnd();
    } finally {
      stopping.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits uninterruptibly for all nodes; returns whether it was interrupted. */
  private boolean awaitEnd() {
    boolean interrupted = false;
    long deadline = System.nanoTime() + ASK_NANOS;
    for (LocalNode node : nodes) {
      boolean waiting = true;
      while (waiting) {
        try {
          node.awaitEnd(deadline - System.nanoTime());
          waiting = false;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    return interrupted;
  }

  /** Kills the servers and removes their files. */
  void kill() {
    nodes.forEach(LocalNode::kill);
    close();
  }

  /** The launch is released last, since its watchdog also removes the files. */
  @Override
  public void close() {
    if (!released) {
      stop();
      confinement.remove();
      Directories.delete(directory);
      launch.release();
    }
  }
}
