package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Servers on this machine that kvbench has started and that all answer. */
final class LocalCluster implements Cluster {
  private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final LocalTitle title;
  private final Path directory;
  private final List<LocalNode> nodes;
  private final Launch launch;
  private final boolean inMemory;
  private final ReentrantLock stopping = new ReentrantLock();
  private volatile boolean released;

  LocalCluster(LocalTitle title, Path directory, List<LocalNode> nodes, Launch launch) {
    this.title = title;
    this.directory = directory;
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
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Map<String, String> state() {
    return KeptProcesses.state(
        nodes.stream().flatMap(node -> node.processes().stream()).toList(), directory);
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

  /** Waits for all nodes whether interrupted or not; returns whether it was. */
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

  /** What ends the servers with kvbench is let go last, for it also removes the files. */
  @Override
  public void close() {
    if (!released) {
      stop();
      Directories.delete(directory);
      launch.release();
    }
  }
}
