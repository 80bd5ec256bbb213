package io.kvbench.bindings.dengine.server;

import io.kvbench.core.server.ProgramVersion;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The d-engine servers, of the program that docker/prepare builds around the published library. */
public final class DEngineServers implements SystemServers {
  private static final String TITLE = "d-engine";
  private static final String IMAGE = "kvbench/d-engine:0.2.4";
  private static final Pattern VERSION = Pattern.compile("d-engine (\\S+)");
  private static final int PORT = 9081;

  /** A probe of one server, which uses the system's own protocol. */
  public interface Probe {
    /** Returns the same as {@link SystemServers#role}. */
    Optional<String> role(String endpoint, int nodes);

    /** Returns the same as {@link SystemServers#isServing}. */
    boolean isServing(String endpoint, int nodes);
  }

  private final Probe probe;

  /** Servers with a probe. */
  public DEngineServers(Probe probe) {
    this.probe = probe;
  }

  @Override
  public List<Setting<?>> settings() {
    return DEngineServerSettings.all();
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(DEngineServerSettings.FLAGS);
  }

  /** One port for clients and for the other nodes. */
  @Override
  public List<Integer> ports() {
    return List.of(PORT);
  }

  /** The arguments are the same wherever a server runs. */
  private static List<String> arguments(ServerNode node, List<ServerNode> all, Settings settings) {
    String members =
        all.stream()
            .map(each -> each.number() + "=" + each.peer(0))
            .collect(Collectors.joining(","));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--id",
                Integer.toString(node.number()),
                "--listen",
                node.bind(0),
                "--cluster",
                members,
                "--data",
                node.store(),
                "--limit-ms",
                Integer.toString(settings.get(DEngineServerSettings.LIMIT))));
    arguments.addAll(ServerCommand.words(settings.find(DEngineServerSettings.FLAGS)));
    return arguments;
  }

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(
        new ServerProgram(
            TITLE,
            "docker/prepare servers d-engine, which builds it",
            List.of("DENGINE_"),
            program -> ProgramVersion.ask(program, TITLE, VERSION, "--version"),
            (program, node, all, settings) ->
                ServerCommand.of(program, arguments(node, all, settings))));
  }

  /** There is no published image of d-engine, only the one that docker/prepare builds. */
  @Override
  public Optional<ServerImage> image() {
    return Optional.of(
        new ServerImage(
            IMAGE,
            IMAGE,
            "/usr/local/bin/d-engine",
            (node, all, settings) -> ServerCommand.of(arguments(node, all, settings))));
  }

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    return probe.role(endpoint, nodes);
  }

  @Override
  public boolean isServing(String endpoint, int nodes) {
    return probe.isServing(endpoint, nodes);
  }

  @Override
  public ServerTelemetry telemetry() {
    return new ServerTelemetry() {
      @Override
      public String unreadable() {
        return "the log of d-engine has no times, so kvbench does not look into it";
      }
    };
  }
}
