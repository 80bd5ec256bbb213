package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.result.EventResult;
import io.kvbench.core.result.FaultResult;
import io.kvbench.core.result.NetworkResult;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.testkit.RealServers;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each kind of trouble with each system, as one run of the jar: nothing hangs, everything is
 * counted, what was acknowledged is there, and the trouble is named. Most of the time goes into
 * waiting, so several run at once; and last, since so many short ones leave no processor idle.
 */
@Tag("matrix")
@Order(Integer.MAX_VALUE)
@Execution(ExecutionMode.CONCURRENT)
final class FaultMatrixIT {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir private Path directory;
  @TempDir private Path servers;

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul", "dengine", "zetcd"})
  void oneOfThreeFreezesAndGoesOn(String system) throws Exception {
    RunResult result =
        run(
            system,
            InstalledServers.of(system),
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=15",
            "fault=pause:" + target(system) + "@4s,resume:paused@8s");

    assertThat(faults(result)).containsExactly("PAUSE", "RESUME");
    assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul", "dengine", "zetcd"})
  void aProcessIsKilledAndStartedAgain(String system) throws Exception {
    RunResult result =
        run(
            system,
            InstalledServers.of(system),
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=15",
            "fault=kill:" + target(system) + "@4s,restart:killed@8s");

    assertThat(faults(result)).containsExactly("KILL", "RESTART");
    assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul", "dengine"})
  void aContainerIsKilledAndStartedAgain(String system) throws Exception {
    RunResult result =
        run(
            system,
            "cluster=docker",
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=25",
            "fault=kill:follower@5s,restart:killed@9s,pause:leader@15s,resume:paused@17s");

    assertThat(faults(result)).containsExactly("KILL", "RESTART", "PAUSE", "RESUME");
    assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void clientsOfProcessesAreCutOffResetAndSlowedDown(String system) throws Exception {
    interrupted(system, InstalledServers.of(system));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void clientsOfContainersAreCutOffResetAndSlowedDown(String system) throws Exception {
    interrupted(system, "cluster=docker");
  }

  private void interrupted(String system, String cluster) throws Exception {
    RealServers.require("toxiproxy-server");
    RunResult result =
        run(
            system,
            cluster,
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=30",
            "fault=cut:leader@3s/for=3s,reset:all@10s,cut:random@22s/every=4s/for=500ms",
            "at=14s: net.node1.latency=50ms; 18s: net.node1.latency=0ms");

    assertThat(faults(result))
        .startsWith("CUT", "HEAL", "RESET", "NETWORK", "NETWORK", "CUT", "HEAL");
    assertThat(result.network().orElseThrow().changes().orElseThrow())
        .extracting(NetworkResult.Change::askedLatencyMicros)
        .containsExactly(50_000L, 0L);
    assertThat(errors(result)).doesNotContain(ErrorKind.BINDING_FAULT, ErrorKind.OTHER);
    assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void aProcessIsIsolatedAndItsDiskIsSlow(String system) throws Exception {
    isolated(system, InstalledServers.of(system));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void aContainerIsIsolatedAndItsDiskIsSlow(String system) throws Exception {
    isolated(system, "cluster=docker");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void theDiskOfAProcessIsFull(String system) throws Exception {
    full(system, InstalledServers.of(system));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void theDiskOfAContainerIsFull(String system) throws Exception {
    full(system, "cluster=docker");
  }

  /** etcd ends when it cannot write its log. Filling takes long where several do it at once. */
  private void full(String system, String cluster) throws Exception {
    RunResult result =
        run(
            system,
            cluster,
            "cluster.nodes=3",
            "dataintegrity=true",
            "limit.space=400MB",
            "maxexecutiontime=35",
            "fault=fulldisk:node1@3s/for=6s,kill:node1@25s,restart:node1@27s");

    // A disk that was filled late is emptied late.
    assertThat(faults(result))
        .hasSize(4)
        .containsSubsequence("FULLDISK", "FREEDISK")
        .containsSubsequence("KILL", "RESTART");
    assertThat(run(result).events().orElseThrow())
        .extracting(EventResult::kind)
        .doesNotContain(EventResult.NOT_DONE);
    assertNothingIsLost(result);
  }

  /** ZooKeeper's followers wait for a silent leader for ten seconds. */
  private void isolated(String system, String cluster) throws Exception {
    RunResult result =
        run(
            system,
            cluster,
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=60",
            "fault=isolate:leader@4s/for=16s,slowdisk:all@32s/for=4s,isolate:follower@45s,"
                + "rejoin:isolated@50s");

    assertThat(faults(result))
        .containsExactly("ISOLATE", "REJOIN", "SLOWDISK", "FASTDISK", "ISOLATE", "REJOIN");
    List<EventResult> events = run(result).events().orElseThrow();
    assertThat(events)
        .filteredOn(event -> event.kind().equals(EventResult.LEADER))
        .singleElement()
        .satisfies(event -> assertThat(event.node()).isNotEqualTo(events.getFirst().node()));
    assertThat(errors(result)).doesNotContain(ErrorKind.BINDING_FAULT, ErrorKind.OTHER);
    assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void faultsAreRepeatedAndUndone(String system) throws Exception {
    RunResult result =
        run(
            system,
            "cluster=docker",
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=30",
            "fault=kill:random@4s/every=12s/for=3s,pause:follower@11s/for=1s");

    assertThat(faults(result)).startsWith("KILL", "RESTART", "PAUSE", "RESUME", "KILL", "RESTART");
    assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul"})
  void commandsReachServersThatKvbenchDidNotStart(String system) throws Exception {
    try (OwnServer server = OwnServer.start(system, 3)) {
      Path pids =
          Files.writeString(
              directory.resolve("pids"),
              "%s %s %s".formatted(server.pid(1), server.pid(2), server.pid(3)));
      RunResult result =
          run(
              system,
              "endpoints=" + server.endpoints(),
              "maxexecutiontime=24",
              "fault=pause:leader@4s/for=4s,skewclock:node1@11s/for=1s,kill:follower@15s",
              "fault.command.pause=sh -c 'kill -STOP $(cut -d\" \" -f{node} " + pids + ")'",
              "fault.command.resume=sh -c 'kill -CONT $(cut -d\" \" -f{node} " + pids + ")'",
              "fault.command.kill=sh -c 'kill -KILL $(cut -d\" \" -f{node} " + pids + ")'",
              "fault.command.skewclock=touch " + directory.resolve("skewed-{node}"),
              "fault.command.setclock=rm " + directory.resolve("skewed-{node}"));

      assertThat(faults(result))
          .containsExactly("PAUSE", "RESUME", "SKEWCLOCK", "SETCLOCK", "KILL");
      assertThat(run(result).faults().orElseThrow().getFirst().role()).isEqualTo("leader");
      assertStoreAgrees(result);
    }
  }

  /** Proxies that are not the store's leader have names only. */
  private static String target(String system) {
    return system.equals("zetcd") ? "zetcd-1" : "leader";
  }

  private static List<String> faults(RunResult result) {
    return run(result).faults().orElseThrow().stream().map(FaultResult::action).toList();
  }

  /** The connections are refused and reset for two seconds by rules of the kernel's firewall. */
  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul", "dengine", "zetcd"})
  void aFirewallResetsConnections(String system) throws Exception {
    RealServers.require("iptables");
    RealServers.require("ip");
    Path java =
        script(
            """
            exec %s sh -c 'ip link set lo up
              (until [ -e load ]; do sleep 0.1; done
               iptables -I INPUT -p tcp ! --syn -m length --length 53: -j REJECT --reject-with tcp-reset
               sleep 2; iptables -F INPUT; touch passed) &
              exec "$@"' sh '%s' "$@"
            """
                .formatted(unshare("net"), JAVA));

    RunResult result;
    try (KvbenchProcess kvbench =
        start(java, system, Map.of(), InstalledServers.of(system), "maxexecutiontime=15")) {
      kvbench.awaitErr("run phase");
      Files.createFile(directory.resolve("load"));
      result = completed(kvbench);
    }

    assertThat(directory.resolve("passed")).exists();
    assertThat(errors(result)).as("resets are seen").isNotEmpty();
    assertThat(errors(result)).doesNotContain(ErrorKind.BINDING_FAULT, ErrorKind.OTHER);
    assertStoreAgrees(result);
  }

  /** The servers' files are on a disk in memory that nobody else sees. */
  @ParameterizedTest
  @CsvSource({"zookeeper,80m", "etcd,150m", "consul,100m", "dengine,40m"})
  void theServersDiskIsFull(String system, String size) throws Exception {
    Path java =
        script(
            """
            exec %s sh -c 'mount -t tmpfs -o size=%s tmpfs "$SERVERS" || exit 99
              exec "$@"' sh '%s' "$@"
            """
                .formatted(unshare("mount"), size, JAVA));

    try (KvbenchProcess kvbench =
        start(
            java,
            system,
            Map.of("SERVERS", servers.toString()),
            InstalledServers.of(system),
            "maxexecutiontime=40",
            "target=2000",
            "readproportion=0",
            "updateproportion=0",
            "insertproportion=1",
            "fieldlength=20000",
            "unavailable.timeout=5s")) {
      int exitCode = kvbench.exitCode();
      assertThat(exitCode)
          .as(() -> kvbench.out() + kvbench.err())
          .isIn(ExitCode.FINE, ExitCode.ENVIRONMENT);
      assertThat(kvbench.err() + kvbench.out()).doesNotContain("\tat ");
      RunResult result = kvbench.result();
      assertThat(result.verdict().validity().name()).isEqualTo("INVALID");
      assertThat(run(result).okCount()).as("before it was full").isPositive();
      assertThat(run(result).errorCount()).as("since then").isPositive();
      assertThat(run(result).errorMessages()).isNotEmpty();
    }
  }

  /** The clock of kvbench and of its servers is put an hour forward, then ten minutes back. */
  @Test
  void theClockIsSet() throws Exception {
    Path offset = Files.write(directory.resolve("offset"), new byte[] {0});
    Map<String, String> environment =
        Map.of("LD_PRELOAD", clock().toString(), "CLOCK_MINUTES", offset.toString());
    RunResult result;
    try (KvbenchProcess kvbench =
        start(JAVA, "zookeeper", environment, "maxexecutiontime=10", "hosts.every=1s")) {
      kvbench.awaitErr("run phase");
      set(offset, 60);
      Thread.sleep(2_000);
      set(offset, -10);
      result = completed(kvbench);
    }

    assertThat(result.verdict().reasons())
        .anySatisfy(
            reason -> {
              assertThat(reason.check()).isEqualTo("clock");
              assertThat(reason.observed()).contains("4,200 s");
            });
    assertThat(run(result).wallNanos()).isBetween(9_000_000_000L, 60_000_000_000L);
    assertThat(run(result).operations().values())
        .allSatisfy(times -> assertThat(times.response().maxMicros()).isBetween(0L, 60_000_000L));
    assertThat(errors(result)).as("sessions do not live by the wall clock").isEmpty();
    assertStoreAgrees(result);
  }

  private static void set(Path offset, int minutes) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(offset.toFile(), "rw")) {
      file.write(minutes);
    }
  }

  /** Compiles what stands between programs and the C library's wall clock. */
  private Path clock() throws Exception {
    Path source =
        Files.writeString(
            directory.resolve("clock.c"),
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <time.h>

            static const volatile signed char *minutes;

            __attribute__((constructor)) static void open_offset(void) {
              int file = open(getenv("CLOCK_MINUTES"), O_RDONLY);
              void *page = mmap(0, 1, PROT_READ, MAP_SHARED, file, 0);
              minutes = page == MAP_FAILED ? 0 : page;
            }

            int clock_gettime(clockid_t id, struct timespec *now) {
              static int (*real)(clockid_t, struct timespec *);
              if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
              int code = real(id, now);
              if (code == 0 && id == CLOCK_REALTIME && minutes) now->tv_sec += 60 * *minutes;
              return code;
            }
            """);
    Path library = directory.resolve("clock.so");
    Process compiler =
        new ProcessBuilder(
                RealServers.require("cc").toString(),
                "-shared",
                "-fPIC",
                "-o",
                library.toString(),
                source.toString(),
                "-ldl")
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    return library;
  }

  private Path script(String body) throws Exception {
    Path file = Files.writeString(directory.resolve("java"), "#!/bin/sh\n" + body);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  /** Returns the command that gives a program mounts or a network of its own. */
  private static String unshare(String namespace) throws Exception {
    for (String command :
        List.of("unshare --" + namespace, "unshare --map-root-user --" + namespace)) {
      Process tried =
          new ProcessBuilder("sh", "-c", command + " true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (tried.waitFor(1, TimeUnit.MINUTES) && tried.exitValue() == 0) {
        return command;
      }
    }
    throw RealServers.missing(
        "unshare gives no " + namespace + " namespace",
        "Run the tests as root, or allow user namespaces.");
  }

  private RunResult run(String system, String... settings) throws Exception {
    try (KvbenchProcess kvbench = start(JAVA, system, Map.of(), settings)) {
      return completed(kvbench);
    }
  }

  private KvbenchProcess start(
      Path java, String system, Map<String, String> environment, String... settings)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("-db", system, "-P", "workloads/workloada", "-threads", "20"));
    List<String> all =
        new ArrayList<>(
            List.of(
                "recordcount=100",
                "operationcount=100000000",
                "target=100",
                "connections=3",
                "cluster.dir=" + servers,
                "status.interval=1",
                "exit.on=never"));
    all.addAll(List.of(settings));
    if (all.stream().anyMatch(setting -> setting.startsWith("endpoints="))) {
      all.removeIf(setting -> setting.startsWith("cluster."));
    }
    all.forEach(setting -> arguments.addAll(List.of("-p", setting)));
    return KvbenchProcess.start(java, directory, environment, arguments.toArray(String[]::new));
  }

  private static RunResult completed(KvbenchProcess kvbench) throws Exception {
    assertThat(kvbench.exitCode()).as(() -> kvbench.out() + kvbench.err()).isZero();
    assertThat(kvbench.err() + kvbench.out()).doesNotContain("\tat ");
    RunResult result = kvbench.result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(run(result).okCount()).isPositive();
    return result;
  }

  /** Every record is there, and holds the last write that was acknowledged. */
  private static void assertNothingIsLost(RunResult result) {
    assertStoreAgrees(result);
    assertThat(result.keyCheck().orElseThrow().keysMissing()).isZero();
    assertThat(result.keyCheck().orElseThrow().values().orElseThrow().lost()).isZero();
  }

  private static void assertStoreAgrees(RunResult result) {
    assertThat(result.storeCheck().orElseThrow().agrees())
        .as(() -> result.storeCheck().toString())
        .isTrue();
  }

  private static PhaseResult run(RunResult result) {
    return result.phases().getLast();
  }

  private static Set<ErrorKind> errors(RunResult result) {
    Set<ErrorKind> kinds = new TreeSet<>();
    run(result).operations().values().stream()
        .map(OperationResult::errors)
        .forEach(errors -> kinds.addAll(errors.keySet()));
    return kinds;
  }
}
