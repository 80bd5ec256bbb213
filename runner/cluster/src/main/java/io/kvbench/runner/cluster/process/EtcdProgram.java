package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.server.EtcdSettings;
import io.kvbench.runner.cluster.server.EtcdStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** etcd, which has everything on its command line. It writes to disk before it acknowledges. */
final class EtcdProgram implements ServerProgram {
  private static final Pattern VERSION = Pattern.compile("etcd Version: (\\S+)");
  private static final int CLIENTS = 0;
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
    return version(found.server());
  }

  static String version(Path program) throws ClusterException, InterruptedException {
    return VersionQuestion.ask(program, "etcd", VERSION, "--version");
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(EtcdSettings.FLAGS);
  }

  @Override
  public List<List<String>> prepare(
      ProcessPlan node, List<ProcessPlan> cluster, FoundProgram found, Settings settings) {
    return List.of(command(found.server(), node, cluster, CLIENTS, PEERS, settings));
  }

  /**
   * Returns the command of a server.
   *
   * @param clients which of a node's ports is that for clients
   * @param peers which is that for the other servers
   */
  static List<String> command(
      Path program,
      ProcessPlan node,
      List<ProcessPlan> cluster,
      int clients,
      int peers,
      Settings settings) {
    String clientUrl = "http://" + node.address(clients);
    String peerUrl = "http://" + node.address(peers);
    String members =
        cluster.stream()
            .map(each -> each.name() + "=http://" + each.address(peers))
            .collect(Collectors.joining(","));
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--name=" + node.name(),
                "--data-dir=" + node.store(),
                "--listen-client-urls=" + clientUrl,
                "--advertise-client-urls=" + clientUrl,
                "--listen-peer-urls=" + peerUrl,
                "--initial-advertise-peer-urls=" + peerUrl,
                "--initial-cluster=" + members,
                "--initial-cluster-state=new",
                "--snapshot-count=" + settings.get(EtcdSettings.SNAPSHOT_COUNT),
                "--quota-backend-bytes=" + settings.get(EtcdSettings.QUOTA),
                "--heartbeat-interval=" + settings.get(EtcdSettings.HEARTBEAT),
                "--election-timeout=" + settings.get(EtcdSettings.ELECTION)));
    command.addAll(Words.of(settings.find(EtcdSettings.FLAGS)));
    return command;
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
