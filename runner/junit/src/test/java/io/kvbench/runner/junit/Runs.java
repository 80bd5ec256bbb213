package io.kvbench.runner.junit;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.ClientUse;
import io.kvbench.results.format.RunOrigin;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerConditions;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.embed.BenchmarkPlan;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.Threshold;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Results of real runs, and the same with another status. */
final class Runs {
  private Runs() {}

  /** Returns a plan of reads and updates of a hundred records. */
  static PlanBuilder plan() {
    return Kvbench.plan("memory")
        .workload(WorkloadSpec.resource("workloads/workloada").records(100))
        .clients(2)
        .requests(2_000);
  }

  static RunResult mixed() {
    return Kvbench.run(plan().build());
  }

  static RunResult withThreshold(Duration p50) {
    return Kvbench.run(plan().thresholds(Threshold.response().p50IsBelow(p50)).build());
  }

  /** Returns the result of ten inserts of existing records. */
  static RunResult collisions() throws Exception {
    Reachable memory = Bindings.load().find("memory").orElseThrow();
    SystemDescriptor system = memory.system();
    Settings settings = plan().build().plan().settings();
    BindingConfig config = new BindingConfig(List.of(), 1, Duration.ofSeconds(1), settings);
    try (Binding binding = memory.provider().open(system, config)) {
      BenchmarkPlan inserts =
          Kvbench.plan(system, binding)
              .workload(WorkloadSpec.mix("collisions").inserts(1))
              .requests(10)
              .build();
      Kvbench.run(inserts);
      return Kvbench.run(inserts);
    }
  }

  /** Returns the result of inserts that the binding rejects. */
  static RunResult failing() {
    return Kvbench.run(
        Kvbench.plan(new Slow(Duration.ZERO, true), Slow.NAME)
            .workload(WorkloadSpec.mix("inserts").inserts(1))
            .requests(100)
            .build());
  }

  static RunResult with(RunResult result, Validity validity) {
    return with(result, result.status(), Optional.empty(), validity);
  }

  static RunResult with(RunResult result, RunStatus status, String reason) {
    return with(result, status, Optional.of(reason), Validity.VALID);
  }

  private static RunResult with(
      RunResult result, RunStatus status, Optional<String> reason, Validity validity) {
    Verdict verdict =
        new Verdict(
            validity,
            validity == Validity.VALID
                ? List.of()
                : List.of(new Verdict.Reason("errors", "too many", "fewer")),
            Optional.empty());
    return new RunResult(
        result.schema(),
        status,
        reason,
        new RunOrigin(
            result.origin().workload(), result.origin().startedAt(), result.origin().seed()),
        result.system(),
        result.cluster(),
        result.environment(),
        verdict,
        result.slos(),
        new ClientUse(result.use().client(), result.use().clientTime()),
        new StoreFindings(
            result.store().storeCheck(),
            result.store().storeUnchecked(),
            result.store().keyCheck(),
            result.store().keysUnchecked(),
            result.store().versionCheck(),
            result.store().valuesRead()),
        result.hosts(),
        new ServerConditions(
            result.conditions().network(),
            result.conditions().peerNetwork(),
            result.conditions().limits()),
        result.coordination(),
        result.agents(),
        result.phases());
  }
}
