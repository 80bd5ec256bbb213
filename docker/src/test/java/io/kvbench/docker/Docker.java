package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import io.kvbench.testkit.RealServers;
import java.util.List;
import java.util.Optional;

/** The real engine for tests, and what runs on it. */
final class Docker {
  private Docker() {}

  /** Without an engine tests are aborted with a notice; on a build server they fail. */
  static void required() {
    Optional<String> obstacle = DockerEngine.obstacle();
    if (obstacle.isEmpty()) {
      return;
    }
    throw RealServers.missing(obstacle.get(), RealServers.remedy("docker engine"));
  }

  /** File systems are created by root. */
  static void rootRequired() {
    if (!System.getProperty("user.name").equals("root")) {
      throw RealServers.missing("no file systems can be made", RealServers.remedy("root"));
    }
  }

  static DockerClient client() throws Exception {
    return DockerEngine.client();
  }

  static List<Container> containers(String cluster) throws Exception {
    return client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(DockerLabels.CLUSTER + "=" + cluster))
        .exec();
  }

  static List<Network> networks(String cluster) throws Exception {
    return client()
        .listNetworksCmd()
        .withFilter("label", List.of(DockerLabels.CLUSTER + "=" + cluster))
        .exec();
  }

  static List<String> volumes(String cluster) throws Exception {
    return Optional.ofNullable(
            client()
                .listVolumesCmd()
                .withFilter("label", List.of(DockerLabels.CLUSTER + "=" + cluster))
                .exec()
                .getVolumes())
        .orElse(List.of())
        .stream()
        .map(volume -> volume.getName())
        .toList();
  }

  static List<String> volumes() throws Exception {
    return client().listVolumesCmd().exec().getVolumes().stream()
        .map(volume -> volume.getName())
        .toList();
  }
}
