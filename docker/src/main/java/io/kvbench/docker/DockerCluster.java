package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Servers in containers that kvbench has started. */
final class DockerCluster implements Cluster {
  static final String CONTAINERS = "containers";
  static final String NETWORK = "network";

  private final DockerClient client;
  private final Optional<String> version;
  private final String description;
  private final List<Node> nodes;
  private final String network;
  private final Path directory;
  private final Watch watch;
  private final ReentrantLock ending = new ReentrantLock();
  private boolean released;
  private boolean stopped;
  private boolean closed;

  DockerCluster(
      DockerClient client,
      Optional<String> version,
      String description,
      List<Node> nodes,
      String network,
      Path directory,
      Watch watch) {
    this.client = client;
    this.version = version;
    this.description = description;
    this.nodes = List.copyOf(nodes);
    this.network = network;
    this.directory = directory;
    this.watch = watch;
  }

  @Override
  public boolean inContainers() {
    return true;
  }

  @Override
  public String kind() {
    return DockerProvider.KIND;
  }

  @Override
  public Optional<String> version() {
    return version;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public OptionalLong diskBytes() {
    long bytes = 0;
    for (Node node : nodes) {
      OptionalLong part = node.diskBytes();
      if (part.isEmpty()) {
        return OptionalLong.empty();
      }
      bytes += part.getAsLong();
    }
    return OptionalLong.of(bytes);
  }

  /** Returns what these servers are found by from another process. */
  @Override
  public Map<String, String> state() {
    return Map.of(
        CONTAINERS,
        nodes.stream().flatMap(node -> node.ids().stream()).collect(Collectors.joining(",")),
        NETWORK,
        network);
  }

  /** From now on the servers are left alone, by the end of this process too. */
  @Override
  public void release() {
    ending.lock();
    try {
      released = true;
      watch.close();
    } finally {
      ending.unlock();
    }
  }

  @Override
  public void stop() {
    ending.lock();
    try {
      if (!released && !stopped) {
        stopped = true;
        onEach(Node::stop);
      }
    } finally {
      ending.unlock();
    }
  }

  @Override
  public void close() {
    ending.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      if (!released) {
        onEach(Node::remove);
        if (!network.isEmpty()) {
          Uninterrupted.all(List.of(() -> ContainerCleanup.removeNetwork(client, network)));
        }
        watch.close();
      }
      deleteLogs();
    } finally {
      ending.unlock();
    }
  }

  private void onEach(Consumer<Node> task) {
    Uninterrupted.all(nodes.stream().<Runnable>map(node -> () -> task.accept(node)).toList());
  }

  private void deleteLogs() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // A directory with a few logs stays behind.
    }
  }
}
