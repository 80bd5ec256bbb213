package io.kvbench.runner.cluster.embedded;

import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.apache.zookeeper.Version;

/** Servers that kvbench has started and that all answer. */
final class EmbeddedCluster implements Cluster {
  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Path directory;
  private final List<NodeProcess> nodes;
  private final boolean keep;
  private final boolean inMemory;
  private final ReentrantLock stopping = new ReentrantLock();

  EmbeddedCluster(Path directory, List<NodeProcess> nodes, boolean keep) {
    this.directory = directory;
    this.nodes = List.copyOf(nodes);
    this.keep = keep;
    this.inMemory = Directories.isInMemory(directory);
  }

  @Override
  public String kind() {
    return EmbeddedProvider.KIND;
  }

  @Override
  public String description() {
    return "embedded ZooKeeper "
        + Version.getVersion()
        + ", "
        + nodes.size()
        + (nodes.size() == 1 ? " node" : " nodes")
        + ", this machine"
        + (inMemory ? ", files in memory" : "");
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public void stop() {
    if (keep) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    stopping.lock();
    try {
      nodes.forEach(NodeProcess::askToStop);
      interrupted |= awaitEnd();
      nodes.stream().filter(NodeProcess::isAlive).forEach(NodeProcess::kill);
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
    long deadline = System.nanoTime() + STOP_NANOS;
    for (NodeProcess node : nodes) {
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

  @Override
  public void close() {
    if (!keep) {
      stop();
      Directories.delete(directory);
    }
  }

  @Override
  public Optional<String> keptNotice() {
    if (!keep) {
      return Optional.empty();
    }
    String pids =
        nodes.stream()
            .map(node -> Long.toString(node.pid().orElseThrow()))
            .collect(Collectors.joining(" "));
    return Optional.of(
        "ZooKeeper keeps running (cluster.keep=true). Use it with -p endpoints="
            + String.join(",", endpoints())
            + "\nEnd it with: kill "
            + pids
            + "\nThen remove its files: rm -r "
            + directory);
  }
}
