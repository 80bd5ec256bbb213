package io.kvbench.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Real etcd servers, each behind a proxy with another system's protocol. Actions on a proxy affect
 * its etcd too.
 */
public record EtcdProxies(ServerProcesses etcd, ServerProcesses proxies) implements RunningServers {

  /** The command of a proxy. */
  @FunctionalInterface
  public interface Command {

    /**
     * Returns its program and arguments.
     *
     * @param address the address to listen on, as {@code host:port}
     * @param etcd the URL of its etcd
     */
    List<String> of(String address, String etcd);
  }

  /** Starts nodes of a cluster and returns when all of them and their proxies listen. */
  public static RunningServers start(Path directory, int nodes, Command proxy)
      throws IOException, InterruptedException {
    List<Integer> ports = ServerProcess.freePorts(3 * nodes);
    ServerProcesses etcd = etcd(directory, nodes, ports);
    List<ServerProcess> proxies = new ArrayList<>();
    try {
      for (int node = 0; node < nodes; node++) {
        int port = ports.get(2 * nodes + node);
        proxies.add(
            ServerProcess.begin(
                proxy.of("127.0.0.1:" + port, url(ports.get(node))),
                Map.of(),
                directory.resolve("proxy" + node + ".log"),
                port));
      }
      return new EtcdProxies(etcd, ServerProcesses.listening(proxies));
    } catch (IOException | InterruptedException e) {
      proxies.forEach(ServerProcess::close);
      etcd.close();
      throw e;
    }
  }

  private static ServerProcesses etcd(Path directory, int nodes, List<Integer> ports)
      throws IOException, InterruptedException {
    String members =
        IntStream.range(0, nodes)
            .mapToObj(node -> "n" + node + "=" + url(ports.get(nodes + node)))
            .collect(Collectors.joining(","));
    String program = RealServers.require("etcd").toString();
    List<ServerProcess> processes = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      Path own = Files.createDirectory(directory.resolve("n" + node));
      List<String> command =
          List.of(
              program,
              "--name=n" + node,
              "--data-dir=" + own.resolve("store"),
              "--listen-client-urls=" + url(ports.get(node)),
              "--advertise-client-urls=" + url(ports.get(node)),
              "--listen-peer-urls=" + url(ports.get(nodes + node)),
              "--initial-advertise-peer-urls=" + url(ports.get(nodes + node)),
              "--initial-cluster=" + members);
      processes.add(ServerProcess.begin(command, Map.of(), own.resolve("log"), ports.get(node)));
    }
    return ServerProcesses.listening(processes);
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public List<String> endpoints() {
    return proxies.endpoints();
  }

  @Override
  public void kill() throws IOException, InterruptedException {
    proxies.kill();
    etcd.kill();
  }

  @Override
  public void restart() throws IOException, InterruptedException {
    etcd.restart();
    proxies.restart();
  }

  @Override
  public void freeze() throws IOException, InterruptedException {
    proxies.freeze();
    etcd.freeze();
  }

  @Override
  public void thaw() throws IOException, InterruptedException {
    etcd.thaw();
    proxies.thaw();
  }

  @Override
  public void close() {
    proxies.close();
    etcd.close();
  }
}
