package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.RunningKvbench;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of faults for which servers are started in separate networks, control groups and file
 * systems.
 */
final class ServerFaultsIT {
  private static final Path INTERFACES = Path.of("/sys/class/net");

  @TempDir private Path directory;
  @TempDir private Path servers;

  @Test
  void anIsolatedLeaderLosesTheOthersAndNothingThatWasAcknowledged() throws Exception {
    requireRoot();
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "cluster.nodes=3",
            "cluster.tls=true",
            "maxexecutiontime=10",
            "fault=isolate:leader@1s/for=5s")) {
      RunResult result = completed(kvbench);

      PhaseResult run = result.phases().getLast();
      List<FaultResult> faults = run.incidents().faults().orElseThrow();
      assertThat(faults).extracting(FaultResult::action).containsExactly("ISOLATE", "REJOIN");
      assertThat(faults.getFirst().role()).isEqualTo("leader");
      assertThat(run.incidents().events().orElseThrow())
          .filteredOn(event -> event.kind().equals(EventResult.LEADER))
          .singleElement()
          .satisfies(event -> assertThat(event.node()).isNotEqualTo(event(run).node()));
      assertThat(result.store().keyCheck().orElseThrow().values().orElseThrow().lost()).isZero();
      assertThat(kvbench.out()).contains("isolated from the other servers");
      assertThat(kvbench.err()).contains("each in a network of its own");
    }
  }

  private static EventResult event(PhaseResult run) {
    return run.incidents().events().orElseThrow().getFirst();
  }

  @Test
  void networksEndWithKvbenchHoweverItEnds() throws Exception {
    requireRoot();
    List<Path> before = links();
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory,
            arguments(
                "etcd", "cluster.nodes=3", "maxexecutiontime=60", "fault=isolate:follower@1s"))) {
      kvbench.awaitErr("isolated from the other servers");
      List<Path> links = new ArrayList<>(links());
      links.removeAll(before);
      assertThat(links).hasSizeGreaterThanOrEqualTo(3);
      kvbench.handle().destroyForcibly();
      long deadline = System.nanoTime() + RunningKvbench.LONGEST.toNanos();
      while (links.stream().anyMatch(Files::exists)) {
        assertThat(System.nanoTime()).as(links::toString).isLessThan(deadline);
        Thread.sleep(20);
      }
    }
  }

  private static List<Path> links() throws IOException {
    try (Stream<Path> all = Files.list(INTERFACES)) {
      return all.filter(link -> String.valueOf(link.getFileName()).startsWith("kvb-")).toList();
    }
  }

  @Test
  void aSlowDiskSlowsTheStoreDownForAWhile() throws Exception {
    requireRoot();
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "maxexecutiontime=8",
            "readproportion=0",
            "updateproportion=1",
            "fieldlength=2000",
            "fault.slowdisk.rate=50kB/s",
            "fault=slowdisk:leader@1s/for=4s")) {
      RunResult result = completed(kvbench);

      List<FaultResult> faults = result.phases().getLast().incidents().faults().orElseThrow();
      assertThat(faults).extracting(FaultResult::action).containsExactly("SLOWDISK", "FASTDISK");
      assertThat(faults.getFirst().longestClientStallMillis().orElseThrow())
          .isGreaterThanOrEqualTo(300);
      assertThat(faults.getLast().recovery().getFirst().firstSuccessMillis()).isPresent();
    }
  }

  @Test
  void aFullDiskIsThatOfItsServerOnly() throws Exception {
    requireRoot();
    RealServers.require("mkfs.ext4");
    try (KvbenchThread kvbench =
        start(
            "consul",
            "maxexecutiontime=10",
            "readproportion=0",
            "updateproportion=1",
            "fieldlength=2000",
            "thinktime=100ms",
            "limit.space=200MB",
            "fault=fulldisk:leader@1s/for=3s")) {
      RunResult result = completed(kvbench);

      PhaseResult run = result.phases().getLast();
      List<FaultResult> faults = run.incidents().faults().orElseThrow();
      assertThat(faults).extracting(FaultResult::action).containsExactly("FULLDISK", "FREEDISK");
      assertThat(run.incidents().events().orElseThrow())
          .extracting(EventResult::kind)
          .doesNotContain(EventResult.NOT_DONE);
      assertThat(faults.getLast().recovery().getFirst().firstSuccessMillis()).isPresent();
      assertThat(result.cluster().askedServers())
          .singleElement()
          .satisfies(
              server -> assertThat(server.diskBytes().orElseThrow()).isBetween(1L, 200_000_000L));
    }
    assertThat(servers).isEmptyDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(servers.toString());
  }

  @Test
  void onlyFileSystemsOfKvbenchAreFilled() {
    assertThat(planningSays("zookeeper", "fault=fulldisk:leader@1s/for=1s"))
        .contains("set limit.space, as in limit.space=1GB");
  }

  @Test
  void whatCannotBeIsolatedIsSaidSoInPlanning() {
    assertThat(
            planningSays(
                "dengine",
                "cluster.nodes=3",
                InstalledServers.of("dengine"),
                "fault=isolate:leader@1s/for=1s"))
        .contains("one port for clients and for the other servers");
  }

  private static String planningSays(String system, String... settings) {
    List<String> arguments =
        new ArrayList<>(List.of("plan", "-db", system, "-P", "workloads/workloada"));
    List.of(settings).forEach(setting -> arguments.addAll(List.of("-p", setting)));
    KvbenchCommand plan = KvbenchCommand.run(arguments);
    assertThat(plan.exitCode()).as(plan::said).isEqualTo(ExitCode.USAGE);
    return plan.err();
  }

  private static void requireRoot() throws IOException {
    RealServers.require("ip");
    RealServers.require("nsenter");
    if (!Files.isWritable(Path.of("/sys/fs/cgroup"))) {
      throw RealServers.missing(
          "neither networks nor control groups can be made", RealServers.remedy("root"));
    }
  }

  private static RunResult completed(KvbenchThread kvbench) throws Exception {
    assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
    RunResult result = kvbench.result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
    assertThat(result.store().keyCheck().orElseThrow().agrees()).isTrue();
    return result;
  }

  private KvbenchThread start(String system, String... settings) {
    return KvbenchThread.start(directory, arguments(system, settings));
  }

  private String[] arguments(String system, String... settings) {
    List<String> arguments =
        new ArrayList<>(List.of("-db", system, "-P", "workloads/workloada", "-threads", "10"));
    List<String> all =
        new ArrayList<>(
            List.of(
                InstalledServers.of(system),
                "cluster.dir=" + servers,
                "recordcount=100",
                "operationcount=100000000",
                "thinktime=20ms",
                "dataintegrity=true",
                "status.interval=1",
                "exit.on=never"));
    all.addAll(List.of(settings));
    all.forEach(setting -> arguments.addAll(List.of("-p", setting)));
    return arguments.toArray(String[]::new);
  }
}
