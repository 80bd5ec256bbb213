package io.kvbench.bindings.etcd.server;

import io.kvbench.bindings.etcd.events.EtcdTelemetry;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ProgramVersion;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The etcd servers, configured by their command line. They acknowledge durable writes.
 *
 * @param security the TLS files and users
 */
public record EtcdServers(ServerSecurity security) implements SystemServers {
  private static final String NAME = "etcd";
  private static final Pattern VERSION = Pattern.compile("etcd Version: (\\S+)");
  private static final int CLIENTS = 0;
  private static final int PEERS = 1;

  /** Servers that are open to everyone. */
  public EtcdServers() {
    this(ServerSecurity.NONE);
  }

  @Override
  public Optional<SystemServers> secured(ServerSecurity wanted) {
    return Optional.of(new EtcdServers(wanted));
  }

  @Override
  public ClientAccess access() {
    return EtcdSecurity.access(security);
  }

  @Override
  public void createUsers(List<String> endpoints, Settings settings) throws ServerException {
    EtcdSecurity.createUsers(security, endpoints, settings);
  }

  @Override
  public List<Setting<?>> settings() {
    return EtcdServerSettings.all();
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(EtcdServerSettings.FLAGS);
  }

  @Override
  public List<Integer> ports() {
    return List.of(2379, 2380);
  }

  @Override
  public Optional<PeerPort> peerPort() {
    return Optional.of(new PeerPort(PEERS));
  }

  /** The arguments are the same wherever a server runs. */
  private List<String> arguments(ServerNode node, List<ServerNode> all, Settings settings) {
    String members =
        all.stream()
            .map(each -> each.name() + "=" + security.scheme() + each.peer(PEERS))
            .collect(Collectors.joining(","));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--name=" + node.name(),
                "--data-dir=" + node.store(),
                "--listen-client-urls=" + security.scheme() + node.bind(CLIENTS),
                "--advertise-client-urls=" + security.scheme() + node.endpoint(),
                "--listen-peer-urls=" + security.scheme() + node.bind(PEERS),
                "--initial-advertise-peer-urls=" + security.scheme() + node.peer(PEERS),
                "--initial-cluster=" + members,
                "--initial-cluster-state=new",
                "--snapshot-count=" + settings.get(EtcdServerSettings.SNAPSHOT_COUNT),
                "--quota-backend-bytes=" + settings.get(EtcdServerSettings.QUOTA),
                "--heartbeat-interval=" + settings.get(EtcdServerSettings.HEARTBEAT),
                "--election-timeout=" + settings.get(EtcdServerSettings.ELECTION)));
    arguments.addAll(EtcdSecurity.arguments(security));
    arguments.addAll(ServerCommand.words(settings.find(EtcdServerSettings.FLAGS)));
    return arguments;
  }

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(
        new ServerProgram(
            NAME,
            "https://etcd.io/docs/latest/install/",
            List.of("ETCD_"),
            program -> ProgramVersion.ask(program, NAME, VERSION, "--version"),
            (program, node, all, settings) ->
                ServerCommand.of(program, arguments(node, all, settings))));
  }

  @Override
  public Optional<ServerImage> image() {
    return Optional.of(
        new ServerImage(
            "gcr.io/etcd-development/etcd:v3.6.16",
            "kvbench/etcd:3.6.16",
            NAME,
            (node, all, settings) -> ServerCommand.of(arguments(node, all, settings))));
  }

  private HostPort place(String endpoint) {
    return HostPort.of(endpoint).over(security.trust());
  }

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    return EtcdProbe.role(place(endpoint), nodes);
  }

  @Override
  public boolean isServing(String endpoint, int nodes) {
    return EtcdProbe.isServing(place(endpoint), nodes);
  }

  @Override
  public Optional<String> version(String endpoint) {
    return EtcdProbe.version(place(endpoint));
  }

  @Override
  public ServerTelemetry telemetry() {
    return new EtcdTelemetry(security.trust());
  }
}
