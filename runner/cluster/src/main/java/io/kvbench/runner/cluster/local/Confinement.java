package io.kvbench.runner.cluster.local;

import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ProgramPath;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.PeerRoute;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The confinement of a cluster's servers: their control groups, networks and file systems. */
public final class Confinement {
  private final LimitGroups groups = new LimitGroups();
  private final ServerVolumes volumes = new ServerVolumes();
  private ServerNetworks networks = ServerNetworks.NONE;

  /** For {@link LocalStart}: nothing exists yet. */
  public Confinement() {}

  /** Adds what prevents a request's servers from being confined on this machine. */
  public static void check(ClusterRequest request, Problems problems) {
    LimitGroups.check(request, problems);
    checkSpace(request, problems);
    request.use().peers().ifPresent(setting -> checkProxies(setting, request, problems));
    request
        .use()
        .isolation()
        .ifPresent(
            setting ->
                ServerNetworks.obstacle()
                    .ifPresent(
                        why ->
                            problems.add(
                                request.settings().whereIs(setting), setting.name() + ": " + why)));
  }

  /** Adds what prevents a request's servers from having separate file systems. */
  public static void checkSpace(ClusterRequest request, Problems problems) {
    LimitSettings.space(request.settings())
        .ifPresent(setting -> checkSpace(setting, request, problems));
  }

  private static void checkProxies(Setting<?> setting, ClusterRequest request, Problems problems) {
    Optional<String> why = Optional.empty();
    if (ProgramPath.ofThisProcess().find(PeerRoute.PROGRAM).isEmpty()) {
      why = Optional.of(PeerRoute.missing());
    } else if (request
            .behind()
            .orElse(request.servers())
            .peerPort()
            .filter(PeerPort::sameNumber)
            .isPresent()
        && !NamespaceHolder.isLinux()) {
      why =
          Optional.of(
              "servers of "
                  + request.system().title()
                  + " reach each other through proxies on Linux only, which has a second loopback"
                  + " address; omit it.");
    }
    why.ifPresent(
        text -> problems.add(request.settings().whereIs(setting), setting.name() + ": " + text));
  }

  /** The kernel does the work of such a file system outside of control groups. */
  private static void checkSpace(Setting<?> setting, ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    Optional<String> why = ServerVolumes.obstacle();
    if (LimitSettings.disk(settings).or(request.use()::slowDisk).isPresent()) {
      why = Optional.of("it cannot be combined with limit.disk and slowdisk; omit one of them.");
    } else if (settings.get(ClusterSettings.KEEP)) {
      why = Optional.of("the file systems end with kvbench; omit cluster.keep.");
    }
    why.ifPresent(text -> problems.add(settings.whereIs(setting), setting.name() + ": " + text));
  }

  /** Returns the end of the description of a request's servers. */
  public static String words(ClusterRequest request) {
    return request.use().isolation().isPresent() ? ", each in a network of its own" : "";
  }

  /**
   * Creates what a request's servers need.
   *
   * @param directory of the servers' files
   */
  void create(ClusterRequest request, Path directory)
      throws ClusterException, InterruptedException {
    groups.create(request, directory);
    for (int number = 1; number <= request.settings().get(ClusterSettings.NODES); number++) {
      OptionalLong space = LimitSettings.space(request.settings(), number);
      if (space.isPresent()) {
        volumes.add(number, space.getAsLong(), directory);
      }
    }
    if (request.use().isolation().isPresent()) {
      networks = ServerNetworks.create(request.settings().get(ClusterSettings.NODES));
    }
  }

  /** Returns the control group of a server. */
  ControlGroup group(int number) {
    return groups.of(number);
  }

  ServerNetworks networks() {
    return networks;
  }

  ServerVolumes volumes() {
    return volumes;
  }

  /** Returns a command that becomes the given one within a server's confinement. */
  List<String> entering(int number, List<String> command) {
    return volumes.entering(number, networks.entering(number, groups.of(number).entering(command)));
  }

  List<Path> groups() {
    return groups.directories();
  }

  /** Starts a watchdog over servers, which also removes the groups. */
  public Watchdog watched(Path directory) throws IOException {
    return Watchdog.over(directory, groups());
  }

  /** Removes all of it, after the servers have ended. */
  void remove() {
    groups.remove();
    networks.remove();
    volumes.remove();
  }
}
