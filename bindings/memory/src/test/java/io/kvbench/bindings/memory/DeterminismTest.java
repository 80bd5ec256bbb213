package io.kvbench.bindings.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.request.RequestSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the same seed gives every client the same operations in the same order, regardless of
 * thread scheduling and of the store's speed; another seed gives others. Where clients share
 * requests, as in the load, the operations of all clients together are the same.
 */
@Timeout(300)
class DeterminismTest {
  private static final int CLIENTS = 7;

  /** The key of all clients' load operations, sorted. */
  private static final int LOAD = CLIENTS;

  private static final long RECORDS = 500;
  private static final long REQUESTS = 3_500;

  private static final String EVERYTHING =
      """
      recordcount=500
      valuesize=40
      readproportion=2
      updateproportion=2
      insertproportion=1
      scanproportion=1
      readmodifywriteproportion=1
      deleteproportion=1
      maxscanlength=20
      """;

  private static final EngineLimits PATIENT =
      new EngineLimits(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofSeconds(1));

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"})
  void theSameSeedGivesEveryClientTheSameOperations(String distribution) throws Exception {
    String lines = EVERYTHING + "requestdistribution=" + distribution + "\nseed=42\n";

    Map<Integer, List<String>> first = run(lines);

    assertThat(first).hasSize(CLIENTS + 1);
    assertThat(run(lines)).isEqualTo(first);
  }

  @Test
  void aSlowerStoreIsAskedTheSame() throws Exception {
    String lines = EVERYTHING + "seed=42\n";

    assertThat(run(lines, "memory.latency=200us")).isEqualTo(run(lines));
  }

  /** A run without inserts, whose requests clients share as in the load. */
  @Test
  void aSlowerStoreIsAskedTheSameByAllClientsTogether() throws Exception {
    String lines = EVERYTHING + "insertproportion=0\nseed=42\n";

    assertThat(all(run(lines, "memory.latency=200us"))).isEqualTo(all(run(lines)));
  }

  @Test
  void anotherSeedGivesEveryClientOtherOperations() throws Exception {
    Map<Integer, List<String>> one = run(EVERYTHING + "seed=42\n");
    Map<Integer, List<String>> other = run(EVERYTHING + "seed=43\n");

    for (int client = 0; client < CLIENTS; client++) {
      assertThat(other.get(client)).isNotEqualTo(one.get(client));
      assertThat(ofType("read", other.get(client))).isNotEqualTo(ofType("read", one.get(client)));
      assertThat(ofType("update", other.get(client)))
          .isNotEqualTo(ofType("update", one.get(client)));
    }
  }

  @Test
  void noTwoClientsDoTheSame() throws Exception {
    Map<Integer, List<String>> clients = run(EVERYTHING + "seed=42\n");

    assertThat(new HashSet<>(clients.values())).hasSize(CLIENTS + 1);
    assertThat(clients.values().stream().flatMap(List::stream))
        .filteredOn(operation -> operation.startsWith("insert"))
        .extracting(operation -> operation.split(" ", 3)[1])
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan((int) RECORDS);
  }

  @Test
  void everyKindOfOperationTakesPart() throws Exception {
    Map<Integer, List<String>> clients = run(EVERYTHING + "seed=42\n");

    assertThat(ofType("insert", clients.remove(LOAD))).hasSize((int) RECORDS);
    for (List<String> operations : clients.values()) {
      for (String type : List.of("insert", "read", "update", "delete", "scan")) {
        assertThat(ofType(type, operations)).as(type).hasSizeGreaterThan(10);
      }
    }
  }

  private static List<String> ofType(String type, List<String> operations) {
    return operations.stream().filter(operation -> operation.startsWith(type + " ")).toList();
  }

  /** Loads and runs a workload on a new store; returns the operations of each client. */
  private static Map<Integer, List<String>> run(String lines, String... settings) throws Exception {
    Workload workload = workload(lines);
    try (Binding store = Memory.open(settings)) {
      RecordingBinding loading = new RecordingBinding(store);
      phase(PhaseName.LOAD, RECORDS, loading, client -> workload.loadRequests(client, CLIENTS));
      RecordingBinding running = new RecordingBinding(store);
      phase(PhaseName.RUN, REQUESTS, running, workload.runSources(CLIENTS)::source);
      Map<Integer, List<String>> submitted = new TreeMap<>(running.submitted());
      submitted.put(LOAD, all(loading.submitted()));
      return submitted;
    }
  }

  /** Returns the operations of all clients, regardless of the sender. */
  private static List<String> all(Map<Integer, List<String>> clients) {
    return clients.values().stream().flatMap(List::stream).sorted().toList();
  }

  private static void phase(
      PhaseName name, long requests, RecordingBinding binding, IntFunction<RequestSource> sources)
      throws Exception {
    PhasePlan plan =
        new PhasePlan(name, CLIENTS, new LoadModel.ClosedLoop(), requests, Optional.empty(), false);
    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), PATIENT)
            .run(plan, binding, sources, new StopSignal(), interval -> {});
    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(measured.requests()).isEqualTo(requests);
  }

  private static Workload workload(String lines) {
    Assignments given = new Assignments();
    Stream.of(lines.split("\n"))
        .map(line -> line.split("=", 2))
        .forEach(parts -> given.add(parts[0], parts[1], Origin.of("test")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, Workload.settings(), problems);
    return Workload.from(settings, REQUESTS, problems)
        .filter(made -> problems.isEmpty())
        .orElseThrow(() -> new AssertionError(problems.list()));
  }
}
