package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcess;
import io.kvbench.testkit.ServerProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** Real ZooKeeper servers, each in a JVM of its own. */
final class RealZooKeeper {
  private RealZooKeeper() {}

  /** Starts one server for all tests. */
  static RunningServers single(Path directory) throws IOException, InterruptedException {
    int port = ServerProcess.freePorts(1).getFirst();
    Path node = node(directory, 1, listen("client", port));
    // A client that connects while the server starts may never get an answer.
    return ServerProcess.begin(command(node, List.of()), Map.of(), node.resolve("log"), port)
        .awaitAnswer("srvr", "Zookeeper version");
  }

  /** Starts one server with TLS only, which checks its clients' certificates. */
  static RunningServers secure(Path directory, Path keys, Path trust)
      throws IOException, InterruptedException {
    int port = ServerProcess.freePorts(1).getFirst();
    Path node = node(directory, 1, listen("secureClient", port));
    List<String> properties =
        List.of(
            "-Dzookeeper.serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
            "-Dzookeeper.ssl.keyStore.location=" + keys,
            "-Dzookeeper.ssl.keyStore.password=" + Certificates.PASSWORD,
            "-Dzookeeper.ssl.trustStore.location=" + trust,
            "-Dzookeeper.ssl.trustStore.password=" + Certificates.PASSWORD);
    return ServerProcess.start(command(node, properties), node.resolve("log"), port);
  }

  /** Starts an ensemble of three, and waits until each follows or leads. */
  static RunningServers ensemble(Path directory) throws IOException, InterruptedException {
    List<Integer> ports = ServerProcess.freePorts(9);
    List<String> ensemble =
        IntStream.range(0, 3)
            .mapToObj(
                index ->
                    "server.%d=127.0.0.1:%d:%d"
                        .formatted(index + 1, ports.get(3 + index), ports.get(6 + index)))
            .toList();
    List<ServerProcess> members = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      List<String> lines = new ArrayList<>(ensemble);
      lines.addAll(listen("client", ports.get(index)));
      Path node = node(directory, index + 1, lines);
      Files.writeString(node.resolve("store/myid"), Integer.toString(index + 1));
      members.add(
          ServerProcess.begin(
              command(node, List.of()), Map.of(), node.resolve("log"), ports.get(index)));
    }
    return ServerProcesses.answering(members, "srvr", "Zookeeper version");
  }

  private static List<String> listen(String who, int port) {
    return List.of(who + "Port=" + port, who + "PortAddress=127.0.0.1");
  }

  private static Path node(Path directory, int id, List<String> more) throws IOException {
    Path node = Files.createDirectory(directory.resolve("node" + id));
    List<String> lines = new ArrayList<>(more);
    lines.add("dataDir=" + Files.createDirectory(node.resolve("store")));
    lines.addAll(
        List.of(
            "tickTime=500",
            "maxSessionTimeout=60000",
            "initLimit=60",
            "syncLimit=20",
            "maxClientCnxns=0",
            "admin.enableServer=false",
            "4lw.commands.whitelist=*"));
    Files.write(node.resolve("zoo.cfg"), lines);
    return node;
  }

  private static List<String> command(Path node, List<String> properties) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.add("-Dkvbench.test.log=" + node.resolve("server.log"));
    command.addAll(properties);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(QuorumPeerMain.class.getName(), node.resolve("zoo.cfg").toString()));
    return command;
  }
}
