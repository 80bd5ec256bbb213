package io.kvbench.runner.cluster.process;

import java.util.List;
import java.util.Optional;

/** The systems whose servers can be run as processes. */
final class ServerPrograms {
  static final List<ServerProgram> ALL =
      List.of(
          new CetcdProgram(),
          new ConsulProgram(),
          new DEngineProgram(),
          new EtcdProgram(),
          new ZetcdProgram(),
          new ZooKeeperProgram());

  private ServerPrograms() {}

  static Optional<ServerProgram> of(String system) {
    return ALL.stream().filter(each -> each.system().equals(system)).findFirst();
  }
}
