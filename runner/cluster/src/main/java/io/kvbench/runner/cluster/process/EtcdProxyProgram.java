package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.server.EtcdSettings;
import io.kvbench.runner.cluster.server.EtcdStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A proxy that speaks another system's protocol and keeps everything in etcd. A node is a server of
 * etcd and a proxy that knows no other.
 */
abstract class EtcdProxyProgram implements ServerProgram {
  private static final int CLIENTS = 1;
  private static final int PEERS = 2;

  private final String system;

  EtcdProxyProgram(String system) {
    this.system = system;
  }

  @Override
  public final String system() {
    return system;
  }

  @Override
  public final List<Setting<?>> settings() {
    return EtcdSettings.all();
  }

  /** The proxy's comes first, for it is what the user means by the system's program. */
  @Override
  public final List<String> files() {
    return List.of(system, "etcd");
  }

  private static Path etcd(FoundProgram found) {
    return found.files().getLast();
  }

  @Override
  public final int ports() {
    return 3;
  }

  @Override
  public final List<String> variables() {
    return List.of("ETCD_");
  }

  @Override
  public final String version(FoundProgram found) throws ClusterException, InterruptedException {
    return proxyVersion(found.server()) + " with etcd " + EtcdProgram.version(etcd(found));
  }

  /** Returns the proxy's version, or words for one that does not tell it. */
  abstract String proxyVersion(Path program) throws ClusterException, InterruptedException;

  @Override
  public final Optional<String> flags(Settings settings) {
    return settings.find(EtcdSettings.FLAGS);
  }

  @Override
  public final List<List<String>> prepare(
      ProcessPlan node, List<ProcessPlan> cluster, FoundProgram found, Settings settings) {
    return List.of(
        EtcdProgram.command(etcd(found), node, cluster, CLIENTS, PEERS, settings),
        proxy(found.server(), node.endpoint(), "http://" + node.address(CLIENTS)));
  }

  /**
   * Returns the command of the proxy.
   *
   * @param address where it has to listen
   * @param etcd the URL of its etcd
   */
  abstract List<String> proxy(Path program, String address, String etcd);

  @Override
  public final boolean isServing(ProcessPlan node, int nodes) {
    return EtcdStatus.isServing(node.address(CLIENTS), nodes) && serves(node);
  }

  /** Returns whether the proxy does something that it has to ask etcd for. */
  abstract boolean serves(ProcessPlan node);

  @Override
  public final Optional<String> role(ProcessPlan node, int nodes) {
    return EtcdStatus.role(node.address(CLIENTS), nodes);
  }
}
