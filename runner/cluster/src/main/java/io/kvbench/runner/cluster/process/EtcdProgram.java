package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.server.EtcdSettings;
import io.kvbench.runner.cluster.server.EtcdStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** etcd, which has everything on its command line. It writes to disk before it acknowledges. */
final class EtcdProgram implements ServerProgram {
  private static final Pattern VERSION = Pattern.compile("etcd Version: (\\S+)");
  private static final int PEERS = 1;

  @Override
  public String system() {
    return "etcd";
  }

  @Override
  public List<Setting<?>> settings() {
    return EtcdSettings.all();
  }

  @Override
  public List<String> files() {
    return List.of("etcd");
  }

  @Override
  public String source() {
    return "https://etcd.io/docs/latest/install/";
  }

  @Override
  public int ports() {
    return 2;
  }

  @Override
  public String version(FoundProgram found) throws ClusterException, InterruptedException {
    return VersionQuestion.ask(found.server(), "etcd", VERSION, "--version");
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(EtcdSettings.FLAGS);
  }

  @Override
  public List<List<String>> prepare(
      ProcessPlan node, List<ProcessPlan> cluster, FoundProgram found, Settings settings) {
    String clients = "http://" + node.endpoint();
    String peers = "http://" + node.address(PEERS);
    String members =
        cluster.stream()
            .map(each -> each.name() + "=http://" + each.address(PEERS))
            .collect(Collectors.joining(","));
    List<String> command =
        new ArrayList<>(
            List.of(
                found.server().toString(),
                "--name=" + node.name(),
                "--data-dir=" + node.store(),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=" + members,
                "--initial-cluster-state=new",
                "--snapshot-count=" + settings.get(EtcdSettings.SNAPSHOT_COUNT),
                "--quota-backend-bytes=" + settings.get(EtcdSettings.QUOTA),
                "--heartbeat-interval=" + settings.get(EtcdSettings.HEARTBEAT),
                "--election-timeout=" + settings.get(EtcdSettings.ELECTION)));
    command.addAll(Words.of(flags(settings)));
    return List.of(command);
  }

  @Override
  public boolean isServing(ProcessPlan node, int nodes) {
    return EtcdStatus.isServing(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> role(ProcessPlan node, int nodes) {
    return EtcdStatus.role(node.endpoint(), nodes);
  }
}
