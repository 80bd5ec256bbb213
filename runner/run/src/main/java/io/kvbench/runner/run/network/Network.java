package io.kvbench.runner.run.network;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.server.PeerPort;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.runner.cluster.ProxyServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The network between the clients and the servers of a run, or between the servers, with its
 * conditions if it has any.
 */
public final class Network implements AutoCloseable {
  /** Under load, round trips also wait for a processor. */
  private static final long LOADED_MICROS = 20_000;

  private final ProxiedAddresses route;
  private final Optional<NetworkResult> measured;
  private final List<NetworkResult.Change> changes = new ArrayList<>();
  private final @Nullable ProxiedLines lines;

  /** Of servers that were started after the proxies before them. */
  private final Map<Integer, String> listening = new ConcurrentHashMap<>();

  Network(ProxiedAddresses route, Optional<NetworkResult> measured, @Nullable ProxiedLines lines) {
    this.route = route;
    this.measured = measured;
    this.lines = lines;
  }

  /**
   * Sets the planned conditions up, and measures whether they are met.
   *
   * @param use what steps will do to it
   * @param endpoints the servers' own; for the network between servers, which are started later and
   *     reported by {@link #lead}, their names
   * @param place where proxies are; empty for the loopback address
   * @param told gets what was measured beside what was asked for
   * @throws NetworkException if they are not met
   * @throws InterruptedException if the caller gives up; nothing is left behind
   */
  public static Network open(
      RunPlan plan,
      NetworkUse use,
      List<String> endpoints,
      Optional<ProxyServer> place,
      Consumer<String> told)
      throws NetworkException, InterruptedException {
    if (!isNeeded(plan, use)) {
      return direct(endpoints);
    }
    Toxiproxy toxiproxy =
        place.isPresent()
            ? Toxiproxy.at(place.get())
            : ToxiproxyProcess.start(plan.settings(), plan.workload().seed(), told);
    Meter meter = null;
    boolean opened = false;
    try {
      meter = place.isPresent() ? ProxyMeter.of(place.get(), toxiproxy) : NetworkMeter.start();
      NetworkSetup.Ready ready =
          new NetworkSetup(plan, use, endpoints, place, toxiproxy, meter, told).perform();
      opened = true;
      return new Network(ready.route(), Optional.of(ready.measured()), ready.lines());
    } catch (IOException e) {
      throw new NetworkException("the network conditions could not be measured: " + e, e);
    } finally {
      if (!opened) {
        toxiproxy.close();
        if (meter != null) {
          meter.close();
        }
      }
    }
  }

  /** Returns the network that is there without proxies. */
  static Network direct(List<String> endpoints) {
    return new Network(ProxiedAddresses.direct(endpoints), Optional.empty(), null);
  }

  /** Returns whether there are proxies between the clients and the servers. */
  public static boolean isNeeded(RunPlan plan, NetworkUse use) {
    return use.isAny() || !NetworkSettings.given(plan.settings(), use.side()).isEmpty();
  }

  public ProxiedAddresses route() {
    return route;
  }

  /** Returns what was asked for and measured until now; empty where there are no proxies. */
  public Optional<NetworkResult> result() {
    synchronized (changes) {
      return measured
          .map(result -> result.at(listening))
          .map(
              result ->
                  new NetworkResult(
                      result.engine(),
                      result.proxyMicros(),
                      result.nodes(),
                      changes.isEmpty() ? result.changes() : Optional.of(changes)));
    }
  }

  /**
   * Lets a proxy lead to where its server is going to listen.
   *
   * @param node counted from 1
   * @return the address of the proxy for servers
   */
  String lead(int node, String address, PeerPort port)
      throws NetworkException, InterruptedException {
    listening.put(node, address);
    return lines().lead(node, address, port);
  }

  /** Returns why the conditions did not hold until the end, if that is known. */
  public Optional<String> lost() {
    return lines == null || lines.toxiproxy().isAlive()
        ? Optional.empty()
        : Optional.of("Toxiproxy has ended");
  }

  /**
   * Lets connections that are opened from now on close as usual. Until this is called, and after
   * each {@link ProxiedLines#reset}, they close by RST, where resets are planned: what was sent
   * last may then be lost, as in servers' answers to queries over connections of their own.
   */
  public void closeSoftly() throws NetworkException, InterruptedException {
    if (lines != null) {
      lines.closeSoftly();
    }
  }

  /**
   * Measures round trips after a change, through proxies with the same conditions that lead to a
   * server inside kvbench. Takes a few of them.
   *
   * @param step the change with its time, as planned
   * @param phaseNanos when it was made
   * @param told gets what was measured beside what was asked for
   * @return whether the conditions are met
   */
  public boolean measure(NetworkChange change, String step, long phaseNanos, Consumer<String> told)
      throws NetworkException, InterruptedException {
    boolean met = true;
    for (NetworkResult.Change found : lines().measure(change, step, phaseNanos)) {
      synchronized (changes) {
        changes.add(found);
      }
      met &=
          Math.abs(found.roundTripMicros() - found.askedLatencyMicros())
              <= found.askedLatencyMicros() * NetworkSetup.LATENCY_SHARE
                  + LOADED_MICROS
                  + found.askedJitterMicros();
      told.accept(
          "%s: node %s requested round trip +%s, measured %s"
              .formatted(
                  step,
                  found.number(),
                  NetworkSetup.millis(found.askedLatencyMicros()),
                  NetworkSetup.millis(found.roundTripMicros())));
    }
    return met;
  }

  /** Returns the connections that steps change. */
  public ProxiedLines lines() {
    if (lines == null) {
      throw new IllegalStateException("nothing was planned for the network");
    }
    return lines;
  }

  @Override
  public void close() {
    if (lines != null) {
      lines.toxiproxy().close();
      lines.meter().close();
    }
  }
}
