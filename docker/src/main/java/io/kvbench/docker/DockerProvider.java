package io.kvbench.docker;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Starts servers in containers of the Docker engine on this machine. */
public final class DockerProvider implements ClusterProvider {
  static final String KIND = "docker";

  @Override
  public String kind() {
    return KIND;
  }

  /** After everything that needs no engine. */
  @Override
  public int precedence() {
    return 40;
  }

  @Override
  public List<Setting<?>> settings() {
    return DockerSettings.all();
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    if (ServerKind.of(request.system().name()).isEmpty()) {
      return Optional.of("kvbench knows no image of " + request.system().title());
    }
    if (!request.endpoints().isEmpty()) {
      return Optional.of("endpoints are given, leave one of the two out");
    }
    return Engine.obstacle();
  }

  @Override
  public void check(ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    int nodes = settings.get(ClusterSettings.NODES);
    if (nodes % 2 == 0) {
      problems.add(
          settings.whereIs(ClusterSettings.NODES),
          "cluster.nodes=" + nodes + " is not valid: it takes 1, 3 or 5.");
    }
    settings
        .find(ClusterSettings.PORTS)
        .filter(text -> DockerPorts.parse(text).map(List::size).orElse(0) != nodes)
        .ifPresent(
            text ->
                problems.add(
                    settings.whereIs(ClusterSettings.PORTS),
                    "cluster.ports="
                        + text
                        + " is not valid: it takes as many different ports as there are nodes ("
                        + nodes
                        + "), from 1 to 65535, separated by commas."));
    settings
        .find(ClusterSettings.DIRECTORY)
        .filter(text -> !isWritable(text))
        .ifPresent(
            text ->
                problems.add(
                    settings.whereIs(ClusterSettings.DIRECTORY),
                    "cluster.dir=" + text + " is not a directory that can be written to."));
  }

  private static boolean isWritable(String text) {
    try {
      Path directory = Path.of(text);
      return Files.isDirectory(directory) && Files.isWritable(directory);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  @Override
  public Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
    ServerKind server =
        ServerKind.of(request.system().name())
            .orElseThrow(() -> new ClusterException("kvbench knows no image of it"));
    return new DockerStart(server, request).run();
  }
}
