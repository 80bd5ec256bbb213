package io.kvbench.docker;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.server.ConsulSettings;
import io.kvbench.runner.cluster.server.ConsulStatus;
import java.util.ArrayList;
import java.util.List;
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
                    + settings.get(ConsulSettings.RAFT_MULTIPLIER)
                    + " }",
                "-hcl=limits {\nhttp_max_conns_per_client = "
                    + settings.get(ConsulSettings.MAX_CONNECTIONS)
                    + "\nkv_max_value_size = "
                    + settings.get(ConsulSettings.MAX_VALUE)
                    + "\n}"));
    if (all.size() > 1) {
      all.forEach(each -> arguments.add("-retry-join=" + each.name()));
      arguments.add("-retry-interval=1s");
    }
    arguments.addAll(ServerKind.words(settings.find(ConsulSettings.FLAGS)));
    return arguments;
  }

  @Override
  public boolean isServing(NodePlan node, int nodes) {
    return ConsulStatus.isServing(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> role(NodePlan node, int nodes) {
    return ConsulStatus.role(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> version(NodePlan node) {
    return Question.get(node.port(), "/v1/agent/self")
        .flatMap(answer -> Question.field(answer, "Version"));
  }
}
