package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jar on servers that die, freeze or are not there: no hang, everything counted, a clear
 * message.
 */
final class FailingServersIT {
  @TempDir private Path directory;
  @TempDir private Path servers;

  @Test
  void theLeaderIsKilledInMidRunAndTheRunGoesOn() throws Exception {
    try (Cluster cluster = cluster(3);
        KvbenchProcess kvbench =
            start(
                cluster,
                "-P",
                "workloads/write1m",
                "-p",
                "operationcount=100000000",
                "-p",
                "maxexecutiontime=20",
                "-threads",
                "50",
                "-p",
                "thinktime=50ms",
                "-p",
                "connections=6",
                "-p",
                "status.interval=1")) {
      kvbench.awaitErr("OK/s");
      ClusterNode leader =
          cluster.nodes().stream()
              .filter(node -> node.role().equals("leader"))
              .findFirst()
              .orElseThrow();
      leader.kill();

      int exitCode = kvbench.exitCode();
      RunResult result = kvbench.result();
      PhaseResult run = result.phases().getFirst();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(run.errorCount()).as("operations under way at the leader's end").isPositive();
      assertThat(run.errorMessages()).isNotEmpty();
      assertThat(run.clientTime().reconnectNanos()).as("time without a server").isPositive();
      assertThat(result.storeCheck().orElseThrow().agrees())
          .as(() -> result.storeCheck().toString())
          .isTrue();
      assertThat(exitCode).isEqualTo(result.verdict().validity().name().equals("INVALID") ? 1 : 0);
      assertThat(kvbench.out()).contains("CONNECTION_LOST");
    }
  }

  @Test
  void aServerThatDiesForGoodEndsTheRunWithWhatWasMeasured() throws Exception {
    try (Cluster cluster = cluster(1);
        KvbenchProcess kvbench =
            start(
                cluster,
                "-P",
                "workloads/write1m",
                "-threads",
                "50",
                "-p",
                "thinktime=50ms",
                "-p",
                "unavailable.timeout=5s",
                "-p",
                "status.interval=1")) {
      kvbench.awaitErr("OK/s");
      cluster.nodes().getFirst().kill();

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.statusReason().orElseThrow()).contains("no answer from the store");
      assertThat(result.phases().getFirst().okCount()).isPositive();
      assertThat(kvbench.out()).contains("FAILED");
    }
  }

  @Test
  void aServerThatFreezesEndsTheRunWithWhatWasMeasured() throws Exception {
    try (Cluster cluster = cluster(1);
        KvbenchProcess kvbench =
            start(
                cluster,
                "-P",
                "workloads/write1m",
                "-threads",
                "50",
                "-p",
                "thinktime=50ms",
                "-p",
                "unavailable.timeout=5s",
                "-p",
                "status.interval=1")) {
      kvbench.awaitErr("OK/s");
      signal("STOP", cluster.nodes().getFirst().pid().orElseThrow());
      try {
        assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
        RunResult result = kvbench.result();
        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.phases().getFirst().errorCount())
            .as("those under way are counted")
            .isPositive();
      } finally {
        signal("CONT", cluster.nodes().getFirst().pid().orElseThrow());
      }
    }
  }

  @Test
  void nobodyAtTheEndpointIsSaidSo() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    try (KvbenchProcess kvbench = external("127.0.0.1:" + free)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
      assertThat(kvbench.out() + kvbench.err())
          .contains("127.0.0.1:" + free)
          .doesNotContain("\tat ");
      assertThat(kvbench.result().status()).isEqualTo(RunStatus.FAILED);
    }
  }

  @Test
  void anEndpointThatNeverAnswersIsSaidSo() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        KvbenchProcess kvbench = external("127.0.0.1:" + silent.getLocalPort())) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
      assertThat(kvbench.result().statusReason().orElseThrow())
          .contains("127.0.0.1:" + silent.getLocalPort());
    }
  }

  private KvbenchProcess external(String endpoint) throws Exception {
    return KvbenchProcess.start(
        directory,
        "-db",
        "zookeeper",
        "-P",
        "workloads/smoke",
        "-p",
        "endpoints=" + endpoint,
        "-p",
        "connect.timeout=4s");
  }

  private KvbenchProcess start(Cluster cluster, String... arguments) throws Exception {
    String[] all = new String[arguments.length + 4];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    String[] common = {
      "-db", "zookeeper", "-p", "endpoints=" + String.join(",", cluster.endpoints())
    };
    System.arraycopy(common, 0, all, arguments.length, common.length);
    return KvbenchProcess.start(directory, all);
  }

  /**
   * Servers of this test's own, so that it can reach into them; the jar sees nothing but endpoints.
   */
  private Cluster cluster(int nodes) throws Exception {
    Clusters clusters = Clusters.load();
    Assignments given =
        new Assignments()
            .add("cluster.nodes", String.valueOf(nodes), Origin.of("test"))
            .add("cluster.dir", servers.toString(), Origin.of("test"))
            .add("cluster.zookeeper.heap", "512m", Origin.of("test"));
    Settings settings = Settings.resolve(given, clusters.settings(), new Problems());
    return clusters.start(
        Bindings.load().find("zookeeper").orElseThrow().servers(List.of(), settings));
  }

  private static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).inheritIO().start().waitFor();
  }
}
