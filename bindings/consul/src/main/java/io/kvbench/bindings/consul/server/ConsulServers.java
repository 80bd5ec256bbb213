package io.kvbench.bindings.consul.server;

import io.kvbench.bindings.consul.events.ConsulTelemetry;
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

/**
 * The Consul servers, configured by their command line. Consul is much more than a store: its other
 * listeners are disabled. Servers acknowledge durable writes.
 *
 * @param security the TLS files and users
 */
public record ConsulServers(ServerSecurity security) implements SystemServers {
  private static final String NAME = "consul";
  private static final Pattern VERSION = Pattern.compile("Consul v(\\S+)");
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");
  private static final int CLIENTS = 0;
  private static final int SERVERS = 1;
  private static final int GOSSIP = 2;

  /** Servers that are open to everyone. */
  public ConsulServers() {
    this(ServerSecurity.NONE);
  }

  @Override
  public Optional<SystemServers> secured(ServerSecurity wanted) {
    return Optional.of(new ConsulServers(wanted));
  }

  @Override
  public ClientAccess access() {
    return ConsulSecurity.access(security);
  }

  @Override
  public void createUsers(List<String> endpoints, Settings settings)
      throws ServerException, InterruptedException {
    ConsulSecurity.createUsers(security, endpoints, settings);
  }

  @Override
  public List<Setting<?>> settings() {
    return ConsulServerSettings.all();
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(ConsulServerSettings.FLAGS);
  }

  @Override
  public List<Integer> ports() {
    return List.of(8500, 8300, 8301);
  }

  /** All ports of a server have one address and their own numbers. */
  @Override
  public Optional<PeerPort> peerPort() {
    return Optional.of(new PeerPort(SERVERS, true, List.of(GOSSIP), true));
  }

  /** The arguments are the same wherever a server runs. */
  List<String> arguments(ServerNode node, List<ServerNode> all, Settings settings) {
    boolean tls = security.tls().isPresent();
    String http = tls ? "-https-port=" : "-http-port=";
    String noHttp = tls ? "-http-port=" : "-https-port=";
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "agent",
                "-server",
                "-bootstrap-expect=" + all.size(),
                "-node=" + node.name(),
                "-data-dir=" + node.store(),
                "-bind=" + node.bindHost(SERVERS),
                "-client=" + node.bindHost(CLIENTS),
                http + node.port(CLIENTS),
                "-server-port=" + node.port(SERVERS),
                "-serf-lan-port=" + node.port(GOSSIP),
                "-serf-wan-port=-1",
                noHttp + "-1",
                "-grpc-port=-1",
                "-grpc-tls-port=-1",
                "-dns-port=-1",
                "-hcl=disable_update_check = true",
                "-hcl=connect { enabled = false }",
                "-hcl=ui_config { enabled = false }",
                "-hcl=performance { raft_multiplier = "
                    + settings.get(ConsulServerSettings.RAFT_MULTIPLIER)
                    + " }",
                "-hcl=limits {\nhttp_max_conns_per_client = "
                    + settings.get(ConsulServerSettings.MAX_CONNECTIONS)
                    + "\nkv_max_value_size = "
                    + settings.get(ConsulServerSettings.MAX_VALUE)
                    + "\n}"));
    arguments.addAll(ConsulSecurity.arguments(security));
    if (!node.bindHost(GOSSIP).equals(node.bindHost(SERVERS))) {
      arguments.add("-serf-lan-bind=" + node.bindHost(GOSSIP));
    }
    // Names are not accepted; without an address, a server finds its own.
    if (ADDRESS.matcher(node.peerHost(SERVERS)).matches()) {
      arguments.add("-advertise=" + node.peerHost(SERVERS));
    }
    if (all.size() > 1) {
      all.forEach(each -> arguments.add("-retry-join=" + each.peer(GOSSIP)));
      arguments.add("-retry-interval=1s");
    }
    arguments.addAll(ServerCommand.words(settings.find(ConsulServerSettings.FLAGS)));
    return arguments;
  }

  private HostPort place(String endpoint) {
    return ConsulSecurity.asClient(HostPort.of(endpoint), security);
  }

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(
        new ServerProgram(
            NAME,
            "https://developer.hashicorp.com/consul/install",
            List.of("CONSUL_"),
            program -> ProgramVersion.ask(program, "Consul", VERSION, "version"),
            (program, node, all, settings) ->
                ServerCommand.of(program, arguments(node, all, settings))));
  }

  /** Does not use the official image's own script, which drops root and uses other directories. */
  @Override
  public Optional<ServerImage> image() {
    return Optional.of(
        new ServerImage(
            "hashicorp/consul:1.21",
            "kvbench/consul:1.21.0",
            NAME,
            (node, all, settings) -> ServerCommand.of(arguments(node, all, settings))));
  }

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    return ConsulProbe.role(place(endpoint), nodes);
  }

  /** Without a token: there is none before the servers answer. */
  @Override
  public boolean isServing(String endpoint, int nodes) {
    return ConsulProbe.isServing(HostPort.of(endpoint).over(security.trust()), nodes);
  }

  @Override
  public Optional<String> version(String endpoint) {
    return ConsulProbe.version(place(endpoint));
  }

  @Override
  public ServerTelemetry telemetry() {
    return new ConsulTelemetry(place -> ConsulSecurity.asClient(place, security));
  }
}
