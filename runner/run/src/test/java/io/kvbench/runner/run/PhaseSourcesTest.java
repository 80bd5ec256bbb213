package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.memory.MemoryProvider;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.workload.RequestSource;
import io.kvbench.runner.cluster.Clusters;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PhaseSourcesTest {
  private static final String[] READS = {"recordcount=1000", "operationcount=50", "threadcount=2"};

  /** How many requests a warmup makes is another matter in every run. */
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

  private static List<String> runAfterWarmup(RunPlan plan, int warmup) {
    PhaseSources sources = new PhaseSources(plan.workload());
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
