package io.kvbench.bindings.consul.server;

import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.ProgramVersion;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.SystemServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The cetcd proxies, if the user has the program, each with its own etcd. */
public final class CetcdServers implements SystemServers {
  private static final String NAME = "cetcd";
  private static final Pattern FLAG = Pattern.compile("-(consuladdr)");

  @Override
  public Optional<String> behind() {
    return Optional.of("etcd");
  }

  @Override
  public List<Integer> ports() {
    return List.of(8500);
  }

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(
        new ServerProgram(
            NAME,
            "which no package registry offers and kvbench does not build:"
                + " https://github.com/etcd-io/cetcd",
            List.of(),
            CetcdServers::version,
            (program, node, all, settings) ->
                ServerCommand.of(
                    program,
                    List.of("-consuladdr", node.bind(0), "-etcd", "http://" + node.behind()))));
  }

  /** It does not report its version. */
  private static String version(Path program) throws ServerException, InterruptedException {
    ProgramVersion.ask(program, NAME, FLAG, "-help");
    return "of an unknown version";
  }

  /** A linearizable read, of a record that need not exist, must query etcd. */
  @Override
  public boolean isServing(String endpoint, int nodes) {
    return HostPort.of(endpoint).tryGet("/v1/kv/kvbench-probe?consistent=true").isPresent();
  }
}
