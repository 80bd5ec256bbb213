package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.server.DEngineSettings;
import io.kvbench.runner.cluster.server.DEngineStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** d-engine, by the program that docker/prepare builds around the published library. */
final class DEngineProgram implements ServerProgram {
  private static final Pattern VERSION = Pattern.compile("d-engine (\\S+)");

  @Override
  public String system() {
    return "dengine";
  }

  @Override
  public List<Setting<?>> settings() {
    return DEngineSettings.all();
  }

  @Override
  public List<String> files() {
    return List.of("d-engine");
  }

  @Override
  public String source() {
    return "docker/prepare servers d-engine, which builds it";
  }

  /** One for clients and for the other nodes. */
  @Override
  public int ports() {
    return 1;
  }

  @Override
  public String version(FoundProgram found) throws ClusterException, InterruptedException {
    return VersionQuestion.ask(found.server(), "d-engine", VERSION, "--version");
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(DEngineSettings.FLAGS);
  }

  @Override
  public List<List<String>> prepare(
      ProcessPlan node, List<ProcessPlan> cluster, FoundProgram found, Settings settings) {
    String members =
        cluster.stream()
            .map(each -> each.id() + "=" + each.endpoint())
            .collect(Collectors.joining(","));
    List<String> command =
        new ArrayList<>(
            List.of(
                found.server().toString(),
                "--id",
                Integer.toString(node.id()),
                "--listen",
                node.endpoint(),
                "--cluster",
                members,
                "--data",
                node.store().toString(),
                "--limit-ms",
                Integer.toString(settings.get(DEngineSettings.LIMIT))));
    command.addAll(Words.of(flags(settings)));
    return List.of(command);
  }

  @Override
  public boolean isServing(ProcessPlan node, int nodes) {
    return DEngineStatus.isServing(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> role(ProcessPlan node, int nodes) {
    return DEngineStatus.role(node.endpoint(), nodes);
  }
}
