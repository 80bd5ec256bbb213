package com.example.redis;

import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.ProgramVersion;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Redis servers as processes: their commands and probes. */
final class RedisServers implements SystemServers {
  private static final Setting<String> FSYNC =
      Setting.text(
              "cluster.redis.appendfsync",
              "When Redis syncs its log: always (before it answers), everysec or no.")
          .withDefault("always")
          .affecting(Affects.SERVERS);

  @Override
  public List<Setting<?>> settings() {
    return List.of(FSYNC);
  }

  @Override
  public List<Integer> ports() {
    return List.of(6379);
  }

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(
        new ServerProgram(
            "redis-server",
            "apt-get install redis-server, or https://redis.io/downloads",
            List.of(),
            path -> ProgramVersion.ask(path, "Redis", Pattern.compile(" v=(\\S+)"), "--version"),
            (program, node, all, settings) -> command(program, node, settings)));
  }

  /** Redis does not create its data directory; a file in it does. */
  private static ServerCommand command(Path program, ServerNode node, Settings settings) {
    String file = node.store() + "/redis.conf";
    String configuration =
        "bind %s\nport %d\ndir %s\nsave \"\"\nappendonly yes\nappendfsync %s\n"
            .formatted(node.bindHost(), node.port(0), node.store(), settings.get(FSYNC));
    return new ServerCommand(
        List.of(program.toString(), file), Map.of(), Map.of(file, configuration));
  }

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    return HostPort.of(endpoint)
        .trySay("PING\r\nQUIT\r\n")
        .filter(answer -> answer.startsWith("+PONG"))
        .map(answer -> "standalone");
  }
}
