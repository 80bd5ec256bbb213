package io.kvbench.docker;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.server.EtcdSettings;
import io.kvbench.runner.cluster.server.EtcdStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** etcd: everything is in its command line. */
record EtcdServer() implements ServerKind {
  private static final int PEER_PORT = 2380;

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public String officialImage() {
    return "gcr.io/etcd-development/etcd:v3.6.16";
  }

  @Override
  public String localImage() {
    return "kvbench/etcd:3.6.16";
  }

  @Override
  public int clientPort() {
    return 2379;
  }

  @Override
  public String store() {
    return "/var/lib/kvbench";
  }

  @Override
  public Optional<String> program() {
    return Optional.of("etcd");
  }

  @Override
  public List<String> arguments(NodePlan node, List<NodePlan> all, Settings settings) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--name=" + node.name(),
                // A directory that etcd makes itself, with the permissions that it insists on.
                "--data-dir=" + store() + "/etcd",
                "--listen-client-urls=http://0.0.0.0:" + clientPort(),
                // Clients are on this machine, outside the network of the servers.
                "--advertise-client-urls=http://" + node.endpoint(),
                "--listen-peer-urls=http://0.0.0.0:" + PEER_PORT,
                "--initial-advertise-peer-urls=" + peer(node),
                "--initial-cluster="
                    + all.stream()
                        .map(each -> each.name() + "=" + peer(each))
                        .collect(Collectors.joining(",")),
                "--initial-cluster-state=new",
                "--snapshot-count=" + settings.get(EtcdSettings.SNAPSHOT_COUNT),
                "--quota-backend-bytes=" + settings.get(EtcdSettings.QUOTA),
                "--heartbeat-interval=" + settings.get(EtcdSettings.HEARTBEAT),
                "--election-timeout=" + settings.get(EtcdSettings.ELECTION)));
    arguments.addAll(ServerKind.words(settings.find(EtcdSettings.FLAGS)));
    return arguments;
  }

  private static String peer(NodePlan node) {
    return "http://" + node.name() + ":" + PEER_PORT;
  }

  @Override
  public boolean isServing(NodePlan node, int nodes) {
    return EtcdStatus.isServing(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> role(NodePlan node, int nodes) {
    return EtcdStatus.role(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> version(NodePlan node) {
    return Question.get(node.port(), "/version")
        .flatMap(answer -> Question.field(answer, "etcdserver"));
  }
}
