package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSecurity;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.StartInterruptedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The start of the servers of one cluster, which leaves nothing behind if it fails. */
public final class LocalStart {
  /** The number of attempts with other ports if chosen ones turn out to be in use. */
  private static final int ATTEMPTS = 4;

  private static final long POLL_MILLIS = 50;

  /** The exception for a port that another program took between its choice and its use. */
  private static final class PortTaken extends Exception {
    private static final long serialVersionUID = 1L;

    PortTaken(String node) {
      super(node);
    }
  }

  private final LocalTitle title;
  private final ClusterRequest request;
  private final Settings settings;
  private final Supplier<? extends Launch> launches;
  private final Optional<List<Integer>> fixedPorts;

  /**
   * Creates a start.
   *
   * @param launches creates a launch for each attempt
   */
  public LocalStart(LocalTitle title, ClusterRequest request, Supplier<? extends Launch> launches) {
    this.title = title;
    this.request = request;
    this.settings = request.settings();
    this.launches = launches;
    this.fixedPorts = LocalSettings.clientPorts(settings);
  }

  /** Returns the names of the servers. */
  public LocalTitle title() {
    return title;
  }

  /** Starts the servers. Returns when all of them serve. */
  public Cluster run() throws ClusterException, InterruptedException {
    if (request.use().route().isPresent()) {
      request.use().route().get().open();
    }
    for (int attempt = 1; true; attempt++) {
      try {
        return attempt();
      } catch (PortTaken e) {
        if (fixedPorts.isPresent()) {
          Ports.checkFree(fixedPorts.get());
        }
        if (attempt == ATTEMPTS) {
          throw new ClusterException(
              title.title()
                  + " was not started: ports on "
                  + Ports.HOST
                  + " that were free were taken by another process, "
                  + ATTEMPTS
                  + " times. Set cluster.ports.",
              e);
        }
      }
    }
  }

  private Cluster attempt() throws ClusterException, InterruptedException, PortTaken {
    if (fixedPorts.isPresent()) {
      Ports.checkFree(fixedPorts.get());
    }
    int count = settings.get(ClusterSettings.NODES);
    List<NodeAddress> places =
        Ports.places(
            Ports.HOST, count, LocalServer.portsPerNode(request), fixedPorts.orElse(List.of()));
    LocalCluster begun = begin(places);
    boolean serving = false;
    try {
      awaitServing(begun.locals());
      serving = true;
      return begun;
    } finally {
      if (!serving) {
        begun.kill();
      }
    }
  }

  /**
   * Starts the servers of this machine, which need not answer yet when this returns.
   *
   * @param places of all servers of the cluster
   */
  public LocalCluster begin(List<NodeAddress> places)
      throws ClusterException, InterruptedException {
    Path directory = Directories.create(settings, title.system());
    Confinement confinement = new Confinement();
    List<LocalNode> nodes = new ArrayList<>();
    Launch launch = launches.get();
    Optional<SystemServers> secured = Optional.empty();
    boolean started = false;
    try {
      confinement.create(request, directory);
      ClusterRequest own =
          ClusterSecurity.secured(
              request, directory, LocalServer.hosts(request, confinement, places));
      secured = ClusterSecurity.of(own);
      launch.start(own, directory, confinement, places, nodes);
      started = true;
      return new LocalCluster(title, secured, directory, confinement, nodes, launch);
    } catch (IOException e) {
      throw new ClusterException(title.title() + " was not started: " + FileReason.of(e) + ".", e);
    } finally {
      if (!started) {
        new LocalCluster(title, secured, directory, confinement, nodes, launch).kill();
      }
    }
  }

  private void awaitServing(List<LocalNode> nodes)
      throws ClusterException, InterruptedException, PortTaken {
    Duration limit = settings.get(ClusterSettings.START_TIMEOUT);
    long begun = System.nanoTime();
    long deadline = begun + limit.toNanos();
    List<LocalNode> waiting = new ArrayList<>(nodes);
    while (true) {
      waiting.removeIf(LocalNode::isServing);
      if (waiting.isEmpty()) {
        return;
      }
      for (LocalNode each : waiting) {
        if (each.lostItsPort()) {
          throw new PortTaken(each.name());
        }
        if (!each.isAlive()) {
          throw new ClusterException(complaint(each, LimitSettings.ending(each)));
        }
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterException(
            complaint(
                waiting.getFirst(),
                "did not answer within "
                    + limit.toMillis() / 1000.0
                    + " s (cluster.starttimeout)"
                    + LimitSettings.within(waiting.getFirst())));
      }
      pause(waiting.getFirst(), begun);
    }
  }

  /** The message names the server that has not answered, and includes its log. */
  private void pause(LocalNode waiting, long begun) throws InterruptedException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      double seconds = Math.round((System.nanoTime() - begun) / 1e8) / 10.0;
      throw new StartInterruptedException(
          complaint(waiting, "had not answered after " + seconds + " s"), e);
    }
  }

  private String complaint(LocalNode node, String what) {
    return title.title()
        + "'s server "
        + node.name()
        + " "
        + what
        + ". Its log says:\n"
        + node.logExcerpt();
  }
}
