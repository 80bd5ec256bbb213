package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.memory.MemoryProvider;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.runner.cluster.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PhaseSourcesTest {
  private static final String[] READS = {"recordcount=1000", "operationcount=50", "threadcount=2"};

  /** The number of requests of a warm-up varies between runs. */
  @Test
  void theRunAfterAWarmupLimitedByTimeIsAlwaysTheSame() {
    RunPlan plan = plan("warmuptime=1s");

    assertThat(runAfterWarmup(plan, 7)).isEqualTo(runAfterWarmup(plan, 12));
  }

  @Test
  void theRunGoesOnFromAWarmupLimitedByNumber() {
    RunPlan plan = plan("warmupcount=14");

    assertThat(runAfterWarmup(plan, 7).subList(5, 10))
        .isEqualTo(runAfterWarmup(plan, 12).subList(0, 5));
  }

  /** Inserts in a load, a warmup that ends by time, and a run that begins behind all of them. */
  @Test
  void thePartsOfARunSendTogetherWhatTheWholeSends() {
    RunPlan plan =
        Plans.of(
            new MemoryProvider().systems().getFirst(),
            new Clusters(List.of()),
            "recordcount=100",
            "operationcount=50",
            "threadcount=5",
            "insertproportion=1",
            "warmuptime=1s");
    List<List<String>> whole = phases(plan, List.of(RunPart.WHOLE));

    for (int count : new int[] {2, 3, 5}) {
      List<RunPart> parts =
          IntStream.range(0, count).mapToObj(index -> new RunPart(index, count)).toList();
      assertThat(phases(plan, parts)).isEqualTo(whole);
    }
    assertThat(whole).hasSize(3);
  }

  /** Returns what is sent in each phase; clients are taken to be unevenly fast. */
  private static List<List<String>> phases(RunPlan plan, List<RunPart> parts) {
    List<PhaseSources> sources =
        parts.stream().map(part -> new PhaseSources(plan.workload(), part)).toList();
    List<List<String>> phases = new ArrayList<>();
    for (PhasePlan phase : plan.phases()) {
      long end = sources.stream().mapToLong(PhaseSources::end).max().orElseThrow();
      List<String> sent = new ArrayList<>();
      for (int index = 0; index < parts.size(); index++) {
        IntFunction<RequestSource> of = sources.get(index).of(phase, end);
        int first = parts.get(index).first(phase.clients());
        for (int client = 0; client < phase.part(parts.get(index)).clients(); client++) {
          RequestSource source = of.apply(client);
          IntStream.range(0, 7 * (first + client) % 11)
              .forEach(each -> sent.add(String.valueOf(source.next())));
        }
      }
      phases.add(sent);
    }
    return phases;
  }

  private static List<String> runAfterWarmup(RunPlan plan, int warmup) {
    PhaseSources sources = new PhaseSources(plan.workload(), RunPart.WHOLE);
    List<PhasePlan> phases = plan.phases();
    RequestSource first = sources.of(phases.get(phases.size() - 2)).apply(1);
    IntStream.range(0, warmup).forEach(each -> first.next());
    RequestSource second = sources.of(phases.getLast()).apply(1);
    return IntStream.range(0, 10).mapToObj(each -> String.valueOf(second.next())).toList();
  }

  private static RunPlan plan(String warmup) {
    return Plans.of(
        new MemoryProvider().systems().getFirst(),
        new Clusters(List.of()),
        Stream.concat(Stream.of(READS), Stream.of(warmup)).toArray(String[]::new));
  }
}
