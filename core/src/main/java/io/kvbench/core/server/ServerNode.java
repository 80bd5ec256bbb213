package io.kvbench.core.server;

import java.util.List;
import java.util.OptionalLong;

/**
 * One server to be started. Its ports are numbered as in {@link SystemServers#ports}, 0 being the
 * one for clients.
 *
 * @param name its name, and its host name in a container
 * @param number its number in the cluster, from 1
 * @param endpoint the address at which clients on this machine reach it, as {@code host:port}
 * @param binds the addresses to listen on, one for each port
 * @param peers the addresses at which the other servers reach it, one for each port
 * @param directory the directory for its configuration
 * @param store the directory for its data, which need not exist
 * @param behind the address of the server behind it, as seen from it; empty unless it is a proxy
 * @param memoryBytes the limit of its memory, if it has one
 */
public record ServerNode(
    String name,
    int number,
    String endpoint,
    List<String> binds,
    List<String> peers,
    String directory,
    String store,
    String behind,
    OptionalLong memoryBytes) {

  public ServerNode {
    binds = List.copyOf(binds);
    peers = List.copyOf(peers);
  }

  /** Returns the address to listen on with a port. */
  public String bind(int port) {
    return binds.get(port);
  }

  /** Returns the address at which the other servers reach a port. */
  public String peer(int port) {
    return peers.get(port);
  }

  /** Returns the host of the address to listen on for clients. */
  public String bindHost() {
    return host(binds.getFirst());
  }

  /** Returns the host of the address to listen on with a port. */
  public String bindHost(int port) {
    return host(binds.get(port));
  }

  /** Returns the host at which the other servers reach a port. */
  public String peerHost(int port) {
    return host(peers.get(port));
  }

  public int port(int port) {
    return number(binds.get(port));
  }

  /** Returns the port number at which the other servers reach a port. */
  public int peerPort(int port) {
    return number(peers.get(port));
  }

  private static int number(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  /** Returns the same server as a proxy for another one. */
  public ServerNode before(ServerNode hidden) {
    return new ServerNode(
        name, number, endpoint, binds, peers, directory, store, hidden.peer(0), memoryBytes);
  }

  /** Returns the same server with a memory limit. */
  public ServerNode limited(OptionalLong bytes) {
    return new ServerNode(name, number, endpoint, binds, peers, directory, store, behind, bytes);
  }

  private static String host(String address) {
    return address.substring(0, address.lastIndexOf(':'));
  }
}
