package io.kvbench.runner.cluster;

import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ProgramPath;

/** Where the other servers reach a server, if not where it listens: proxies. */
public interface PeerRoute {
  /** The program of proxies on this machine. */
  String PROGRAM = "toxiproxy-server";

  /** Returns where the program was searched in vain, and the remedy. */
  static String missing() {
    return "%s is %s; install Toxiproxy, https://github.com/Shopify/toxiproxy/releases."
        .formatted(PROGRAM, ProgramPath.ofThisProcess().absence());
  }

  /**
   * Opens the proxies on this machine, where servers are to reach them at the loopback address, and
   * measures whether they do what is asked of them. A second call does nothing.
   *
   * @throws ClusterException if they do not; the message says why
   * @throws InterruptedException if the caller gives up
   */
  void open() throws ClusterException, InterruptedException;

  /**
   * Opens the proxies elsewhere in the same way, instead of any that were open.
   *
   * @param place where they are to be
   */
  void open(ProxyPlace place) throws ClusterException, InterruptedException;

  /** Returns what the random deviations of proxies are derived from. */
  long seed();

  /**
   * Lets the proxy of a server lead to it.
   *
   * @param server its number, from 1
   * @param address at which it is going to listen for the other servers
   * @return the address that the other servers are to be given
   * @throws ClusterException if there is no way to it; the message says why
   */
  String to(int server, String address, PeerPort port) throws ClusterException;

  /**
   * Opens another way to a server, without conditions, at the host of its proxy and under the
   * address's own number. Only for proxies in another {@link ProxyPlace}.
   *
   * @return the address that the other servers are to be given
   * @throws ClusterException if there is no such way; the message says why
   */
  String besides(int server, String address) throws ClusterException;
}
