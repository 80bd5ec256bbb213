package io.kvbench.runner.app.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.faults.LeaderKilledIT;
import io.kvbench.runner.app.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of kept servers, and of servers from installed programs. Commands on kept servers run in
 * separate processes, with a state directory of the test's own.
 */
final class ClusterIT {
  private static final Pattern JAR =
      Pattern.compile("(zookeeper|netty|slf4j-api|logback|metrics-core|snappy-java)-.*\\.jar");

  @TempDir private Path directory;
  @TempDir private Path servers;
  @TempDir private Path states;

  private KvbenchProcess start(String... arguments) throws IOException {
    return KvbenchProcess.start(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        directory,
        Map.of("XDG_STATE_HOME", states.toString()),
        arguments);
  }

  /** Returns what it says on both streams. */
  private String said(int exitCode, String... arguments) throws Exception {
    try (KvbenchProcess kvbench = start(arguments)) {
      assertThat(kvbench.exitCode()).as(() -> kvbench.out() + kvbench.err()).isEqualTo(exitCode);
      assertThat(kvbench.err()).doesNotContain("\tat ").doesNotContain("Exception");
      return kvbench.out() + kvbench.err();
    }
  }

  private String here() {
    return "cluster.dir=" + servers;
  }

  /** Puts ZooKeeper's jars where its own archive has them, beside a start script. */
  private String distribution() throws IOException {
    Path home = directory.resolve("apache-zookeeper");
    Path lib = Files.createDirectories(home.resolve("lib"));
    String[] classPath =
        System.getProperty("java.class.path")
            .split(Pattern.quote(System.getProperty("path.separator")), -1);
    for (String entry : classPath) {
      Path jar = Path.of(entry).toAbsolutePath();
      if (JAR.matcher(String.valueOf(jar.getFileName())).matches()) {
        Files.copy(jar, lib.resolve(jar.getFileName()));
      }
    }
    Path script = Files.createDirectories(home.resolve("bin")).resolve("zkServer.sh");
    Files.writeString(script, "#!/bin/sh\nexit 1\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return "cluster.bin=" + home;
  }

  private List<ProcessHandle> processes() {
    String ours = servers.toString();
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(ours))
        .toList();
  }

