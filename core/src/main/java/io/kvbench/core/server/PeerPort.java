package io.kvbench.core.server;

import java.util.List;

/**
 * The TCP port over which servers replicate, if the other servers can be configured to reach it
 * through a proxy: at {@link ServerNode#peer} instead of {@link ServerNode#bind}. Ports are
 * numbered as in {@link SystemServers#ports}.
 *
 * @param port its number
 * @param sameNumber whether the proxy has to listen on a port of the same number, at another host
 * @param besides further ports that the others expect at the proxy's host
 * @param datagrams whether servers also use UDP there, and answer to each other's configured
 *     addresses instead of the sender's
 */
public record PeerPort(int port, boolean sameNumber, List<Integer> besides, boolean datagrams) {

  public PeerPort {
    besides = List.copyOf(besides);
  }

  /** A port whose proxy may listen anywhere. */
  public PeerPort(int port) {
    this(port, false, List.of(), false);
  }
}
