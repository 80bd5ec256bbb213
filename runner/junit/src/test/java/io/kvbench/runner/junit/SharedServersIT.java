package io.kvbench.runner.junit;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.RunResult;
import io.kvbench.runner.embed.Servers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Real servers, shared by the classes of a suite. */
final class SharedServersIT {
  private static final Set<String> ENDPOINTS = new HashSet<>();

  @Test
  void theTestsOfASuiteShareTheirServersWhichEndWithIt() throws Exception {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(FirstClass.class), selectClass(SecondClass.class))
        .execute()
        .testEvents()
        .assertStatistics(counts -> counts.started(2).succeeded(2));

    assertThat(ENDPOINTS).hasSize(1);
    int port = Integer.parseInt(ENDPOINTS.iterator().next().replaceFirst(".*:", ""));
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(free.isBound()).as("nobody listens there any more").isTrue();
    }
  }

  static final class FirstClass {
    @KvbenchTest(
        db = "zookeeper",
        sharing = Sharing.SUITE,
        properties = {
          "cluster=embedded",
          "readproportion=0",
          "updateproportion=0",
          "insertproportion=1",
          "operationcount=50"
        })
    void inserts(RunResult result, Servers servers) {
      ENDPOINTS.addAll(servers.endpoints());
      assertThat(result).isNotInvalid().operation(OperationType.INSERT).hasCount(50).areAllOk();
      assertThat(result.cluster().kind()).isEqualTo("embedded");
    }
  }

  static final class SecondClass {
    @KvbenchTest(
        db = "zookeeper",
        sharing = Sharing.SUITE,
        workload = "workloads/workloadc",
        properties = {
          "cluster=embedded",
          "recordcount=50",
          "zookeeper.root=/second",
          "operationcount=100"
        })
    void reads(RunResult result, Servers servers) {
      ENDPOINTS.addAll(servers.endpoints());
      assertThat(result).isComplete().hasNoErrors().operation(OperationType.READ).hasCount(100);
    }
  }
}
