package io.kvbench.core.server;

import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The image of one system's server, to run it as a container.
 *
 * @param official the image that the system's maintainers publish
 * @param local the image that docker/prepare builds
 * @param entryPoint the program to start; empty for the image's own
 * @param volume the path of the volume that holds the server's data
 * @param store the directory for data, in the volume
 * @param directory the directory for configuration
 * @param command builds the arguments, the environment and the files of a server
 */
public record ServerImage(
    String official,
    String local,
    Optional<String> entryPoint,
    String volume,
    String store,
    String directory,
    Command command) {
  private static final String VOLUME = "/var/lib/kvbench";

  /** An image whose server creates its own data directory and is configured by its command line. */
  public ServerImage(String official, String local, String entryPoint, Command command) {
    this(official, local, Optional.of(entryPoint), VOLUME, VOLUME + "/store", VOLUME, command);
  }

  /** The builder of the arguments, the environment and the files of a server. */
  public interface Command {
    /**
     * Builds the command of a server.
     *
     * @param all all servers of the cluster, including this one
     */
    ServerCommand of(ServerNode node, List<ServerNode> all, Settings settings);
  }
}
