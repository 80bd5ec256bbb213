package com.example.store;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.runner.junit.KvbenchTest;
import io.kvbench.runner.run.RunOutcome;
import java.time.Duration;

/**
 * A gate that fails the build if the store becomes much slower than acceptable. This limit suits
 * any machine; yours will be tighter.
 */
final class PerformanceGateIT {
  @KvbenchTest(
      db = "map",
      workload = "sessions",
      properties = {"target=500", "slo=errors<0.1%"})
  void sessionsAreFastEnough(RunOutcome run) {
    assertThat(run)
        .isComplete()
        .keepsItsThresholds()
        .operation(OperationType.READ)
        .responseP99IsBelow(Duration.ofSeconds(5))
        .operation(OperationType.UPDATE)
        .areAllOk();
  }
}
