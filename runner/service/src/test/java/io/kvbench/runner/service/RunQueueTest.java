package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.run.PlanFactory.Further;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The queue, without a process of any run. */
class RunQueueTest {
  private static final RunRequest REQUEST = new RunRequest("memory", "workloada", Map.of());

  @TempDir private Path directory;

  @Test
  void aQueueWithoutPlacesTakesARunWhileNothingRuns() throws Exception {
    try (RunStore store = RunStore.open(directory)) {
      RunQueue queue = LoopbackServices.queue(store, LoopbackServices.planning(), 0);

      assertThat(queue.add(REQUEST).state()).isEqualTo(RunState.QUEUED);
      assertThatThrownBy(() -> queue.add(REQUEST)).hasMessageContaining("the queue is full");
    }
  }

  @Test
  @Timeout(60)
  void anInternalErrorEndsOneRunAndNotTheQueue() throws Exception {
    Planning broken = LoopbackServices.planning(new Broken(), new Assignments());
    try (RunStore store = RunStore.open(directory);
        RunQueue queue = LoopbackServices.queue(store, broken, 1)) {
      queue.start();
      queue.await(queue.add(REQUEST).id());
      ServiceRun second = queue.await(queue.add(REQUEST).id());

      assertThat(second.state()).isEqualTo(RunState.FAILED);
      assertThat(second.reason().orElseThrow()).contains("internal error", "broken");
    }
  }

  private record Broken() implements Further {
    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public void check(Settings settings, Optional<RunPlan> plan, Problems problems) {
      throw new IllegalStateException("broken");
    }
  }

  @Test
  void credentialsOfAnInterruptedRunAreDeleted() throws Exception {
    try (RunStore store = RunStore.open(directory)) {
      ServiceRun run =
          ServiceRun.queued("20260101T000000Z-00000000", REQUEST, Instant.EPOCH)
              .running(Instant.EPOCH);
      store.write(run);
      Path workload = store.writeWorkload(run, "password=x\n");

      RunQueue queue = LoopbackServices.queue(store, LoopbackServices.planning(), 1);

      assertThat(queue.find(run.id()).state()).isEqualTo(RunState.INTERRUPTED);
      assertThat(workload).doesNotExist();
    }
  }
}
