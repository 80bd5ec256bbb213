package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.local.Ports;
import io.kvbench.runner.cluster.server.ConsulSettings;
import io.kvbench.runner.cluster.server.ConsulStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Consul servers on equal addresses and different ports. Consul is much more than a store: what
 * else it listens for is switched off. It writes to disk before it acknowledges.
 */
final class ConsulProgram implements ServerProgram {
  private static final Pattern VERSION = Pattern.compile("Consul v(\\S+)");
  private static final int SERVERS = 1;
  private static final int GOSSIP = 2;

  @Override
  public String system() {
    return "consul";
  }

  @Override
  public List<Setting<?>> settings() {
    return ConsulSettings.all();
  }

  @Override
  public List<String> files() {
    return List.of("consul");
  }

  @Override
  public String source() {
    return "https://developer.hashicorp.com/consul/install";
  }

  @Override
  public int ports() {
    return 3;
  }

  @Override
  public String version(FoundProgram found) throws ClusterException, InterruptedException {
    return VersionQuestion.ask(found.server(), "Consul", VERSION, "version");
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(ConsulSettings.FLAGS);
  }

  @Override
  public List<List<String>> prepare(
      ProcessPlan node, List<ProcessPlan> cluster, FoundProgram found, Settings settings)
      throws IOException {
    Path file = node.directory().resolve("consul.json");
    Files.writeString(file, configuration(node, cluster, settings));
    List<String> command =
        new ArrayList<>(List.of(found.server().toString(), "agent", "-config-file=" + file));
    command.addAll(Words.of(flags(settings)));
    return List.of(command);
  }

  static String configuration(ProcessPlan node, List<ProcessPlan> cluster, Settings settings) {
    String others =
        cluster.stream().map(each -> text(each.address(GOSSIP))).collect(Collectors.joining(", "));
    return """
        {
          "server": true,
          "bootstrap_expect": %d,
          "node_name": %s,
          "data_dir": %s,
          "bind_addr": "%s",
          "client_addr": "%s",
          "retry_join": [%s],
          "retry_interval": "1s",
          "ports": {
            "http": %d, "server": %d, "serf_lan": %d,
            "https": -1, "serf_wan": -1, "dns": -1, "grpc": -1, "grpc_tls": -1
          },
          "performance": {"raft_multiplier": %d},
          "limits": {"http_max_conns_per_client": %d, "kv_max_value_size": %d},
          "connect": {"enabled": false},
          "ui_config": {"enabled": false},
          "disable_update_check": true
        }
        """
        .formatted(
            cluster.size(),
            text(node.name()),
            text(node.store().toString()),
            Ports.HOST,
            Ports.HOST,
            others,
            node.ports().getFirst(),
            node.ports().get(SERVERS),
            node.ports().get(GOSSIP),
            settings.get(ConsulSettings.RAFT_MULTIPLIER),
            settings.get(ConsulSettings.MAX_CONNECTIONS),
            settings.get(ConsulSettings.MAX_VALUE));
  }

  private static String text(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  @Override
  public boolean isServing(ProcessPlan node, int nodes) {
    return ConsulStatus.isServing(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> role(ProcessPlan node, int nodes) {
    return ConsulStatus.role(node.endpoint(), nodes);
  }
}
