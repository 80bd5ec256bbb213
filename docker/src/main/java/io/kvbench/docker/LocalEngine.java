package io.kvbench.docker;

import com.github.dockerjava.api.model.Info;
import java.net.URI;
import java.nio.file.Path;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/**
 * The Testcontainers configuration of an engine's socket. Ports are published on loopback only, so
 * that is the engine's address, even for a kvbench in a container on the host's network;
 * Testcontainers would start a container to determine it.
 */
final class LocalEngine extends DockerClientProviderStrategy {
  private final Path socket;

  LocalEngine(Path socket) {
    this.socket = socket;
  }

  @Override
  public String getDescription() {
    return "the engine at " + socket;
  }

  @Override
  public TransportConfig getTransportConfig() {
    return TransportConfig.builder().dockerHost(URI.create("unix://" + socket)).build();
  }

  @Override
  public synchronized String getDockerHostIpAddress() {
    return NodePlan.HOST;
  }

  @Override
  public Info getInfo() {
    return getDockerClient().infoCmd().exec();
  }
}
