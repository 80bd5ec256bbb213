package io.kvbench.bindings.dengine;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Real d-engine servers. */
final class RealDEngine {
  private RealDEngine() {}

  /** Starts one server for all tests. */
  static RunningServers single(Path directory) throws IOException, InterruptedException {
    return servers(directory, 1, 1);
  }

  /** Starts one of three servers, which waits for the two others forever. */
  static RunningServers alone(Path directory) throws IOException, InterruptedException {
    return servers(directory, 1, 3);
  }

  /** Starts a cluster of three. */
  static RunningServers cluster(Path directory) throws IOException, InterruptedException {
    return servers(directory, 3, 3);
  }

  private static RunningServers servers(Path directory, int started, int nodes)
      throws IOException, InterruptedException {
    List<Integer> ports = ServerProcess.freePorts(nodes);
    String members =
        IntStream.range(0, nodes)
            .mapToObj(node -> (node + 1) + "=127.0.0.1:" + ports.get(node))
            .collect(Collectors.joining(","));
    List<ServerProcess> processes = new ArrayList<>();
    for (int node = 0; node < started; node++) {
      Path own = Files.createDirectory(directory.resolve("n" + node));
      List<String> command =
          List.of(
              RealServers.require("d-engine").toString(),
              "--id",
              Integer.toString(node + 1),
              "--listen",
              "127.0.0.1:" + ports.get(node),
              "--cluster",
              members,
              "--data",
              own.resolve("store").toString());
      processes.add(ServerProcess.begin(command, Map.of(), own.resolve("log"), ports.get(node)));
    }
    return ServerProcesses.listening(processes);
  }
}
