package io.kvbench.runner.run.network;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.server.PeerPort;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.PeerRoute;
import io.kvbench.runner.cluster.ProxyServer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The network between the servers of a run. Its proxies are opened by the starter of the servers,
 * which alone knows their addresses, just before the start.
 */
public final class PeerNetwork implements PeerRoute, AutoCloseable {
  private final RunPlan plan;
  private final NetworkUse use;
  private final Runnable opening;
  private final Consumer<String> told;
  private @Nullable Network network;
  private Optional<NetworkResult> refused = Optional.empty();

  /**
   * Prepares it.
   *
   * @param use the planned steps on it
   * @param opening called when proxies are about to be opened
   * @param told receives the measured and the requested conditions
   */
  public PeerNetwork(RunPlan plan, NetworkUse use, Runnable opening, Consumer<String> told) {
    this.plan = plan;
    this.use = use;
    this.opening = opening;
    this.told = told;
  }

  @Override
  public synchronized void open() throws ClusterException, InterruptedException {
    if (network == null) {
      open(Optional.empty());
    }
  }

  @Override
  public synchronized void open(ProxyServer place) throws ClusterException, InterruptedException {
    close();
    open(Optional.of(place));
  }

  private void open(Optional<ProxyServer> place) throws ClusterException, InterruptedException {
    opening.run();
    List<String> names =
        IntStream.rangeClosed(1, plan.settings().get(ClusterSettings.NODES))
            .mapToObj(number -> "server " + number)
            .toList();
    try {
      network = Network.open(plan, use, names, place, told);
    } catch (NetworkException e) {
      refused = e.measured();
      throw failure(e);
    }
  }

  private static ClusterException failure(NetworkException e) {
    return new ClusterException(String.valueOf(e.getMessage()), e);
  }

  private static ClusterException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ClusterException("interrupted while the servers were started", e);
  }

  @Override
  public long seed() {
    return plan.workload().seed();
  }

  @Override
  public synchronized String to(int server, String address, PeerPort port) throws ClusterException {
    try {
      return network().lead(server, address, port);
    } catch (NetworkException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public synchronized String besides(int server, String address) throws ClusterException {
    try {
      return network().lines().besides(server, address);
    } catch (NetworkException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns what steps change; without proxies until they are opened. */
  public synchronized Network network() {
    return network == null ? Network.direct(List.of()) : network;
  }

  /** Returns what was asked for and measured until now; empty where there are no proxies. */
  public synchronized Optional<NetworkResult> result() {
    return network().result().or(() -> refused);
  }

  @Override
  public synchronized void close() {
    if (network != null) {
      network.close();
    }
  }
}
