package io.kvbench.docker;

import io.kvbench.core.server.SystemServers;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.local.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Servers in containers that kvbench has started. */
final class DockerCluster implements Cluster {
  static final String KIND = "docker";

  static final String CONTAINERS = "containers";
  static final String NETWORK = "network";

  private final Optional<String> version;
  private final String description;
  private final Optional<SystemServers> secured;
  private final List<DockerNode> nodes;
  private final ClusterResources surroundings;
  private final Path directory;
  private final DockerWatchdog watch;
  private final ReentrantLock ending = new ReentrantLock();
  private boolean released;
  private boolean stopped;
  private boolean closed;

  DockerCluster(
      Optional<String> version,
      String description,
      Optional<SystemServers> secured,
      List<DockerNode> nodes,
      ClusterResources surroundings,
      Path directory,
      DockerWatchdog watch) {
    this.version = version;
    this.description = description;
    this.secured = secured;
    this.nodes = List.copyOf(nodes);
    this.surroundings = surroundings;
    this.directory = directory;
    this.watch = watch;
  }

  @Override
  public boolean inContainers() {
    return true;
  }

  @Override
  public String kind() {
    return KIND;
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
  public Optional<SystemServers> secured() {
    return secured;
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public OptionalLong diskBytes() {
    long bytes = 0;
    for (DockerNode node : nodes) {
      OptionalLong part = node.diskBytes();
      if (part.isEmpty()) {
        return OptionalLong.empty();
      }
      bytes += part.getAsLong();
    }
    return OptionalLong.of(bytes);
  }

  /** Returns how to find these servers from another process, and what clients need. */
  @Override
  public Map<String, String> state() {
    Map<String, String> state = new HashMap<>();
    state.put(
        CONTAINERS,
        nodes.stream().flatMap(node -> node.ids().stream()).collect(Collectors.joining(",")));
    state.put(NETWORK, String.join(",", surroundings.networks()));
    if (secured.isPresent()) {
      state.put(KeptCluster.DIRECTORY, directory.toString());
    }
    return state;
  }

  /** Releases the servers, which then outlive this process. */
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
        onEach(DockerNode::stop);
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
        onEach(DockerNode::remove);
        surroundings.remove();
        watch.close();
      }
      deleteFiles();
    } finally {
      ending.unlock();
    }
  }

  private void onEach(Consumer<DockerNode> task) {
    Uninterrupted.all(nodes.stream().<Runnable>map(node -> () -> task.accept(node)).toList());
  }

  /** Clients of kept servers need the certificate and the password; the logs are not needed. */
  private void deleteFiles() {
    if (!released || secured.isEmpty()) {
      Directories.delete(directory);
      return;
    }
    for (Path log : logs()) {
      try {
        Files.deleteIfExists(log);
      } catch (IOException e) {
        // Deleted with the directory.
      }
    }
  }
}
