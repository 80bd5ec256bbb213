package io.kvbench.runner.cluster.process;

import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.local.Confinement;
import io.kvbench.runner.cluster.local.LocalProvider;
import io.kvbench.runner.cluster.local.LocalStart;
import io.kvbench.runner.cluster.local.LocalTitle;
import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The provider of servers from programs that are installed on this machine. */
public final class ProcessProvider implements LocalProvider {
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
  public List<Setting<?>> decisive() {
    return List.of(ProgramSearch.BIN);
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    List<ServerProgram> programs = programs(request);
    if (programs.isEmpty()) {
      return Optional.of("kvbench cannot start servers of " + request.system().title());
    }
    if (!request.endpoints().isEmpty()) {
      return Optional.of("endpoints are given; omit one of the two");
    }
    if (request.lacking().isPresent()) {
      return request.lacking();
    }
    if (File.separatorChar == '\\') {
      return Optional.of("kvbench starts server programs on Linux and macOS only");
    }
    ProgramSearch search = ProgramSearch.of(request.settings());
    return search.find(programs).isPresent()
        ? Optional.empty()
        : Optional.of(search.missing(programs));
  }

  /** Returns the system's program, and the one behind it. */
  private static List<ServerProgram> programs(ClusterRequest request) {
    return Stream.concat(
            request.servers().program().stream(),
            request.behind().flatMap(SystemServers::program).stream())
        .toList();
  }

  @Override
  public String intent(ClusterRequest request) throws ClusterException, InterruptedException {
    Installed installed = installed(request);
    int processes = request.settings().get(ClusterSettings.NODES) * installed.found().size();
    return installed.title(request)
        + ": "
        + (processes == 1 ? "1 process" : processes + " processes")
        + " from "
        + installed.found().stream()
            .map(each -> each.path().toString())
            .collect(Collectors.joining(" and "));
  }

  @Override
  public LocalStart prepare(ClusterRequest request) throws ClusterException, InterruptedException {
    Installed installed = installed(request);
    int nodes = request.settings().get(ClusterSettings.NODES);
    String description =
        installed.title(request)
            + (nodes == 1 ? ", 1 node, process" : ", " + nodes + " nodes, processes")
            + " on this machine"
            + Confinement.words(request);
    return new LocalStart(
        new LocalTitle(KIND, request, Optional.of(installed.version()), description),
        request,
        () -> new ProcessLaunch(installed.found()));
  }

  /** The programs that were found on this machine. */
  private record Installed(List<FoundProgram> found, String version) {
    String title(ClusterRequest request) {
      return request.system().title() + " " + version;
    }
  }

  private static Installed installed(ClusterRequest request)
      throws ClusterException, InterruptedException {
    List<ServerProgram> programs = programs(request);
    ProgramSearch search = ProgramSearch.of(request.settings());
    List<FoundProgram> found =
        search
            .find(programs)
            .orElseThrow(() -> new ClusterException(search.missing(programs) + "."));
    try {
      String version = found.getFirst().version();
      String behind =
          found.size() == 1
              ? ""
              : " with "
                  + request.servers().behind().orElseThrow()
                  + " "
                  + found.getLast().version();
      return new Installed(found, version + behind);
    } catch (ServerException e) {
      throw new ClusterException(String.valueOf(e.getMessage()), e);
    }
  }
}
