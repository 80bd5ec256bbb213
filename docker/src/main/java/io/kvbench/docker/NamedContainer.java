package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ServerControl;
import java.util.Optional;

/**
 * A container that can be paused, resumed, killed and restarted.
 *
 * @param name for messages
 */
record NamedContainer(DockerClient client, String id, String name) implements ServerControl {
  private static final int PAUSE_ATTEMPTS = 10;
  private static final String NOT_FROZEN = "unable to freeze";

  /** The search for the user's own containers. */
  public static final class Containers implements ServerControl.Engine {
    @Override
    public Optional<String> obstacle() {
      return io.kvbench.docker.DockerEngine.obstacle();
    }

    @Override
    public ServerControl find(String container) throws ClusterException {
      DockerClient client = io.kvbench.docker.DockerEngine.client();
      try {
        boolean running =
            Boolean.TRUE.equals(
                client.inspectContainerCmd(container).exec().getState().getRunning());
        if (!running) {
          throw new ClusterException("container " + container + " is not running; start it.");
        }
        return new NamedContainer(client, container, container);
      } catch (NotFoundException e) {
        throw new ClusterException(
            "there is no container " + container + "; see 'docker ps' for its name.", e);
      } catch (DockerException e) {
        throw new ClusterException(
            "container " + container + " cannot be inspected: " + Failures.text(e), e);
      }
    }
  }

  @Override
  public void kill() throws ClusterException {
    order("killed", () -> client.killContainerCmd(id).exec());
  }

  /** On a busy machine, running threads may keep engines from pausing a container. */
  @Override
  public void pause() throws ClusterException {
    for (int attempt = 1; true; attempt++) {
      try {
        order("paused", () -> client.pauseContainerCmd(id).exec());
        return;
      } catch (ClusterException e) {
        if (attempt == PAUSE_ATTEMPTS || !String.valueOf(e.getMessage()).contains(NOT_FROZEN)) {
          throw e;
        }
      }
    }
  }

  @Override
  public void resume() throws ClusterException {
    order("resumed", () -> client.unpauseContainerCmd(id).exec());
  }

  @Override
  public void restart() throws ClusterException {
    order("restarted", () -> client.startContainerCmd(id).exec());
  }

  private void order(String what, Runnable order) throws ClusterException {
    try {
      order.run();
    } catch (RuntimeException e) {
      throw new ClusterException(name + " was not " + what + ": " + Failures.text(e), e);
    }
  }
}