  private void awaitNothing() throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!processes().isEmpty() || !files().isEmpty()) {
      assertThat(System.nanoTime()).as(() -> "left: " + files() + processes()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(servers)) {
      return files.toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aClusterStaysUntilItIsTakenDown() throws Exception {
    assertThat(said(0, "cluster", "list")).contains("kvbench cluster up -db SYSTEM");
    String up = said(0, "cluster", "up", "-db", "zookeeper", "-p", here());
    assertThat(up)
        .contains("starting ZooKeeper 3.9.", "(cluster=auto: embedded)")
        .contains("keeps running as zookeeper-1", servers.toString());
    String endpoint = up.replaceAll("(?s).*endpoints=(\\S+).*", "$1");
    try (KvbenchThread run =
        KvbenchThread.start(
            directory,
            "-db",
            "zookeeper",
            "-P",
            "workloads/write1m",
            "-threads",
            "10",
            "-p",
            "operationcount=100",
            "-p",
            "endpoints=" + endpoint)) {
      assertThat(run.exitCode()).as(run::said).isZero();
      assertThat(said(0, "cluster", "up", "-db", "zookeeper", "-p", here(), "-p", distribution()))
          .contains("(cluster=auto: process)", "keeps running as zookeeper-2");
      assertThat(said(0, "cluster", "list"))
          .contains("zookeeper-1  embedded  1 of 1   " + endpoint)
          .contains("zookeeper-2  process   1 of 1   127.0.0.1:");
      assertThat(said(2, "cluster", "down", "zookeeper-9"))
          .contains("unknown cluster; running clusters: zookeeper-1, zookeeper-2");
      assertThat(said(0, "cluster", "down", "zookeeper-1"))
          .contains("zookeeper-1 was stopped; its files are in " + servers);
      assertThat(files()).hasSize(2);
      assertThat(said(0, "cluster", "down", "--all", "--purge"))
          .contains("zookeeper-2 was stopped, and its files were removed");
      assertThat(files()).hasSize(1);
      assertThat(processes()).isEmpty();
      assertThat(said(0, "cluster", "list")).contains("No clusters.");
    } finally {
      processes().forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void aClusterThatHasEndedIsForgotten() throws Exception {
    String kind = InstalledServers.of("etcd");
    said(0, "cluster", "up", "-db", "etcd", "-p", kind, "-p", here());
    processes().forEach(ProcessHandle::destroyForcibly);
    assertThat(said(0, "cluster", "list"))
        .contains("etcd-1 has exited unexpectedly; its files are in " + servers);
    assertThat(said(0, "cluster", "down", "--all")).contains("No clusters to stop");
  }

  @Test
  void aRunOnAnInstalledServer() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory, run("operationcount=500", "cluster.nodes=3", distribution()))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.err())
          .contains("3 processes from ", "zkServer.sh (cluster=auto: process)");
      assertThat(kvbench.out()).contains("ZooKeeper 3.9.", "3 nodes, processes on this machine");
      assertThat(kvbench.result().cluster().kind()).isEqualTo("process");
      assertThat(kvbench.result().verdict().validity()).isEqualTo(Validity.SUSPECT);
      assertThat(kvbench.resultDirectory().resolve("logs/zookeeper-3.log")).isNotEmptyFile();
    }
    awaitNothing();
  }

  private String[] run(String... properties) {
    List<String> arguments =
        new ArrayList<>(List.of("-db", "zookeeper", "-P", "workloads/write1m", "-threads", "10"));
    for (String property : properties) {
      arguments.addAll(List.of("-p", property));
    }
    arguments.addAll(List.of("-p", here()));
    return arguments.toArray(String[]::new);
  }

  @Test
  void nothingIsLeftOfARunThatIsKilledOrInterrupted() throws Exception {
    String bin = distribution();
    for (String signal : List.of("KILL", "INT")) {
      int nodes = signal.equals("KILL") ? 3 : 1;
      String[] arguments = run("cluster.nodes=" + nodes, "target=100", "status.interval=1", bin);
      try (KvbenchProcess kvbench = start(arguments)) {
        kvbench.awaitErr("OK/s");
        assertThat(processes()).hasSizeGreaterThanOrEqualTo(nodes);
        kvbench.signal(signal);
        assertThat(kvbench.exitCode()).isGreaterThanOrEqualTo(130);
        awaitNothing();
      }
    }
  }

  @Test
  void aRunMayLeaveItsServers() throws Exception {
    try {
      String said =
          said(
              0,
              "-load",
              "-db",
              "zookeeper",
              "-P",
              "workloads/workloada",
              "-p",
              "cluster.keep=true",
              "-p",
              here());
      assertThat(said).contains("keeps running as zookeeper-1", "kvbench cluster down zookeeper-1");
      String endpoints = said.replaceAll("(?s).*-p endpoints=(\\S+).*", "$1");
      try (KvbenchThread run =
          KvbenchThread.start(
              directory,
              "-db",
              "zookeeper",
              "-P",
              "workloads/workloada",
              "-p",
              "endpoints=" + endpoints)) {
        assertThat(run.exitCode()).as(run::said).isZero();
        assertThat(run.err()).contains("1000 records already");
        assertThat(run.result().cluster().kind()).isEqualTo("external");
        assertThat(run.result().phases())
            .extracting(phase -> phase.name().toString())
            .containsExactly("run");
      }
      assertThat(said(0, "cluster", "down", "zookeeper-1", "--purge")).contains("was stopped");
      awaitNothing();
    } finally {
      processes().forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** Their files are in the containers. The logs that kvbench collected are its own. */
  @Test
  void containersThatStayLeaveNoFilesOutsideOfThem() throws Exception {
    LeaderKilledIT.requireEngine();
    try {
      assertThat(said(0, "cluster", "up", "-db", "etcd", "-p", "cluster=docker", "-p", here()))
          .contains("keeps running as etcd-1")
          .doesNotContain(servers.toString());
      assertThat(files()).isEmpty();
    } finally {
      assertThat(said(0, "cluster", "down", "--all", "--purge")).contains("etcd-1 was stopped");
    }
  }

  /** The clients' certificates are local too, and are removed with the containers. */
  @Test
  void containersThatStayCanBeConnectedTo() throws Exception {
    LeaderKilledIT.requireEngine();
    try {
      String up =
          said(
              0,
              "cluster",
              "up",
              "-db",
              "etcd",
              "-p",
              "cluster=docker",
              "-p",
              "cluster.tls=true",
              "-p",
              "cluster.auth=true",
              "-p",
              here());
      assertThat(up).contains("keeps running as etcd-1", "TLS, users", servers.toString());
      List<String> load = new ArrayList<>(List.of("-db", "etcd", "-P", "workloads/smoke"));
      Pattern.compile("-p \\S+").matcher(up).results().map(MatchResult::group).forEach(load::add);
      assertThat(load).hasSize(8);
      String[] words =
          load.stream().flatMap(word -> Stream.of(word.split(" "))).toArray(String[]::new);
      try (KvbenchThread run = KvbenchThread.start(directory, words)) {
        assertThat(run.exitCode()).as(run::said).isZero();
      }
    } finally {
      assertThat(said(0, "cluster", "down", "--all", "--purge")).contains("etcd-1 was stopped");
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void misuseIsExplained() throws Exception {
    assertThat(said(2, "cluster", "down", "x")).contains("unknown cluster; none is running");
    assertThat(refused("cluster")).contains("'up', 'list' or 'down'");
    assertThat(refused("cluster", "up")).contains("-db", "zookeeper");
    assertThat(refused("cluster", "up", "-db", "memory")).contains("runs inside kvbench");
    assertThat(
            refused(
                "cluster", "up", "-db", "zookeeper", "-p", "cluster.nodes=2", "-p", "clients=3"))
        .contains("1, 3 or 5", "unknown property 'clients'", "2 errors");
    assertThat(refused("cluster", "down")).contains("specify cluster names or --all");
    assertThat(refused("cluster", "up", "-db", "zookeeper", "-p", "cluster.bin=/nowhere"))
        .contains("cluster.bin=/nowhere does not exist");
    assertThat(KvbenchCommand.run(List.of("cluster", "up", "--help")).out())
        .contains("Examples:", "Exit codes");
    assertThat(files()).isEmpty();
  }

  private static String refused(String... arguments) {
    KvbenchCommand command = KvbenchCommand.run(List.of(arguments));
    command.check();
    assertThat(command.exitCode()).as(command::said).isEqualTo(ExitCode.USAGE);
    return command.said();
  }
}
