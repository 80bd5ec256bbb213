package io.kvbench.runner.cluster.local;

import java.util.List;

/**
 * Where one node of a cluster listens.
 *
 * @param host an address of the node's machine
 * @param ports that for clients first
 * @param isHere whether it is this machine that starts the node
 */
public record Place(String host, List<Integer> ports, boolean isHere) {

  public Place {
    ports = List.copyOf(ports);
  }
}
