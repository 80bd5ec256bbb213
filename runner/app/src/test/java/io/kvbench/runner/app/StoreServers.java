package io.kvbench.runner.app;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/** Real servers for every client library in the jar, without TLS and with it. */
public enum StoreServers {
  ZOOKEEPER("zookeeper") {
    @Override
    public RunningServers plain(Path directory) throws Exception {
      int port = ServerProcess.freePorts(1).getFirst();
      return start(directory, port, List.of(), "clientPort=" + port, "clientPortAddress=127.0.0.1");
    }

    @Override
    public RunningServers secure(
        Path directory, Certificates.Pair server, Certificates certificates) throws Exception {
      int port = ServerProcess.freePorts(1).getFirst();
      List<String> properties =
          List.of(
              "-Dzookeeper.serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
              "-Dzookeeper.ssl.keyStore.location=" + server.store(),
              "-Dzookeeper.ssl.keyStore.password=" + Certificates.PASSWORD,
              "-Dzookeeper.ssl.trustStore.location=" + certificates.trust(),
              "-Dzookeeper.ssl.trustStore.password=" + Certificates.PASSWORD);
      return start(
          directory,
          port,
          properties,
          "secureClientPort=" + port,
          "secureClientPortAddress=127.0.0.1");
    }

    // The server is in the jar too.
    private RunningServers start(
        Path directory, int port, List<String> properties, String... listen)
        throws IOException, InterruptedException {
      List<String> lines = new ArrayList<>(List.of(listen));
      lines.add("dataDir=" + Files.createDirectory(directory.resolve("store")));
      lines.addAll(List.of("admin.enableServer=false", "4lw.commands.whitelist=srvr,mntr"));
      Path configuration = Files.write(directory.resolve("zoo.cfg"), lines);
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
      command.addAll(properties);
      command.addAll(List.of("-cp", System.getProperty("kvbench.jar")));
      command.add("org.apache.zookeeper.server.quorum.QuorumPeerMain");
      command.add(configuration.toString());
      return ServerProcess.start(command, directory.resolve("log"), port);
    }

    @Override
    public List<String> tlsSettings(Certificates.Pair client, Certificates certificates)
        throws IOException {
      return List.of(
          "zookeeper.client.secure=true",
          "zookeeper.ssl.keyStore.location=" + client.store(),
          "zookeeper.ssl.keyStore.password=" + Certificates.PASSWORD,
          "zookeeper.ssl.trustStore.location=" + certificates.trust(),
          "zookeeper.ssl.trustStore.password=" + Certificates.PASSWORD);
    }
  },

  ETCD("etcd") {
    @Override
    public RunningServers plain(Path directory) throws Exception {
      return start(directory, "http", List.of());
    }

    @Override
    public RunningServers secure(
        Path directory, Certificates.Pair server, Certificates certificates) throws Exception {
      return start(
          directory,
          "https",
          List.of(
              "--cert-file=" + server.certificate(),
              "--key-file=" + server.key(),
              "--trusted-ca-file=" + certificates.authority(),
              "--client-cert-auth"));
    }

    private RunningServers start(Path directory, String scheme, List<String> more)
        throws IOException, InterruptedException {
      List<Integer> ports = ServerProcess.freePorts(2);
      String url = scheme + "://127.0.0.1:" + ports.getFirst();
      String peer = "http://127.0.0.1:" + ports.getLast();
      List<String> command = new ArrayList<>();
      command.add(RealServers.require("etcd").toString());
      command.addAll(
          List.of(
              "--name=n0",
              "--data-dir=" + directory.resolve("store"),
              "--listen-client-urls=" + url,
              "--advertise-client-urls=" + url,
              "--listen-peer-urls=" + peer,
              "--initial-advertise-peer-urls=" + peer,
              "--initial-cluster=n0=" + peer));
      command.addAll(more);
      return ServerProcess.start(command, directory.resolve("log"), ports.getFirst());
    }

    @Override
    public List<String> tlsSettings(Certificates.Pair client, Certificates certificates)
        throws IOException {
      return List.of(
          "etcd.tls=true",
          "etcd.cacert=" + certificates.authority(),
          "etcd.cert=" + client.certificate(),
          "etcd.key=" + client.key());
    }
  },

