package io.kvbench.runner.cluster;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A server of proxies that was started where the servers of a cluster reach it, as in a network of
 * containers.
 *
 * @param title the program, for messages
 * @param control the address on this machine at which it is controlled
 * @param controlInside the same for itself
 * @param host its address for servers
 * @param servers a door for the proxy of each server
 * @param probes a door for one like it, to be measured during the run
 * @param alive whether it still runs
 */
public record ProxyPlace(
    String title,
    String control,
    String controlInside,
    String host,
    List<Door> servers,
    List<Door> probes,
    BooleanSupplier alive) {

  /**
   * A port on which a proxy may listen there.
   *
   * @param port its number there
   * @param here the address on this machine that leads to it
   */
  public record Door(int port, String here) {}

  public ProxyPlace {
    servers = List.copyOf(servers);
    probes = List.copyOf(probes);
  }
}
