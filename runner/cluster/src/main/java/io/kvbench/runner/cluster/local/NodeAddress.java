package io.kvbench.runner.cluster.local;

import java.util.List;

/**
 * The address of one node of a cluster.
 *
 * @param host an address of the node's machine
 * @param ports the client port first
 * @param isHere whether this machine starts the node
 */
public record NodeAddress(String host, List<Integer> ports, boolean isHere) {

  public NodeAddress {
    ports = List.copyOf(ports);
  }
}
