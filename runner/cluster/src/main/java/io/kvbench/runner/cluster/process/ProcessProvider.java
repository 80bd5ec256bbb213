package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Secrets;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.local.KeptProcesses;
import io.kvbench.runner.cluster.local.LocalSettings;
import io.kvbench.runner.cluster.local.LocalStart;
import io.kvbench.runner.cluster.local.LocalTitle;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts servers from programs that are installed on this machine. */
public final class ProcessProvider implements ClusterProvider {
  static final String KIND = "process";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int precedence() {
    return 20;
  }

  @Override
  public List<Setting<?>> settings() {
    return Stream.concat(
            decisive().stream(),
            ServerPrograms.ALL.stream().flatMap(program -> program.settings().stream()))
        .toList();
  }

  @Override
  public List<Setting<?>> decisive() {
    return List.of(ProgramSearch.BIN);
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    Optional<ServerProgram> program = ServerPrograms.of(request.system().name());
    if (program.isEmpty()) {
      return Optional.of(
          "kvbench does not know how to start a server of " + request.system().title());
    }
    if (!request.endpoints().isEmpty()) {
      return Optional.of("endpoints are given, leave one of the two out");
    }
    if (File.separatorChar == '\\') {
      return Optional.of("kvbench starts server programs on Linux and macOS only");
    }
    ProgramSearch search = ProgramSearch.of(request.settings());
    return search.find(program.get()).isPresent()
        ? Optional.empty()
        : Optional.of(search.missing(program.get()));
  }

  @Override
  public void check(ClusterRequest request, Problems problems) {
    LocalSettings.check(request, problems);
  }

  @Override
  public String intent(ClusterRequest request) throws ClusterException, InterruptedException {
    Installed installed = installed(request);
    List<Path> files = installed.found().files();
    int processes = request.settings().get(ClusterSettings.NODES) * files.size();
    return installed.title(request)
        + ": "
        + (processes == 1 ? "1 process" : processes + " processes")
        + " from "
        + files.stream().map(Path::toString).collect(Collectors.joining(" and "));
  }

  @Override
  public Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
    Installed installed = installed(request);
    Settings settings = request.settings();
    LocalTitle title =
        new LocalTitle(
            KIND,
            request.system().name(),
            request.system().title(),
            Optional.of(installed.version()),
            description(installed.title(request), installed.program(), settings));
    return new LocalStart(
            title,
            installed.program().ports(),
            settings,
            () -> new ProcessLaunch(installed.program(), installed.found(), settings))
        .run();
  }

  private static String description(String title, ServerProgram program, Settings settings) {
    int nodes = settings.get(ClusterSettings.NODES);
    return title
        + (nodes == 1 ? ", 1 node, process" : ", " + nodes + " nodes, processes")
        + " on this machine"
        + program.flags(settings).map(flags -> ", with " + Secrets.maskFlags(flags)).orElse("");
  }

  /** What was found on this machine. */
  private record Installed(ServerProgram program, FoundProgram found, String version) {
    String title(ClusterRequest request) {
      return request.system().title() + " " + version;
    }
  }

  private static Installed installed(ClusterRequest request)
      throws ClusterException, InterruptedException {
    ServerProgram program =
        ServerPrograms.of(request.system().name())
            .orElseThrow(() -> new IllegalStateException("obstacle was not asked"));
    ProgramSearch search = ProgramSearch.of(request.settings());
    FoundProgram found =
        search.find(program).orElseThrow(() -> new ClusterException(search.missing(program) + "."));
    return new Installed(program, found, program.version(found));
  }

  @Override
  public int running(KeptCluster kept) {
    return KeptProcesses.running(kept);
  }

  @Override
  public void stop(KeptCluster kept, boolean purge) throws ClusterException, InterruptedException {
    KeptProcesses.stop(kept, purge);
  }
}
