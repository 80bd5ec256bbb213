package io.kvbench.runner.junit;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.embed.Servers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests with real servers, shared by the classes of a suite. */
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

  @Test
  void aTimeoutThatEndsTheStartOfServersSaysOfWhich() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(Hasty.class))
        .execute()
        .testEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                finishedWithFailure(
                    message(
                        text ->
                            text.contains(
                                    "The test's @Timeout was over after 700 ms: interrupted while"
                                        + " 3 servers of zookeeper were being started: ")
                                && text.contains("'s server ")
                                && text.contains(" had not answered after ")
                                && text.contains("Its log says:")))));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Timeout(value = 700, unit = TimeUnit.MILLISECONDS)
  static final class Hasty {
    @KvbenchTest(
        db = "zookeeper",
        nodes = 3,
        workload = "workloads/workloadc",
        properties = {"cluster=embedded", "recordcount=50", "operationcount=100"})
    void reads(RunResult result) {
      assertThat(result).isComplete();
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
