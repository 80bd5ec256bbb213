package io.kvbench.docker;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.server.ZetcdStatus;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** zetcd, with an etcd behind each: under load it fails where it is given several. */
record ZetcdServer() implements ServerKind {
  private static final ServerKind ETCD = new EtcdServer();
  private static final Pattern VERSION = Pattern.compile("(?m)^Version: v?(\\d\\S*)");

  @Override
  public String name() {
    return "zetcd";
  }

  @Override
  public Optional<ServerKind> behind() {
    return Optional.of(ETCD);
  }

  @Override
  public String officialImage() {
    return "quay.io/coreos/zetcd:v0.0.5";
  }

  @Override
  public String localImage() {
    return "kvbench/zetcd:0.0.5";
  }

  @Override
  public int clientPort() {
    return 2181;
  }

  /** It keeps nothing; this is for what it may want to put somewhere. */
  @Override
  public String store() {
    return "/tmp";
  }

  @Override
  public Optional<String> program() {
    return Optional.of("zetcd");
  }

  @Override
  public List<String> arguments(NodePlan node, List<NodePlan> all, Settings settings) {
    return List.of(
        "-zkaddr=0.0.0.0:" + clientPort(),
        "-endpoints=http://" + ETCD.name() + "-" + node.number() + ":" + ETCD.clientPort(),
        "-logtostderr");
  }

  @Override
  public boolean isServing(NodePlan node, int nodes) {
    return ZetcdStatus.grantsSession(node.port());
  }

  /** That of its etcd. */
  @Override
  public Optional<String> role(NodePlan node, int nodes) {
    return Optional.empty();
  }

  @Override
  public Optional<String> version(NodePlan node) {
    return Optional.empty();
  }

  /** Returns the version that it tells when it starts, if whoever built it said which it is. */
  static Optional<String> version(String log) {
    Matcher matcher = VERSION.matcher(log);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
