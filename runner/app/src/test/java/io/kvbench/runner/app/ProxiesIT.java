package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** zetcd before etcd, as a user has it: servers that stay, and loads on them. */
final class ProxiesIT {
  private static final List<String> RECORDS =
      List.of("-P", "workloads/smoke", "-p", "recordcount=10000", "-p", "operationcount=10000");

  @TempDir private Path directory;
  @TempDir private Path servers;
  @TempDir private Path states;

  private String said(List<String> arguments) throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            directory,
            Map.of("XDG_STATE_HOME", states.toString()),
            arguments.toArray(String[]::new))) {
      assertThat(kvbench.exitCode()).as(() -> kvbench.out() + kvbench.err()).isZero();
      assertThat(kvbench.err()).doesNotContain("\tat ").doesNotContain("Exception");
      return kvbench.out() + kvbench.err();
    }
  }

  private String run(String endpoints, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-db", "zetcd", "-p", endpoints));
    arguments.addAll(RECORDS);
    arguments.addAll(List.of(more));
    return said(arguments);
  }

  private String read(String endpoints, String consistency) throws Exception {
    return run(
        endpoints,
        "-t",
        "-p",
        "readproportion=1",
        "-p",
        "updateproportion=0",
        "-p",
        "insertproportion=0",
        "-p",
        "deleteproportion=0",
        "-p",
        "readconsistency=" + consistency);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void tenThousandKeysAreWrittenAndReadBothWays(int nodes) throws Exception {
    RealServers.require("etcd");
    RealServers.require("zetcd");
    String up =
        said(
            List.of(
                "cluster",
                "up",
                "-db",
                "zetcd",
                "-p",
                "cluster=process",
                "-p",
                "cluster.nodes=" + nodes,
                "-p",
                "cluster.dir=" + servers));
    try {
      assertThat(up).contains("starting zetcd 0.", " with etcd ", 2 * nodes + " processes from ");
      String endpoints = up.replaceAll("(?s).*(endpoints=\\S+).*", "$1");

      assertThat(run(endpoints, "-load"))
          .contains("10,000: 10,000 OK, 0 errors", "10,000 keys found, 10,000 acknowledged");
      for (String consistency : List.of("linearizable", "stale")) {
        assertThat(read(endpoints, consistency)).contains("10,000: 10,000 OK, 0 errors");
      }
      assertThat(said(List.of("cluster", "list"))).contains(nodes + " of " + nodes);
    } finally {
      said(List.of("cluster", "down", "--all", "--purge"));
    }
    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(servers)) {
      return files.toList();
    }
  }
}
