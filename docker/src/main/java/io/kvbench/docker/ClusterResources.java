package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import io.kvbench.runner.cluster.ClusterException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The engine's resources of a cluster besides its servers. For one thread at a time. */
final class ClusterResources {
  private final DockerClient client;
  private final String cluster;
  private final Map<String, String> labels;
  private final ContainerVolumes volumes;
  private final List<String> networks = new ArrayList<>();
  private final List<String> containers = new ArrayList<>();

  /**
   * Creates nothing yet.
   *
   * @param cluster the prefix of all names
   * @param labels of everything
   */
  ClusterResources(DockerClient client, String cluster, Map<String, String> labels) {
    this.client = client;
    this.cluster = cluster;
    this.labels = Map.copyOf(labels);
    this.volumes = new ContainerVolumes(client);
  }

  DockerClient client() {
    return client;
  }

  String cluster() {
    return cluster;
  }

  Map<String, String> labels() {
    return labels;
  }

  /** Creates the networks of the servers. */
  ClusterNetworks networks(boolean apart, int servers) {
    ClusterNetworks made =
        apart
            ? ClusterNetworks.apart(client, cluster, labels, servers)
            : ClusterNetworks.shared(client, cluster, labels);
    networks.addAll(made.ids());
    return made;
  }

  List<String> networks() {
    return List.copyOf(networks);
  }

  void addContainer(String id) {
    containers.add(id);
  }

  /** Creates a volume for a server; see {@link ContainerVolumes#add}. */
  void addVolume(int number, long bytes, Path directory) throws ClusterException {
    volumes.add(number, bytes, directory, cluster, labels);
  }

  ContainerVolumes volumes() {
    return volumes;
  }

  /** Removes everything, after the servers. */
  void remove() {
    Uninterrupted.all(
        containers.stream()
            .<Runnable>map(each -> () -> ContainerCleanup.removeContainer(client, each))
            .toList());
    List<Runnable> rest = new ArrayList<>(List.of(volumes::remove));
    networks.forEach(each -> rest.add(() -> ContainerCleanup.removeNetwork(client, each)));
    Uninterrupted.all(rest);
  }
}
