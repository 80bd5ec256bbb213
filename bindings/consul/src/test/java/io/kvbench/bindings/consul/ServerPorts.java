package io.kvbench.bindings.consul;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/** The ports of a test's servers, free when they were chosen. */
record ServerPorts(int http, int server, int serf, boolean tls) {

  static ServerPorts choose(String address) throws IOException {
    InetAddress host = InetAddress.getByName(address);
    try (ServerSocket http = new ServerSocket(0, 1, host);
        ServerSocket server = new ServerSocket(0, 1, host);
        ServerSocket serf = new ServerSocket(0, 1, host)) {
      return new ServerPorts(
          http.getLocalPort(), server.getLocalPort(), serf.getLocalPort(), false);
    }
  }

  ServerPorts withTls() {
    return new ServerPorts(http, server, serf, true);
  }

  String configuration(String address, Path store, int servers, String extra) {
    return """
        {
          %s
          "server": true,
          "bootstrap_expect": %d,
          "node_name": "node-%s",
          "bind_addr": "%s",
          "client_addr": "%s",
          "data_dir": "%s",
          "disable_update_check": true,
          "connect": {"enabled": false},
          "performance": {"raft_multiplier": 1},
          "limits": {"http_max_conns_per_client": 500},
          "leave_on_terminate": false,
          "ports": {
            "%s": %d, "server": %d, "serf_lan": %d,
            "%s": -1, "serf_wan": -1, "dns": -1, "grpc": -1, "grpc_tls": -1
          }
        }
        """
        .formatted(
            extra,
            servers,
            address.replace('.', '-'),
            address,
            address,
            store,
            tls ? "https" : "http",
            http,
            server,
            serf,
            tls ? "http" : "https");
  }
}
