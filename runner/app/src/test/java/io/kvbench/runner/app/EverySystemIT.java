package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.KeptClusters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every system of the jar that has servers, on one of them and on three: 10,000 keys are written,
 * and each is read in a linearizable and in a stale way.
 */
final class EverySystemIT {
  private static final long KEYS = 10_000;

  @TempDir private Path directory;
  @TempDir private Path servers;
  @TempDir private Path states;

  static Stream<Arguments> systems() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .flatMap(provider -> provider.get().systems().stream())
        .filter(system -> !system.local())
        .map(SystemDescriptor::name)
        .sorted()
        .flatMap(system -> Stream.of(Arguments.of(system, 1), Arguments.of(system, 3)));
  }

  @ParameterizedTest
  @MethodSource("systems")
  void tenThousandKeysAreWrittenAndReadBothWays(String system, int nodes) throws Exception {
    RunResult written =
        run(
            system,
            "linearizable",
            InstalledServers.of(system),
            "cluster.nodes=" + nodes,
            "cluster.dir=" + servers,
            "cluster.keep=true",
            // On several connections inserts into zetcd keep one another from getting through.
            "connections=" + (system.equals("zetcd") ? 1 : 32));
    assertThat(written.cluster().endpoints()).hasSize(nodes);
    assertThat(written.storeCheck().orElseThrow().keysFound()).isEqualTo(KEYS);
    assertThat(only(written.phases().getFirst(), OperationType.INSERT).okCount()).isEqualTo(KEYS);
    assertThat(reads(written).okCount()).isEqualTo(KEYS);

    RunResult stale =
        run(
            system,
            "stale",
            "endpoints=" + String.join(",", written.cluster().endpoints()),
            "dotransactions=true");
    OperationResult reads = reads(stale);
    // Servers may be behind, yet not by most of what they are given.
    assertThat(reads.okCount()).isBetween(nodes == 1 ? KEYS : KEYS / 2, KEYS);
    assertThat(reads.outcomes().keySet()).isSubsetOf(Outcome.OK, Outcome.NOT_FOUND);
  }

  @AfterEach
  void takeTheServersDown() throws Exception {
    Clusters clusters = Clusters.load();
    for (KeptCluster kept : new KeptClusters(states.resolve("kvbench/clusters")).list()) {
      clusters.provider(kept.kind()).orElseThrow().stop(kept, true);
    }
    assertThat(servers).isEmptyDirectory();
  }

  private static OperationResult reads(RunResult result) {
    return only(result.phases().getLast(), OperationType.READ);
  }

  private static OperationResult only(PhaseResult phase, OperationType type) {
    assertThat(phase.errorCount()).isZero();
    assertThat(phase.requests()).isEqualTo(KEYS);
    assertThat(phase.operations()).containsOnlyKeys(type);
    return phase.operations().get(type);
  }

  private RunResult run(String system, String consistency, String... settings) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-db", system, "-threads", "32"));
    List<String> all = new ArrayList<>(List.of(settings));
    all.addAll(
        List.of(
            "recordcount=" + KEYS,
            "operationcount=" + KEYS,
            "requestdistribution=sequential",
            "readproportion=1",
            "updateproportion=0",
            "readconsistency=" + consistency,
            "dataintegrity=true",
            "exit.on=never"));
    all.forEach(setting -> arguments.addAll(List.of("-p", setting)));
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            directory,
            Map.of("XDG_STATE_HOME", states.toString()),
            arguments.toArray(String[]::new))) {
      assertThat(kvbench.exitCode()).as(() -> kvbench.out() + kvbench.err()).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.system().name()).isEqualTo(system);
      String report = kvbench.out().replaceAll("\\s+", " ");
      assertThat(result.system().notes().orElse(List.of())).allMatch(report::contains);
      return result;
    }
  }
}
