package io.kvbench.docker;

import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSecurity;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.local.Confinement;
import io.kvbench.runner.cluster.local.LocalSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The provider of servers in containers of the Docker engine on this machine. */
public final class DockerProvider implements ClusterProvider {
  @Override
  public String kind() {
    return DockerCluster.KIND;
  }

  /** After all providers that need no engine. */
  @Override
  public int precedence() {
    return 40;
  }

  @Override
  public List<Setting<?>> decisive() {
    return DockerSettings.all();
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    if (request.servers().image().isEmpty()) {
      return Optional.of("kvbench has no image of " + request.system().title());
    }
    if (!request.endpoints().isEmpty()) {
      return Optional.of("endpoints are given; omit one of the two");
    }
    return request.lacking().or(DockerEngine::obstacle);
  }

  @Override
  public boolean secures() {
    return true;
  }

  @Override
  public void check(ClusterRequest request, Problems problems) {
    LocalSettings.check(request, problems);
    request
        .use()
        .slowDisk()
        .filter(setting -> !isRoot())
        .ifPresent(
            setting ->
                problems.add(
                    request.settings().whereIs(setting),
                    setting.name()
                        + ": slowdisk changes the control groups of containers, which takes root on"
                        + " the engine's machine; run kvbench as root there, or omit it."));
    request
        .use()
        .peers()
        .filter(setting -> ClusterSecurity.isEncrypted(request.settings()))
        .ifPresent(
            setting ->
                problems.add(
                    request.settings().whereIs(setting),
                    setting.name()
                        + ": containers with TLS connect to each other on a network of their own,"
                        + " without proxies; omit cluster.tls, or use cluster=process."));
    Confinement.checkSpace(request, problems);
  }

  private static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public String intent(ClusterRequest request) throws ClusterException, InterruptedException {
    Images images = new Images(DockerEngine.client());
    List<String> chosen = new ArrayList<>();
    chosen.add(images.likely(image(request), request.settings().find(DockerSettings.IMAGE)));
    Optional<ServerImage> behind = request.behind().flatMap(SystemServers::image);
    if (behind.isPresent()) {
      chosen.add(images.likely(behind.get(), Optional.empty()));
    }
    int containers = request.settings().get(ClusterSettings.NODES) * chosen.size();
    return request.system().title()
        + ": "
        + (containers == 1 ? "1 container" : containers + " containers")
        + " of "
        + String.join(" and ", chosen);
  }

  @Override
  public Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
    return new DockerStart(image(request), request).run();
  }

  private static ServerImage image(ClusterRequest request) {
    return request
        .servers()
        .image()
        .orElseThrow(() -> new IllegalStateException("obstacle was not asked"));
  }

  @Override
  public int running(KeptCluster kept) throws ClusterException {
    return new KeptContainers(kept).running();
  }

  @Override
  public void stop(KeptCluster kept, boolean purge) throws ClusterException, InterruptedException {
    new KeptContainers(kept).stop(purge);
  }
}
