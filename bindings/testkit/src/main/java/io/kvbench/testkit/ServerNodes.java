package io.kvbench.testkit;

import io.kvbench.core.server.ServerNode;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Servers that are never started, to examine their commands. */
public final class ServerNodes {
  private ServerNodes() {}

  /** Returns servers on this machine: the second has the ports 102, 202, 302. */
  public static List<ServerNode> processes(String name, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            id -> {
              List<String> addresses =
                  Stream.of(100, 200, 300).map(base -> "127.0.0.1:" + (base + id)).toList();
              String directory = "/x/node" + id;
              return new ServerNode(
                  name + "-" + id,
                  id,
                  addresses.getFirst(),
                  addresses,
                  addresses,
                  directory,
                  directory + "/store",
                  "127.0.0.1:" + (900 + id),
                  OptionalLong.empty());
            })
        .toList();
  }

  /** Returns servers in containers, the second published on port 1002. */
  public static List<ServerNode> containers(
      int count, List<Integer> ports, String directory, String store) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            id ->
                new ServerNode(
                    "n-" + id,
                    id,
                    "127.0.0.1:" + (1000 + id),
                    ports.stream().map(port -> "0.0.0.0:" + port).toList(),
                    ports.stream().map(port -> "n-" + id + ":" + port).toList(),
                    directory,
                    store,
                    "behind-" + id + ":2379",
                    OptionalLong.empty()))
        .toList();
  }

  /** Returns the same servers behind proxies at a host, whose ports are higher by 1000. */
  public static List<ServerNode> proxied(List<ServerNode> servers, String host) {
    return servers.stream()
        .map(
            server ->
                new ServerNode(
                    server.name(),
                    server.number(),
                    server.endpoint(),
                    server.binds(),
                    IntStream.range(0, server.peers().size())
                        .mapToObj(port -> host + ":" + (1000 + server.peerPort(port)))
                        .toList(),
                    server.directory(),
                    server.store(),
                    server.behind(),
                    server.memoryBytes()))
        .toList();
  }

  /** Returns the values of settings of servers. */
  public static Settings settings(List<Setting<?>> known, Map<String, String> given) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, known, problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.list().toString());
    }
    return settings;
  }
}
