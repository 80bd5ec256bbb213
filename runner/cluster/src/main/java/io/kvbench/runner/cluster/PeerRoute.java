package io.kvbench.runner.cluster;

import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ProgramPath;

/** The proxies through which servers reach one another. */
public interface PeerRoute {
  /** The program of proxies on this machine. */
  String PROGRAM = "toxiproxy-server";

  /** Returns the message about the missing program, with the searched places and the remedy. */
  static String missing() {
    return "%s is %s; install Toxiproxy, https://github.com/Shopify/toxiproxy/releases."
        .formatted(PROGRAM, ProgramPath.ofThisProcess().absence());
  }

  /**
   * Opens the proxies on this machine, where servers reach them at the loopback address, and
   * verifies their conditions by measurement. A second call has no effect.
   *
   * @throws ClusterException if that fails; the message says why
   * @throws InterruptedException if the caller is interrupted
   */
  void open() throws ClusterException, InterruptedException;

  /**
   * Opens the proxies at another place in the same way, replacing any open ones.
   *
   * @param place their place
   */
  void open(ProxyServer place) throws ClusterException, InterruptedException;

  /** Returns the seed of the proxies' random deviations. */
  long seed();

  /**
   * Opens the proxy of a server.
   *
   * @param server its number, from 1
   * @param address at which it will listen for the other servers
   * @return the address for the other servers
   * @throws ClusterException if that is impossible; the message says why
   */
  String to(int server, String address, PeerPort port) throws ClusterException;

  /**
   * Opens another route to a server, without conditions, at the host of its proxy and with the
   * address's own port. Only for proxies in another {@link ProxyServer}.
   *
   * @return the address for the other servers
   * @throws ClusterException if that is impossible; the message says why
   */
  String besides(int server, String address) throws ClusterException;
}
