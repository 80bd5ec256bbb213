package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.server.ProgramVersion;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.SystemServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The zetcd proxies, each with its own etcd: zetcd fails under load with several. */
public final class ZetcdServers implements SystemServers {
  private static final String NAME = "zetcd";
  private static final Pattern VERSION = Pattern.compile("Running zetcd proxy\\s+Version: (.*)");
  private static final Pattern IN_LOG = Pattern.compile("(?m)^Version: v?(\\d\\S*)");

  @Override
  public Optional<String> behind() {
    return Optional.of("etcd");
  }

  @Override
  public List<Integer> ports() {
    return List.of(2181);
  }

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(
        new ServerProgram(
            NAME,
            "https://github.com/etcd-io/zetcd, or build it with docker/prepare servers zetcd",
            List.of(),
            ZetcdServers::version,
            (program, node, all, settings) -> ServerCommand.of(program, arguments(node))));
  }

  @Override
  public Optional<ServerImage> image() {
    return Optional.of(
        new ServerImage(
            "quay.io/coreos/zetcd:v0.0.5",
            "kvbench/zetcd:0.0.5",
            NAME,
            (node, all, settings) -> ServerCommand.of(arguments(node))));
  }

  private static List<String> arguments(ServerNode node) {
    return List.of("-zkaddr=" + node.bind(0), "-endpoints=http://" + node.behind(), "-logtostderr");
  }

  /** Only binaries that were built with a version report it. */
  private static String version(Path program) throws ServerException, InterruptedException {
    String version = ProgramVersion.ask(program, NAME, VERSION, "-zkaddr=");
    return version.matches("v?\\d.*") ? version : "of an unknown version";
  }

  @Override
  public boolean isServing(String endpoint, int nodes) {
    return ZetcdProbe.grantsSession(endpoint);
  }

  @Override
  public Optional<String> versionInLog(String log) {
    Matcher matcher = IN_LOG.matcher(log);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
