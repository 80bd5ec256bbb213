package io.kvbench.runner.cluster.server;

import java.util.Optional;

/** Asks a d-engine server what it is. */
public final class DEngineStatus {
  private static final String CLUSTER = "d_engine.server.cluster.ClusterManagementService/";
  private static final String READ = "d_engine.client.RaftClientService/HandleClientRead";

  /** A linearizable read of one key of one byte: keys (2) of bytes, policy (3) 1. */
  private static final byte[] PROBE = {0x12, 1, '/', 0x18, 1};

  /** Of the members that a server knows: each node, and who leads. */
  private static final int NODE = 2;

  private static final int LEADER = 3;

  private DEngineStatus() {}

  /**
   * Returns the server's part in the cluster, or empty while it does not answer or knows no leader.
   *
   * @param endpoint where clients connect to
   */
  public static Optional<String> role(String endpoint, int nodes) {
    Optional<byte[]> members = members(endpoint);
    if (members.isEmpty() || count(members.get(), LEADER) == 0) {
      return Optional.empty();
    }
    return Optional.of(leads(endpoint) ? nodes == 1 ? "standalone" : "leader" : "follower");
  }

  private static Optional<byte[]> members(String endpoint) {
    return GrpcQuestion.ask(endpoint, CLUSTER + "GetClusterMetadata", new byte[0]);
  }

  /** Only the leader answers this. */
  private static boolean leads(String endpoint) {
    return GrpcQuestion.ask(endpoint, CLUSTER + "DiscoverLeader", new byte[0]).isPresent();
  }

  /** Returns whether the server knows a leader and all nodes, and serves if it leads. */
  public static boolean isServing(String endpoint, int nodes) {
    return members(endpoint).filter(members -> count(members, NODE) == nodes).isPresent()
        && role(endpoint, nodes)
            .filter(role -> role.equals("follower") || serves(endpoint))
            .isPresent();
  }

  /** A linearizable read takes a working majority. */
  private static boolean serves(String endpoint) {
    return GrpcQuestion.ask(endpoint, READ, PROBE).isPresent();
  }

  /** Returns how often a field is in a message of numbers, texts and messages. */
  static int count(byte[] message, int field) {
    int found = 0;
    int at = 0;
    while (at < message.length) {
      int tag = message[at++];
      found += tag >> 3 == field ? 1 : 0;
      int number = 0;
      int shift = 0;
      byte digit;
      do {
        digit = message[at++];
        number |= (digit & 0x7f) << shift;
        shift += 7;
      } while (digit < 0 && at < message.length);
      // Fields other than numbers begin with their length.
      at += (tag & 7) == 0 ? 0 : number;
    }
    return found;
  }
}
