package com.example.store;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.WorkloadSpec;
import org.junit.jupiter.api.Test;

/** Tests that every value that is read is one that was written. */
final class MapStoreTest {
  @Test
  void readsReturnWhatWasWritten() {
    RunResult result =
        Kvbench.run(
            Kvbench.plan(new MapProvider(), "map")
                .workload(
                    WorkloadSpec.mix("checked").records(500).reads(1).updates(1).checkedValues())
                .clients(4)
                .requests(5_000)
                .build());

    assertThat(result)
        .isNotInvalid()
        .hasNoErrors()
        .hasTheRecordsItAcknowledged()
        .operation(OperationType.READ)
        .areAllOk();
  }
}
