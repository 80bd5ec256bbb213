package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The networks of a cluster: a single one; or one for each server and its clients, and one for the
 * servers only, in which they can be isolated and have addresses that are known before they start.
 * The engine does not route between networks.
 */
final class ClusterNetworks {
  private static final int ATTEMPTS = 5;

  /** The engine uses the first addresses itself. */
  private static final int FIRST = 10;

  private final DockerClient client;
  private final List<String> own;
  private final Optional<Peers> peers;

  private record Peers(String id, String subnet) {}

  private ClusterNetworks(DockerClient client, List<String> own, Optional<Peers> peers) {
    this.client = client;
    this.own = List.copyOf(own);
    this.peers = peers;
  }

  /** Creates the single network of a cluster. */
  static ClusterNetworks shared(DockerClient client, String cluster, Map<String, String> labels) {
    return new ClusterNetworks(client, List.of(network(client, cluster, labels)), Optional.empty());
  }

  /** Creates networks for servers that can be isolated. */
  static ClusterNetworks apart(
      DockerClient client, String cluster, Map<String, String> labels, int servers) {
    List<String> own = new ArrayList<>();
    for (int number = 1; number <= servers; number++) {
      own.add(network(client, cluster + "-" + number, labels));
    }
    return new ClusterNetworks(
        client, own, Optional.of(peers(client, cluster + "-servers", labels)));
  }

  private static String network(DockerClient client, String name, Map<String, String> labels) {
    return client.createNetworkCmd().withName(name).withLabels(labels).exec().getId();
  }

  /**
   * Addresses can be chosen only if the subnet was. The engine knows which subnets are free: it
   * chooses one, which is then reused.
   */
  private static Peers peers(DockerClient client, String name, Map<String, String> labels) {
    for (int attempt = 1; true; attempt++) {
      String chosen = network(client, name, labels);
      String subnet =
          client
              .inspectNetworkCmd()
              .withNetworkId(chosen)
              .exec()
              .getIpam()
              .getConfig()
              .getFirst()
              .getSubnet();
      client.removeNetworkCmd(chosen).exec();
      try {
        String id =
            client
                .createNetworkCmd()
                .withName(name)
                .withLabels(labels)
                .withInternal(true)
                .withIpam(
                    new Network.Ipam().withConfig(new Network.Ipam.Config().withSubnet(subnet)))
                .exec()
                .getId();
        return new Peers(id, subnet);
      } catch (DockerException e) {
        // Another network may have got the subnet meanwhile.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  List<String> ids() {
    return Stream.concat(own.stream(), peers.stream().map(Peers::id)).toList();
  }

  /** Returns the network in which clients reach a server. */
  String ofClients(int server) {
    return own.get(peers.isPresent() ? server - 1 : 0);
  }

  /** Returns the addresses at which servers reach one another, if they are known. */
  List<String> addresses() {
    return IntStream.rangeClosed(1, own.size())
        .boxed()
        .flatMap(server -> link(server).stream())
        .map(PeerLink::address)
        .toList();
  }

  /** Returns a server's link to the others, if it is separate from its clients. */
  Optional<PeerLink> link(int server) {
    return peers.map(
        network -> new PeerLink(client, network.id(), address(network.subnet(), FIRST + server)));
  }

  /** Returns an address of a subnet such as {@code 172.18.0.0/16}. */
  static String address(String subnet, int number) {
    long address = 0;
    for (String part : subnet.substring(0, subnet.indexOf('/')).split("\\.", -1)) {
      address = address << 8 | Long.parseLong(part);
    }
    address += number;
    return "%s.%s.%s.%s"
        .formatted(address >> 24, address >> 16 & 255, address >> 8 & 255, address & 255);
  }
}
