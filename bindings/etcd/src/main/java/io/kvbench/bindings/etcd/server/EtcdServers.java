package io.kvbench.bindings.etcd.server;

import io.kvbench.bindings.etcd.events.EtcdTelemetry;
import io.kvbench.core.server.ProgramVersion;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** etcd servers, configured by their command line. They acknowledge what is on disk. */
public final class EtcdServers implements SystemServers {
  private static final String NAME = "etcd";
  private static final Pattern VERSION = Pattern.compile("etcd Version: (\\S+)");
  private static final int CLIENTS = 0;
  private static final int PEERS = 1;

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

  /** The arguments are the same wherever a server runs. */
  private static List<String> arguments(ServerNode node, List<ServerNode> all, Settings settings) {
    String members =
        all.stream()
            .map(each -> each.name() + "=http://" + each.peer(PEERS))
            .collect(Collectors.joining(","));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--name=" + node.name(),
                "--data-dir=" + node.store(),
                "--listen-client-urls=http://" + node.bind(CLIENTS),
                "--advertise-client-urls=http://" + node.endpoint(),
                "--listen-peer-urls=http://" + node.bind(PEERS),
                "--initial-advertise-peer-urls=http://" + node.peer(PEERS),
                "--initial-cluster=" + members,
                "--initial-cluster-state=new",
                "--snapshot-count=" + settings.get(EtcdServerSettings.SNAPSHOT_COUNT),
                "--quota-backend-bytes=" + settings.get(EtcdServerSettings.QUOTA),
                "--heartbeat-interval=" + settings.get(EtcdServerSettings.HEARTBEAT),
                "--election-timeout=" + settings.get(EtcdServerSettings.ELECTION)));
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
            (node, all, settings, memory) -> ServerCommand.of(arguments(node, all, settings))));
  }

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    return EtcdProbe.role(endpoint, nodes);
  }

  @Override
  public boolean isServing(String endpoint, int nodes) {
    return EtcdProbe.isServing(endpoint, nodes);
  }

  @Override
  public Optional<String> version(String endpoint) {
    return EtcdProbe.version(endpoint);
  }

  @Override
  public ServerTelemetry telemetry() {
    return new EtcdTelemetry();
  }
}
