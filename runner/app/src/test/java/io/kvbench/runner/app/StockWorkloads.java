package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.PhaseResult;
import java.nio.file.Path;
import java.util.Set;

/** The property lines of YCSB's own workload files. */
final class StockWorkloads {
  private StockWorkloads() {}

  static Path path(String name) {
    return Path.of("../../core/src/test/resources/ycsb", name).toAbsolutePath().normalize();
  }

  /** Checks that the run did what the file is known for. */
  static void assertMix(String name, PhaseResult run) {
    Set<OperationType> types =
        switch (name) {
          case "workloada", "workloadb" -> Set.of(OperationType.READ, OperationType.UPDATE);
          case "workloadc" -> Set.of(OperationType.READ);
          case "workloadd" -> Set.of(OperationType.READ, OperationType.INSERT);
          case "workloade" -> Set.of(OperationType.SCAN, OperationType.INSERT);
          default ->
              Set.of(OperationType.READ, OperationType.UPDATE, OperationType.READ_MODIFY_WRITE);
        };
    assertThat(run.operations().keySet()).isEqualTo(types);
    assertThat(run.okCount()).as("everything that is read exists").isEqualTo(run.operationCount());
  }
}
