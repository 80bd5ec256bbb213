package io.kvbench.docker;

import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Consul: command line and pieces of configuration in it. */
record ConsulServer() implements ServerKind {
  @Override
  public String name() {
    return "consul";
  }

  @Override
  public String officialImage() {
    return "hashicorp/consul:1.21";
  }

  @Override
  public String localImage() {
    return "kvbench/consul:1.21.0";
  }

  @Override
  public int clientPort() {
    return 8500;
  }

  @Override
  public String store() {
    return "/var/lib/kvbench";
  }

  /** Instead of the official image's own script, which gives up root and looks elsewhere. */
  @Override
  public Optional<String> program() {
    return Optional.of("consul");
  }

  @Override
  public List<String> arguments(NodePlan node, List<NodePlan> all, Settings settings) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "agent",
                "-server",
                "-bootstrap-expect=" + all.size(),
                "-node=" + node.name(),
                "-client=0.0.0.0",
                "-data-dir=" + store(),
                "-grpc-port=-1",
                "-grpc-tls-port=-1",
                "-dns-port=-1",
                "-hcl=disable_update_check = true",
                "-hcl=connect { enabled = false }",
                "-hcl=performance { raft_multiplier = "
                    + settings.get(ConsulFlags.RAFT_MULTIPLIER)
                    + " }",
                "-hcl=limits { http_max_conns_per_client = "
                    + settings.get(ConsulFlags.CONNECTIONS_PER_CLIENT)
                    + " }"));
    if (all.size() > 1) {
      all.forEach(each -> arguments.add("-retry-join=" + each.name()));
      arguments.add("-retry-interval=1s");
    }
    return arguments;
  }

  @Override
  public Map<String, String> environment(int nodes, Settings settings) {
    return Map.of();
  }

  @Override
  public Map<String, String> files(NodePlan node, List<NodePlan> all, Settings settings) {
    return Map.of();
  }

  /** A consistent read is answered only where a leader is known and confirmed. */
  @Override
  public Optional<Status> status(int port) {
    return Http.get(port, "/v1/kv/?keys&consistent&separator=/").isEmpty()
        ? Optional.empty()
        : Http.get(port, "/v1/agent/self").flatMap(ConsulServer::parse);
  }

  static Optional<Status> parse(String answer) {
    boolean leader = Http.field(answer, "leader").orElse("").equals("true");
    return Http.field(answer, "Version")
        .map(version -> new Status(leader ? "leader" : "follower", version));
  }
}
