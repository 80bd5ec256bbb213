package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import io.kvbench.core.server.ServerImage;
import io.kvbench.runner.cluster.ClusterException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The choice of the servers' image. */
final class Images {
  private static final long PULL_MINUTES = 15;

  private final DockerClient client;

  Images(DockerClient client) {
    this.client = client;
  }

  /**
   * Returns the expected result of {@link #forServer}, without pulling anything.
   *
   * @param given the user's image
   */
  String likely(ServerImage server, Optional<String> given) throws ClusterException {
    return given.isPresent() ? given.get() : likely(server.official(), server.local());
  }

  private String likely(String official, String local) throws ClusterException {
    return !isHere(official) && isHere(local) ? local : official;
  }

  /**
   * Returns the given image; without one, the official image if it is on this machine, otherwise
   * the one built by docker/prepare, otherwise the official one, which is pulled. The image is on
   * this machine afterwards.
   */
  String forServer(ServerImage server, Optional<String> given)
      throws ClusterException, InterruptedException {
    String image = likely(server, given);
    return pulled(
        image,
        "Pull it, set cluster.docker.image to a local one (see docker images)",
        server.local());
  }

  /** Chooses an image that is neither a server's nor the user's choice, in the same way. */
  String forHelper(String official, String local) throws ClusterException, InterruptedException {
    return pulled(likely(official, local), "Pull it", local);
  }

  private String pulled(String image, String advice, String local)
      throws ClusterException, InterruptedException {
    if (!isHere(image)) {
      pull(image, advice, local);
    }
    return image;
  }

  /** Returns the image's tag, which by convention is the version. */
  static Optional<String> tag(String image) {
    int colon = image.lastIndexOf(':');
    return colon > image.lastIndexOf('/')
        ? Optional.of(image.substring(colon + 1))
        : Optional.empty();
  }

  private boolean isHere(String image) throws ClusterException {
    try {
      client.inspectImageCmd(image).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    } catch (RuntimeException e) {
      throw new ClusterException("Docker rejects the image " + image + ": " + Failures.text(e), e);
    }
  }

  private void pull(String image, String advice, String local)
      throws ClusterException, InterruptedException {
    try {
      boolean ended =
          client
              .pullImageCmd(image)
              .exec(new PullImageResultCallback())
              .awaitCompletion(PULL_MINUTES, TimeUnit.MINUTES);
      if (!ended || !isHere(image)) {
        throw new ClusterException(missing(image, advice, local, "the pull timed out"));
      }
    } catch (RuntimeException e) {
      throw new ClusterException(missing(image, advice, local, Failures.text(e)), e);
    }
  }

  private static String missing(String image, String advice, String local, String why) {
    return "the image "
        + image
        + " is not on this machine and cannot be pulled ("
        + why
        + "). "
        + advice
        + ", or build "
        + local
        + " without an image registry: docker/prepare images";
  }
}
