package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.run.WorkloadLookup;
import io.kvbench.testkit.RealServers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The suites in the jar can be planned where their servers are installed. */
class ShippedSuitesIT {
  /** The number of runs of each; a changed suite requires a change of its guide. */
  private static final Map<String, Integer> RUNS =
      Map.of(
          "client-scaling", 72,
          "consul-reads", 15,
          "dbtester", 63,
          "dengine-etcd", 24,
          "etcd-limits", 96,
          "etcd-network", 18,
          "rw-heatmaps", 392,
          "smoke", 4,
          "ycsb", 81);

  private static Stream<String> suites() {
    return WorkloadLookup.suiteNames().stream();
  }

  @Test
  void allAreKnownHere() {
    assertThat(suites()).containsExactlyInAnyOrderElementsOf(RUNS.keySet());
  }

  @ParameterizedTest
  @MethodSource("suites")
  void canBePlanned(String suite) {
    List.of("etcd", "consul", "zetcd", "d-engine", "toxiproxy-server")
        .forEach(RealServers::require);

    KvbenchCommand plan = KvbenchCommand.run(List.of("plan", "--suite", suite));

    plan.check();
    assertThat(plan.exitCode()).as(plan::said).isZero();
    assertThat(plan.out()).contains(RUNS.get(suite) + " runs of ");
  }
}
