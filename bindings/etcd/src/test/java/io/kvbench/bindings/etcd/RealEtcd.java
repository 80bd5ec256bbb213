package io.kvbench.bindings.etcd;

import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcess;
import io.kvbench.testkit.ServerProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Real etcd servers.
 *
 * @param program its file name
 */
record RealEtcd(String program) {

  /** Starts one server for all tests. */
  RunningServers single(Path directory) throws IOException, InterruptedException {
    return servers(directory, 1, "http", List.of());
  }

  /** Starts a cluster of three. */
  RunningServers cluster(Path directory) throws IOException, InterruptedException {
    return servers(directory, 3, "http", List.of());
  }

  /** Starts one server that requires client certificates. */
  RunningServers secure(Path directory, Certificates certificates, Certificates.Pair server)
      throws IOException, InterruptedException {
    return servers(
        directory,
        1,
        "https",
        List.of(
            "--cert-file=" + server.certificate(),
            "--key-file=" + server.key(),
            "--trusted-ca-file=" + certificates.authority(),
            "--client-cert-auth"));
  }

  /** Starts one server that only root, with this password, may use. */
  RunningServers closed(Path directory, String password) throws IOException, InterruptedException {
    RunningServers servers = single(directory);
    etcdctl(directory, servers, "user", "add", "root:" + password);
    etcdctl(directory, servers, "user", "grant-role", "root", "root");
    etcdctl(directory, servers, "auth", "enable");
    return servers;
  }

  /** Starts the servers of one cluster; scheme is http or https. */
  RunningServers servers(Path directory, int nodes, String scheme, List<String> more)
      throws IOException, InterruptedException {
    List<Integer> ports = ServerProcess.freePorts(2 * nodes);
    String members =
        IntStream.range(0, nodes)
            .mapToObj(node -> "n" + node + "=" + peer(ports.get(nodes + node)))
            .collect(Collectors.joining(","));
    List<ServerProcess> processes = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      Path own = Files.createDirectory(directory.resolve("n" + node));
      String client = scheme + "://127.0.0.1:" + ports.get(node);
      String peer = peer(ports.get(nodes + node));
      List<String> command = new ArrayList<>();
      command.add(RealServers.require(program).toString());
      command.addAll(
          List.of(
              "--name=n" + node,
              "--data-dir=" + own.resolve("store"),
              "--listen-client-urls=" + client,
              "--advertise-client-urls=" + client,
              "--listen-peer-urls=" + peer,
              "--initial-advertise-peer-urls=" + peer,
              "--initial-cluster=" + members,
              "--election-timeout=1500"));
      command.addAll(more);
      processes.add(ServerProcess.begin(command, Map.of(), own.resolve("log"), ports.get(node)));
    }
    return ServerProcesses.listening(processes);
  }

  private static String peer(int port) {
    return "http://127.0.0.1:" + port;
  }

  private static void etcdctl(Path directory, RunningServers servers, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(RealServers.require("etcdctl").toString());
    command.add("--endpoints=" + servers.endpoints().getFirst());
    command.add("--command-timeout=60s");
    command.addAll(List.of(arguments));
    Path log = directory.resolve("etcdctl.log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("ETCDCTL_API", "3");
    Process process = builder.start();
    if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
      process.destroyForcibly();
      servers.close();
      throw new IOException("etcdctl failed: " + Files.readString(log));
    }
  }
}
