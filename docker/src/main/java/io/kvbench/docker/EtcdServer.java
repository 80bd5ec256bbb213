package io.kvbench.docker;

import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
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
    return List.of(
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
        "--snapshot-count=" + settings.get(EtcdFlags.SNAPSHOT_COUNT),
        "--quota-backend-bytes=" + settings.get(EtcdFlags.QUOTA),
        "--logger=zap");
  }

  private static String peer(NodePlan node) {
    return "http://" + node.name() + ":" + PEER_PORT;
  }

  @Override
  public Map<String, String> environment(int nodes, Settings settings) {
    return Map.of();
  }

  @Override
  public Map<String, String> files(NodePlan node, List<NodePlan> all, Settings settings) {
    return Map.of();
  }

  @Override
  public Optional<Status> status(int port) {
    Optional<String> health = Http.get(port, "/health");
    if (health.isEmpty() || !"true".equals(Http.field(health.get(), "health").orElse(""))) {
      return Optional.empty();
    }
    return Http.post(port, "/v3/maintenance/status", "{}").flatMap(EtcdServer::parse);
  }

  /** The member that answers is named in the header, the leader after it. */
  static Optional<Status> parse(String answer) {
    Optional<String> self = Http.field(answer, "member_id");
    Optional<String> leader = Http.field(answer, "leader");
    return Http.field(answer, "version")
        .map(version -> new Status(self.equals(leader) ? "leader" : "follower", version));
  }
}
