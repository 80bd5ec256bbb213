package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The removal of containers with their volumes, named volumes, and networks. */
final class ContainerCleanup {
  private ContainerCleanup() {}

  /** Removes everything of a cluster. */
  static void ofCluster(DockerClient client, String cluster) {
    remove(client, labels -> cluster.equals(labels.get(DockerLabels.CLUSTER)));
  }

  /** Removes everything that was not to be kept and whose owner has exited without cleaning up. */
  static void ofTheGone(DockerClient client) {
    remove(
        client,
        labels ->
            labels.containsKey(DockerLabels.CLUSTER)
                && !"true".equals(labels.get(DockerLabels.KEEP))
                && DockerLabels.isGone(labels.getOrDefault(DockerLabels.OWNER, "")));
  }

  private static void remove(DockerClient client, Predicate<Map<String, String>> which) {
    List<Container> containers =
        client
            .listContainersCmd()
            .withShowAll(true)
            .withLabelFilter(List.of(DockerLabels.CLUSTER))
            .exec();
    containers.stream()
        .filter(container -> which.test(container.getLabels()))
        .forEach(container -> removeContainer(client, container.getId()));
    volumes(client).stream()
        .filter(volume -> which.test(volume.getLabels()))
        .forEach(volume -> ContainerVolumes.remove(client, volume.getName()));
    List<Network> networks =
        client.listNetworksCmd().withFilter("label", List.of(DockerLabels.CLUSTER)).exec();
    networks.stream()
        .filter(network -> which.test(network.getLabels()))
        .forEach(network -> removeNetwork(client, network.getId()));
  }

  private static List<InspectVolumeResponse> volumes(DockerClient client) {
    return Optional.ofNullable(
            client
                .listVolumesCmd()
                .withFilter("label", List.of(DockerLabels.CLUSTER))
                .exec()
                .getVolumes())
        .orElse(List.of());
  }

  /** Stops a container if it runs, and removes it and its volumes. */
  static void removeContainer(DockerClient client, String id) {
    try {
      client.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
    } catch (NotFoundException e) {
      // Already removed.
    } catch (DockerException e) {
      // It is being removed already, or will be found at the next start.
    }
  }

  static void removeNetwork(DockerClient client, String id) {
    try {
      client.removeNetworkCmd(id).exec();
    } catch (DockerException e) {
      // Already removed, or will be found at the next start.
    }
  }
}
