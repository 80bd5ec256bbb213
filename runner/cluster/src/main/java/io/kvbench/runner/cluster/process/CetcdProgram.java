package io.kvbench.runner.cluster.process;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.server.CetcdStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** cetcd, where somebody has one. It takes one etcd, and does not tell its version. */
final class CetcdProgram extends EtcdProxyProgram {
  private static final Pattern FLAG = Pattern.compile("-(consuladdr)");

  CetcdProgram() {
    super("cetcd");
  }

  @Override
  public String source() {
    return "which no package registry offers and kvbench does not build:"
        + " https://github.com/etcd-io/cetcd";
  }

  @Override
  String proxyVersion(Path program) throws ClusterException, InterruptedException {
    VersionQuestion.ask(program, "cetcd", FLAG, "-help");
    return "of an unknown version";
  }

  @Override
  List<String> proxy(Path program, String address, String etcd) {
    return List.of(program.toString(), "-consuladdr", address, "-etcd", etcd);
  }

  @Override
  boolean serves(ProcessPlan node) {
    return CetcdStatus.isServing(node.endpoint());
  }
}
