package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.local.Directories;
import java.util.List;

/** Containers that outlived the process that started them. Their ids are unique. */
final class KeptContainers {
  private static final int STOP_SECONDS = 10;

  private final KeptCluster kept;
  private final List<String> containers;
  private final List<String> networks;

  KeptContainers(KeptCluster kept) {
    this.kept = kept;
    containers = ids(DockerCluster.CONTAINERS);
    networks = ids(DockerCluster.NETWORK);
  }

  private List<String> ids(String name) {
    return List.of(kept.state().getOrDefault(name, "").split(",", -1)).stream()
        .filter(id -> !id.isEmpty())
        .toList();
  }

  private static DockerClient client() throws ClusterException {
    String obstacle = DockerEngine.obstacle().orElse("");
    if (!obstacle.isEmpty()) {
      throw new ClusterException("its containers cannot be queried: " + obstacle + ".");
    }
    return DockerEngine.client();
  }

  /** Returns how many of the nodes still run. */
  int running() throws ClusterException {
    DockerClient client = client();
    int running = 0;
    for (String id : containers) {
      try {
        if (Boolean.TRUE.equals(client.inspectContainerCmd(id).exec().getState().getRunning())) {
          running++;
        }
      } catch (NotFoundException e) {
        // Removed by another program.
      } catch (RuntimeException e) {
        throw new ClusterException(
            "Docker returns nothing about " + id + ": " + Failures.text(e), e);
      }
    }
    return kept.nodesOf(running, containers.size());
  }

  void stop(boolean purge) throws ClusterException {
    DockerClient client = client();
    for (String id : containers) {
      try {
        client.stopContainerCmd(id).withTimeout(STOP_SECONDS).exec();
      } catch (DockerException e) {
        // It has already ended; otherwise this is reported below.
      }
      if (purge) {
        ContainerCleanup.removeContainer(client, id);
      }
    }
    if (purge) {
      networks.forEach(network -> ContainerCleanup.removeNetwork(client, network));
    }
    if (running() > 0) {
      throw new ClusterException(
          "containers are still running. Stop them with: docker rm -fv "
              + String.join(" ", containers));
    }
    if (purge) {
      Directories.purge(kept);
    }
  }
}
