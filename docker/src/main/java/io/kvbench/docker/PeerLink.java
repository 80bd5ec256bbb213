package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ContainerNetwork;

/**
 * The link of one container to the network of the servers.
 *
 * @param network its id
 * @param address of the container in it
 */
record PeerLink(DockerClient client, String network, String address) {

  /** Connects a container, always with the same address. */
  void connect(String container) {
    client
        .connectToNetworkCmd()
        .withNetworkId(network)
        .withContainerId(container)
        .withContainerNetwork(
            new ContainerNetwork()
                .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(address)))
        .exec();
  }

  void disconnect(String container) {
    client
        .disconnectFromNetworkCmd()
        .withNetworkId(network)
        .withContainerId(container)
        .withForce(true)
        .exec();
  }
}
