package io.kvbench.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The real engine that tests need, and what is on it. */
final class Docker {
  private Docker() {}

  /** Without an engine tests say so; on a build server they fail. */
  static void required() {
    Optional<String> obstacle = Engine.obstacle();
    if (obstacle.isEmpty()) {
      return;
    }
    String loud = "NOT TESTED: " + obstacle.get() + " (docker/prepare all has what it takes)";
    assertThat(System.getenv("CI")).as(loud).isNotEqualTo("true");
    System.err.println(loud);
    Assumptions.abort(loud);
  }

  static DockerClient client() throws Exception {
    return Engine.client();
  }

  static List<Container> containers(String cluster) throws Exception {
    return client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(Labels.CLUSTER + "=" + cluster))
        .exec();
  }

  static List<Network> networks(String cluster) throws Exception {
    return client()
        .listNetworksCmd()
        .withFilter("label", List.of(Labels.CLUSTER + "=" + cluster))
        .exec();
  }

  static List<String> volumes() throws Exception {
    return client().listVolumesCmd().exec().getVolumes().stream()
        .map(volume -> volume.getName())
        .toList();
  }
}
