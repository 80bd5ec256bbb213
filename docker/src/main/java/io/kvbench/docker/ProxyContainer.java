package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Ports;
import io.kvbench.core.server.PeerPort;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ProxyServer;
import io.kvbench.runner.cluster.ProxyServer.ProxyPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Toxiproxy in a container in the network of a cluster's servers, for the proxies between them. The
 * ports to control and measure it are published on the loopback address only.
 */
final class ProxyContainer {
  /** The address at which ports of containers are published. */
  static final String HOST = "127.0.0.1";

  private static final String OFFICIAL = "ghcr.io/shopify/toxiproxy:2.12.0";
  private static final String LOCAL = "kvbench/toxiproxy:2.12.0";
  private static final String NAME = "toxiproxy";
  private static final int CONTROL = 8474;
  private static final int FIRST = 20_000;
  private static final int STEP = 100;
  private static final int PROBES = 9;

  private final ClusterResources surroundings;
  private final DockerClient client;
  private final String system;
  private final int servers;
  private final PeerPort port;
  private final String image;

  /**
   * Prepares the container.
   *
   * @param surroundings own what is started
   * @param system the system, as in the servers' names
   * @param servers the number of servers
   * @param port of the servers that has a proxy
   */
  ProxyContainer(ClusterResources surroundings, String system, int servers, PeerPort port)
      throws ClusterException, InterruptedException {
    this.surroundings = surroundings;
    this.client = surroundings.client();
    this.system = system;
    this.servers = servers;
    this.port = port;
    // Only the image that is built here supports datagrams.
    this.image = new Images(client).forHelper(port.datagrams() ? LOCAL : OFFICIAL, LOCAL);
  }

  /**
   * Returns a port of the proxies, which is also that of its server.
   *
   * @param index 0 for the one with conditions, from 1 for the others
   * @param server its number, from 1
   */
  static int port(int index, int server) {
    return FIRST + index * STEP + server;
  }

  /**
   * Starts the container, which need not answer yet when this returns.
   *
   * @param network of the servers
   * @param seed of random deviations
   */
  ProxyServer start(String network, long seed) throws ClusterException {
    Ports published = new Ports();
    List<Integer> inside = new ArrayList<>(List.of(CONTROL));
    numbers(0).forEach(inside::add);
    numbers(PROBES).forEach(inside::add);
    inside.forEach(each -> published.bind(ExposedPort.tcp(each), Ports.Binding.bindIp(HOST)));
    String id =
        run(
            client
                .createContainerCmd(image)
                .withName(surroundings.cluster() + "-" + NAME)
                .withCmd("-host=0.0.0.0", "-port=" + CONTROL, "-seed=" + seed)
                .withEnv("LOG_LEVEL=error")
                .withExposedPorts(inside.stream().map(ExposedPort::tcp).toList())
                .withHostConfig(
                    HostConfig.newHostConfig()
                        .withPortBindings(published)
                        .withNetworkMode(network)));
    if (port.datagrams()) {
      passDatagrams(id);
    }
    return place(id);
  }

  private String run(CreateContainerCmd command) {
    String id = command.withLabels(surroundings.labels()).exec().getId();
    surroundings.addContainer(id);
    client.startContainerCmd(id).exec();
    return id;
  }

  private List<Integer> numbers(int index) {
    return IntStream.rangeClosed(1, servers).mapToObj(server -> port(index, server)).toList();
  }

  /** At the same address, for the ports other than the one with conditions. */
  private void passDatagrams(String proxies) {
    List<String> command = new ArrayList<>();
    for (int index = 1; index <= port.besides().size(); index++) {
      for (int server = 1; server <= servers; server++) {
        int number = port(index, server);
        command.add("%s=%s:%s".formatted(number, system + "-" + server, number));
      }
    }
    run(
        client
            .createContainerCmd(image)
            .withName(surroundings.cluster() + "-datagrams")
            .withEntrypoint("/datagrams")
            .withCmd(command)
            .withHostConfig(HostConfig.newHostConfig().withNetworkMode("container:" + proxies)));
  }

  private ProxyServer place(String id) throws ClusterException {
    InspectContainerResponse found = client.inspectContainerCmd(id).exec();
    Map<ExposedPort, Ports.Binding[]> published =
        found.getNetworkSettings().getPorts().getBindings();
    return new ProxyServer(
        "Toxiproxy in a container",
        here(published, CONTROL),
        HOST + ":" + CONTROL,
        String.valueOf(
            found.getNetworkSettings().getNetworks().values().iterator().next().getIpAddress()),
        doors(published, 0),
        doors(published, PROBES),
        () -> isRunning(id));
  }

  private List<ProxyPort> doors(Map<ExposedPort, Ports.Binding[]> published, int index)
      throws ClusterException {
    List<ProxyPort> doors = new ArrayList<>();
    for (int number : numbers(index)) {
      doors.add(new ProxyPort(number, here(published, number)));
    }
    return doors;
  }

  private static String here(Map<ExposedPort, Ports.Binding[]> published, int number)
      throws ClusterException {
    Ports.Binding[] bindings = published.get(ExposedPort.tcp(number));
    if (bindings == null || bindings.length == 0) {
      throw new ClusterException("the container of the proxies between servers has ended.");
    }
    return HOST + ":" + bindings[0].getHostPortSpec();
  }

  private boolean isRunning(String id) {
    try {
      return Boolean.TRUE.equals(client.inspectContainerCmd(id).exec().getState().getRunning());
    } catch (DockerException e) {
      return false;
    }
  }
}