  CONSUL("consul") {
    @Override
    public RunningServers plain(Path directory) throws Exception {
      int port = ServerProcess.freePorts(1).getFirst();
      return start(directory, port, "\"http\": " + port + ", \"https\": -1", "");
    }

    @Override
    public RunningServers secure(
        Path directory, Certificates.Pair server, Certificates certificates) throws Exception {
      int port = ServerProcess.freePorts(1).getFirst();
      String tls =
          ", \"tls\": {\"https\": {\"cert_file\": \"%s\", \"key_file\": \"%s\", \"ca_file\": \"%s\", \"verify_incoming\": true}}"
              .formatted(server.certificate(), server.key(), certificates.authority());
      return start(directory, port, "\"http\": -1, \"https\": " + port, tls);
    }

    private RunningServers start(Path directory, int port, String ports, String more)
        throws IOException, InterruptedException {
      List<Integer> others = ServerProcess.freePorts(3);
      String configuration =
          """
          {"server": true, "bootstrap_expect": 1, "bind_addr": "127.0.0.1",
           "client_addr": "127.0.0.1", "node_name": "n0", "data_dir": "%s",
           "disable_update_check": true, "connect": {"enabled": false},
           "performance": {"raft_multiplier": 1},
           "ports": {%s, "dns": -1, "grpc": -1, "grpc_tls": -1,
                     "server": %d, "serf_lan": %d, "serf_wan": %d}%s}
          """
              .formatted(
                  directory.resolve("store"),
                  ports,
                  others.get(0),
                  others.get(1),
                  others.get(2),
                  more);
      Path file = Files.writeString(directory.resolve("consul.json"), configuration);
      return ServerProcess.start(
          List.of(RealServers.require("consul").toString(), "agent", "-config-file=" + file),
          directory.resolve("log"),
          port);
    }

    @Override
    public List<String> tlsSettings(Certificates.Pair client, Certificates certificates)
        throws IOException {
      return List.of(
          "consul.tls=true",
          "consul.cacert=" + certificates.authority(),
          "consul.cert=" + client.certificate(),
          "consul.key=" + client.key());
    }
  },

  DENGINE("dengine") {
    @Override
    public RunningServers plain(Path directory) throws Exception {
      int port = ServerProcess.freePorts(1).getFirst();
      String address = "127.0.0.1:" + port;
      List<String> command =
          List.of(
              RealServers.require("d-engine").toString(),
              "--id",
              "1",
              "--listen",
              address,
              "--cluster",
              "1=" + address,
              "--data",
              directory.resolve("store").toString());
      return ServerProcess.start(command, directory.resolve("log"), port);
    }

    @Override
    public boolean hasTls() {
      return false;
    }

    @Override
    public RunningServers secure(
        Path directory, Certificates.Pair server, Certificates certificates) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<String> tlsSettings(Certificates.Pair client, Certificates certificates) {
      throw new UnsupportedOperationException();
    }
  };

  private final String system;

  StoreServers(String system) {
    this.system = system;
  }

  public String system() {
    return system;
  }

  /** Starts a server that speaks to everybody. */
  public abstract RunningServers plain(Path directory) throws Exception;

  public boolean hasTls() {
    return true;
  }

  /** Starts a server with TLS that accepts every certificate of the authority. */
  public abstract RunningServers secure(
      Path directory, Certificates.Pair server, Certificates certificates) throws Exception;

  /** Returns settings as {@code name=text}. */
  public abstract List<String> tlsSettings(Certificates.Pair client, Certificates certificates)
      throws IOException;

  /** Proxies, which are driven with the client libraries of the systems they replace. */
  private static final Set<String> BY_ANOTHERS_LIBRARY = Set.of("cetcd", "zetcd");

  /** Returns those whose binding is there, and fails if there is a binding that is not here. */
  public static List<StoreServers> inTheJar() {
    List<String> systems =
        ServiceLoader.load(BindingProvider.class).stream()
            .flatMap(provider -> provider.get().systems().stream())
            .filter(system -> !system.local())
            .map(SystemDescriptor::name)
            .filter(name -> !BY_ANOTHERS_LIBRARY.contains(name))
            .toList();
    List<StoreServers> stores = new ArrayList<>();
    for (String system : systems) {
      stores.add(
          List.of(values()).stream()
              .filter(each -> each.system.equals(system))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no servers are known of " + system)));
    }
    return stores;
  }
}
