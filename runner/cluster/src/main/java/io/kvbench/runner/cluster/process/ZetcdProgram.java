package io.kvbench.runner.cluster.process;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.server.ZetcdStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** zetcd, with an etcd behind each: under load it fails where it is given several. */
final class ZetcdProgram extends EtcdProxyProgram {
  private static final Pattern VERSION = Pattern.compile("Running zetcd proxy\\s+Version: (.*)");

  ZetcdProgram() {
    super("zetcd");
  }

  @Override
  public String source() {
    return "https://github.com/etcd-io/zetcd, or build it with docker/prepare servers zetcd";
  }

  /** It only tells its version where whoever built it said which it is. */
  @Override
  String proxyVersion(Path program) throws ClusterException, InterruptedException {
    String version = VersionQuestion.ask(program, "zetcd", VERSION, "-zkaddr=");
    return version.matches("v?\\d.*") ? version : "of an unknown version";
  }

  @Override
  List<String> proxy(Path program, String address, String etcd) {
    return List.of(program.toString(), "-zkaddr", address, "-endpoints", etcd, "-logtostderr");
  }

  @Override
  boolean serves(ProcessPlan node) {
    return ZetcdStatus.grantsSession(node.ports().getFirst());
  }
}
