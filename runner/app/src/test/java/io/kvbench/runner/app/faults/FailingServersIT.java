package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.OwnServer;
import io.kvbench.runner.cluster.ClusterNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of runs on servers that die, freeze or are missing: no hang, everything counted, a clear
 * message.
 */
final class FailingServersIT {
  @TempDir private Path directory;

  @Test
  void theLeaderIsKilledInMidRunAndTheRunGoesOn() throws Exception {
    try (OwnServer server = OwnServer.start("zookeeper", 3);
        KvbenchThread kvbench =
            start(
                server,
                "-P",
                "workloads/write1m",
                "-p",
                "operationcount=100000000",
                "-p",
                "maxexecutiontime=12",
                "-threads",
                "20",
                "-p",
                "thinktime=50ms",
                "-p",
                "connections=6",
                "-p",
                "status.interval=1")) {
      kvbench.awaitErr("OK/s");
      ClusterNode leader =
          server.nodes().stream()
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
      assertThat(run.client().clientTime().reconnectNanos())
          .as("time without a server")
          .isPositive();
      assertThat(result.store().storeCheck().orElseThrow().agrees())
          .as(() -> result.store().storeCheck().toString())
          .isTrue();
      assertThat(exitCode).isEqualTo(result.verdict().validity().name().equals("INVALID") ? 1 : 0);
      assertThat(kvbench.out()).contains("CONNECTION_LOST");
    }
  }

  @Test
  void aServerThatDiesForGoodEndsTheRunWithWhatWasMeasured() throws Exception {
    try (OwnServer server = OwnServer.start("zookeeper", 1);
        KvbenchThread kvbench =
            start(
                server,
                "-P",
                "workloads/write1m",
                "-threads",
                "20",
                "-p",
                "thinktime=50ms",
                "-p",
                "unavailable.timeout=2s",
                "-p",
                "status.interval=1")) {
      kvbench.awaitErr("OK/s");
      server.nodes().getFirst().kill();

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
    try (OwnServer server = OwnServer.start("zookeeper", 1);
        KvbenchThread kvbench =
            start(
                server,
                "-P",
                "workloads/write1m",
                "-threads",
                "20",
                "-p",
                "thinktime=50ms",
                "-p",
                "unavailable.timeout=2s",
                "-p",
                "status.interval=1")) {
      kvbench.awaitErr("OK/s");
      server.signal("STOP");
      try {
        assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
        RunResult result = kvbench.result();
        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.phases().getFirst().errorCount())
            .as("those under way are counted")
            .isPositive();
      } finally {
        server.signal("CONT");
      }
    }
  }

  @Test
  void nobodyAtTheEndpointIsSaidSo() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    try (KvbenchThread kvbench = external("127.0.0.1:" + free)) {
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
        KvbenchThread kvbench = external("127.0.0.1:" + silent.getLocalPort())) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
      assertThat(kvbench.result().statusReason().orElseThrow())
          .contains("127.0.0.1:" + silent.getLocalPort());
    }
  }

  private KvbenchThread external(String endpoint) {
    return KvbenchThread.start(
        directory,
        "-db",
        "zookeeper",
        "-P",
        "workloads/smoke",
        "-p",
        "endpoints=" + endpoint,
        "-p",
        "connect.timeout=2s");
  }

  private KvbenchThread start(OwnServer server, String... arguments) {
    String[] all = new String[arguments.length + 4];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    String[] common = {"-db", "zookeeper", "-p", "endpoints=" + server.endpoints()};
    System.arraycopy(common, 0, all, arguments.length, common.length);
    return KvbenchThread.start(directory, all);
  }
}
