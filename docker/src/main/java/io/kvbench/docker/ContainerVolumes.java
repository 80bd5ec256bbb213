package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.local.BlockDevice;
import io.kvbench.runner.cluster.local.ServerVolumes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The volumes of a cluster that are file systems of bounded size. Each is mounted twice: by the
 * engine while its container runs, and in a mount namespace of kvbench, which fills it and keeps
 * the device while a container is restarted. The kernel frees the device when both mounts are gone.
 */
final class ContainerVolumes {
  private final DockerClient client;
  private final ServerVolumes files = new ServerVolumes();
  private final Map<Integer, String> names = new TreeMap<>();

  /** Creates no volumes yet. */
  ContainerVolumes(DockerClient client) {
    this.client = client;
  }

  /**
   * Creates the volume of a server.
   *
   * @param number of the server, from 1
   * @param directory for the file that contains it
   */
  void add(int number, long bytes, Path directory, String cluster, Map<String, String> labels)
      throws ClusterException {
    files.add(number, bytes, directory);
    BlockDevice device = files.device(number);
    String name = cluster + "-volume" + number;
    client
        .createVolumeCmd()
        .withName(name)
        .withLabels(labels)
        .withDriver("local")
        .withDriverOpts(Map.of("type", ServerVolumes.TYPE, "device", device.path().toString()))
        .exec();
    names.put(number, name);
  }

  /** Returns the name of the volume of a server, if it has one. */
  Optional<String> name(int number) {
    return Optional.ofNullable(names.get(number));
  }

  void fill(int number) throws ClusterException {
    files.fill(number);
  }

  void free(int number) throws ClusterException {
    files.free(number);
  }

  /** Removes the volumes, whose containers are gone. */
  void remove() {
    names.values().forEach(name -> remove(client, name));
    files.remove();
  }

  static void remove(DockerClient client, String name) {
    try {
      client.removeVolumeCmd(name).exec();
    } catch (DockerException e) {
      // Already removed, or will be found at the next start.
    }
  }
}
