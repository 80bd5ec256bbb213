package io.kvbench.core.server;

import java.util.List;

/**
 * The TCP port over which servers replicate, where the other servers can be told to reach it by way
 * of a proxy: at {@link ServerNode#peer} instead of {@link ServerNode#bind}. Ports are numbered as
 * in {@link SystemServers#ports}.
 *
 * @param port its number
 * @param sameNumber whether the proxy has to listen on a port of the same number, at another host
 * @param besides further ports that the others look for at the proxy's host
 * @param datagrams whether servers also use UDP there, and answer to the addresses by which they
 *     know each other, not to the sender's
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
