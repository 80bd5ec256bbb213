package io.kvbench.runner.cluster;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A proxy server at a place that the servers of a cluster can reach, such as a network of
 * containers.
 *
 * @param title the program, for messages
 * @param control the control address on this machine
 * @param controlInside the same as seen from the proxy server
 * @param host its address for servers
 * @param servers a port for the proxy of each server
 * @param probes a port for a similar one, to be measured during the run
 * @param alive whether it still runs
 */
public record ProxyServer(
    String title,
    String control,
    String controlInside,
    String host,
    List<ProxyPort> servers,
    List<ProxyPort> probes,
    BooleanSupplier alive) {

  /**
   * A port for a proxy.
   *
   * @param port its number at the place
   * @param here the address on this machine that leads to it
   */
  public record ProxyPort(int port, String here) {}

  public ProxyServer {
    servers = List.copyOf(servers);
    probes = List.copyOf(probes);
  }
}
