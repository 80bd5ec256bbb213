package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of every system of the jar that has servers, on one of them and on three: keys are written,
 * and each is read in a linearizable and in a stale way.
 */
final class EverySystemIT {
  private static final long KEYS = 300;

  @TempDir private Path directory;

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
  void keysAreWrittenAndReadBothWays(String system, int nodes) throws Exception {
    try (OwnServer server = servers(system, nodes)) {
      // On several connections inserts into zetcd keep one another from getting through.
      String connections = "connections=" + (system.equals("zetcd") ? 1 : 32);
      RunResult written = run(system, "linearizable", server, connections);
      assertThat(written.cluster().endpoints()).hasSize(nodes);
      assertThat(written.store().storeCheck().orElseThrow().keysFound()).isEqualTo(KEYS);
      assertThat(only(written.phases().getFirst(), OperationType.INSERT).okCount()).isEqualTo(KEYS);
      assertThat(reads(written).okCount()).isEqualTo(KEYS);

      assertStaleReads(run(system, "stale", server, "dotransactions=true"), nodes);
      for (String consistency : List.of("default", "linearizable", "stale")) {
        assertPromisesKept(system, consistency, server);
      }
    }
  }

  private void assertPromisesKept(String system, String consistency, OwnServer server)
      throws Exception {
    ConsistencyResult found =
        run(
                system,
                consistency,
                server,
                "dotransactions=true",
                "check=true",
                "operationcount=1000",
                "readproportion=0.5",
                "updateproportion=0.5",
                "requestdistribution=zipfian")
            .store()
            .consistency()
            .orElseThrow();
    assertThat(found.problem()).isEmpty();
    assertThat(found.violations()).isEmpty();
    assertThat(found.dropped()).isZero();
    assertThat(found.operations()).isGreaterThan(900);
    assertThat(found.readModes()).isNotEmpty();
  }

  /** Other tests need ZooKeeper's, too, which take long to start. */
  private static OwnServer servers(String system, int nodes) throws Exception {
    return system.equals("zookeeper")
        ? OwnServer.shared(system, nodes)
        : OwnServer.start(system, nodes);
  }

  private static void assertStaleReads(RunResult stale, int nodes) {
    OperationResult reads = reads(stale);
    // Servers may be behind, yet not by most of what they are given.
    assertThat(reads.okCount()).isBetween(nodes == 1 ? KEYS : KEYS / 2, KEYS);
    assertThat(reads.outcomes().keySet()).isSubsetOf(Outcome.OK, Outcome.NOT_FOUND);
  }

  private static OperationResult reads(RunResult result) {
    return only(result.phases().getLast(), OperationType.READ);
  }

  private static OperationResult only(PhaseResult phase, OperationType type) {
    assertThat(phase.errorCount()).isZero();
    assertThat(phase.rates().requests()).isEqualTo(KEYS);
    assertThat(phase.operations()).containsOnlyKeys(type);
    return phase.operations().get(type);
  }

  private RunResult run(String system, String consistency, OwnServer server, String... settings)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("-v", "-db", system, "-threads", "32", "--results", directory.toString()));
    for (String each :
        List.of(
            "endpoints=" + server.endpoints(),
            InstalledServers.apart(system, "every"),
            "recordcount=" + KEYS,
            "operationcount=" + KEYS,
            "requestdistribution=sequential",
            "readproportion=1",
            "updateproportion=0",
            "readconsistency=" + consistency,
            "dataintegrity=true",
            "hosts.every=off",
            "exit.on=never")) {
      arguments.addAll(List.of("-p", each));
    }
    for (String each : settings) {
      arguments.addAll(List.of("-p", each));
    }
    KvbenchCommand kvbench = KvbenchCommand.run(arguments);
    RunResult result = kvbench.result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.system().name()).isEqualTo(system);
    String report = kvbench.out().replaceAll("\\s+", " ");
    assertThat(result.system().notes().orElse(List.of())).allMatch(report::contains);
    return result;
  }
}
