package io.kvbench.docker;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.server.DEngineSettings;
import io.kvbench.runner.cluster.server.DEngineStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** d-engine, of which nobody publishes an image: there is the one that docker/prepare builds. */
record DEngineServer() implements ServerKind {
  @Override
  public String name() {
    return "dengine";
  }

  @Override
  public String officialImage() {
    return localImage();
  }

  @Override
  public String localImage() {
    return "kvbench/d-engine:0.2.4";
  }

  @Override
  public int clientPort() {
    return 9081;
  }

  @Override
  public String store() {
    return "/var/lib/kvbench";
  }

  @Override
  public Optional<String> program() {
    return Optional.of("/usr/local/bin/d-engine");
  }

  @Override
  public List<String> arguments(NodePlan node, List<NodePlan> all, Settings settings) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--id",
                Integer.toString(node.number()),
                "--listen",
                "0.0.0.0:" + clientPort(),
                "--cluster",
                all.stream()
                    .map(each -> each.number() + "=" + each.name() + ":" + clientPort())
                    .collect(Collectors.joining(",")),
                "--data",
                store(),
                "--limit-ms",
                Integer.toString(settings.get(DEngineSettings.LIMIT))));
    arguments.addAll(ServerKind.words(settings.find(DEngineSettings.FLAGS)));
    return arguments;
  }

  @Override
  public boolean isServing(NodePlan node, int nodes) {
    return DEngineStatus.isServing(node.endpoint(), nodes);
  }

  @Override
  public Optional<String> role(NodePlan node, int nodes) {
    return DEngineStatus.role(node.endpoint(), nodes);
  }

  /** The server does not tell. */
  @Override
  public Optional<String> version(NodePlan node) {
    return Optional.empty();
  }
}
