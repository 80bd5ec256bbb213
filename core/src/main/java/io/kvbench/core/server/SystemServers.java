package io.kvbench.core.server;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The servers of one system: how to start and query them, and their logs and metrics. A system
 * implements the methods that apply to it; the features of the others are unavailable. All methods
 * may be called from any thread.
 */
public interface SystemServers {

  /** Servers that kvbench can only connect to. */
  SystemServers UNKNOWN = new SystemServers() {};

  /**
   * Returns the name of the system that stores the records, if this one is a proxy: kvbench then
   * starts a server of that system for each proxy.
   */
  default Optional<String> behind() {
    return Optional.empty();
  }

  /** Returns the settings of the servers that kvbench starts, in display order. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /** Returns the user's own flags for the servers, which every description repeats. */
  default Optional<String> flags(Settings settings) {
    return Optional.empty();
  }

  /** Returns the ports that a server listens on if it has its own host, the client port first. */
  default List<Integer> ports() {
    return List.of();
  }

  /** Returns the port over which servers replicate, if that is possible through proxies. */
  default Optional<PeerPort> peerPort() {
    return Optional.empty();
  }

  /** Returns how a server starts from a program that is installed on this machine. */
  default Optional<ServerProgram> program() {
    return Optional.empty();
  }

  /** Returns how a server starts in a container. */
  default Optional<ServerImage> image() {
    return Optional.empty();
  }

  /** Returns how a server starts from the class path of this process, in a separate JVM. */
  default Optional<EmbeddedServer> embedded() {
    return Optional.empty();
  }

  /**
   * Returns these servers secured: they start with TLS and users, and their probes and telemetry
   * use TLS. Empty if kvbench cannot secure them.
   *
   * @param security the files and the user; parts that are empty are left unsecured
   */
  default Optional<SystemServers> secured(ServerSecurity security) {
    return Optional.empty();
  }

  /** Returns what clients need to connect; see {@link #secured}. */
  default ClientAccess access() {
    return ClientAccess.OPEN;
  }

  /**
   * Creates the users of servers that have just started and that answer; see {@link #secured}.
   *
   * @param endpoints the addresses for clients
   * @throws ServerException if that fails; the message is a sentence for the user
   */
  default void createUsers(List<String> endpoints, Settings settings)
      throws ServerException, InterruptedException {}

  /**
   * Returns a server's role: {@code leader}, {@code follower}, {@code standalone} or the system's
   * own term; empty while it does not answer or has no leader. Returns within seconds.
   *
   * @param endpoint the address for clients
   * @param nodes the number of servers in the cluster
   */
  default Optional<String> role(String endpoint, int nodes) {
    return Optional.empty();
  }

  /**
   * Returns whether a server answers as a member of a working cluster. Returns within seconds.
   *
   * @param endpoint the address for clients
   * @param nodes the number of servers in the cluster
   */
  default boolean isServing(String endpoint, int nodes) {
    return role(endpoint, nodes).isPresent();
  }

  /**
   * Returns the version that a running server reports.
   *
   * @param endpoint the address for clients
   */
  default Optional<String> version(String endpoint) {
    return Optional.empty();
  }

  /** Returns the version that a server prints to its log when it starts. */
  default Optional<String> versionInLog(String log) {
    return Optional.empty();
  }

  default ServerTelemetry telemetry() {
    return ServerTelemetry.NONE;
  }
}
