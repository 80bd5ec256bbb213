package io.kvbench.bindings.consul;

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
import java.util.stream.Collectors;

/** Real Consul servers. */
final class RealConsul {
  private RealConsul() {}

  /** Starts one server for all tests. */
  static RunningServers single(Path directory) throws IOException, InterruptedException {
    return servers(directory, 1, "http", "");
  }

  /** Starts a cluster of three. */
  static RunningServers cluster(Path directory) throws IOException, InterruptedException {
    return servers(directory, 3, "http", "");
  }

  /** Starts one server that requires client certificates. */
  static RunningServers secure(Path directory, Certificates certificates, Certificates.Pair server)
      throws IOException, InterruptedException {
    String tls =
        """
        "tls": {"https": {"cert_file": "%s", "key_file": "%s", "ca_file": "%s",
                          "verify_incoming": true}},
        """
            .formatted(server.certificate(), server.key(), certificates.authority());
    return servers(directory, 1, "https", tls);
  }

  /** Starts one server that denies access without a token. */
  static RunningServers closed(Path directory, String token)
      throws IOException, InterruptedException {
    String lists =
        """
        "acl": {"enabled": true, "default_policy": "deny",
                "tokens": {"initial_management": "%s"}},
        """
            .formatted(token);
    return servers(directory, 1, "http", lists);
  }

  private static RunningServers servers(Path directory, int nodes, String scheme, String more)
      throws IOException, InterruptedException {
    List<Integer> ports = ServerProcess.freePorts(3 * nodes);
    String others =
        ports.subList(nodes, 2 * nodes).stream()
            .map(port -> "\"127.0.0.1:" + port + "\"")
            .collect(Collectors.joining(", "));
    List<ServerProcess> processes = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      Path own = Files.createDirectory(directory.resolve("n" + node));
      String configuration =
          """
          {
            %s
            "server": true, "bootstrap_expect": %d, "node_name": "n%d",
            "bind_addr": "127.0.0.1", "client_addr": "127.0.0.1", "data_dir": "%s",
            "retry_join": [%s], "retry_interval": "1s",
            "disable_update_check": true, "connect": {"enabled": false},
            "performance": {"raft_multiplier": %d}, "leave_on_terminate": false,
            "limits": {"http_max_conns_per_client": 2000},
            "ports": {"%s": %d, "%s": -1, "serf_lan": %d, "server": %d,
                      "serf_wan": -1, "dns": -1, "grpc": -1, "grpc_tls": -1}
          }
          """
              .formatted(
                  more,
                  nodes,
                  node,
                  own.resolve("store"),
                  others,
                  // A leader on a busy machine is late.
                  nodes == 1 ? 1 : 3,
                  scheme,
                  ports.get(node),
                  scheme.equals("http") ? "https" : "http",
                  ports.get(nodes + node),
                  ports.get(2 * nodes + node));
      Path file = Files.writeString(own.resolve("consul.json"), configuration);
      processes.add(
          ServerProcess.begin(
              List.of(RealServers.require("consul").toString(), "agent", "-config-file=" + file),
              Map.of(),
              own.resolve("log"),
              ports.get(node)));
    }
    return ServerProcesses.listening(processes);
  }
}
