package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.run.PlanFactory.PlanExtension;
import io.kvbench.testkit.http.ApiClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  @Timeout(60)
  void aRunWhoseEndCannotBeWrittenStillWaits() throws Exception {
    Planning broken = LoopbackServices.planning(new Broken(), new Assignments());
    try (RunStore store = RunStore.open(directory);
        RunQueue queue = LoopbackServices.queue(store, broken, 1)) {
      String id = queue.add(REQUEST).id();
      Path run = directory.resolve("runs").resolve(id);
      Path aside = Files.move(run, directory.resolve("aside"));
      Files.writeString(run, "no directory");
      assertThatThrownBy(() -> queue.stop(id)).isInstanceOf(IOException.class);

      Files.delete(run);
      Files.move(aside, run);
      queue.start();

      assertThat(queue.await(id).state()).isEqualTo(RunState.FAILED);
    }
  }

  private record Broken() implements PlanExtension {
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

  @ParameterizedTest
  @ValueSource(strings = {"../../../victim", "run.json", "output.log", "/tmp", "", "a/b", ".."})
  void aStoredNameThatIsNoWorkloadsIsRefused(String name) throws Exception {
    Path victim = Files.writeString(directory.resolve("victim"), "mine");
    ServiceRun run =
        ServiceRun.queued("20260101T000000Z-00000000", REQUEST, Instant.EPOCH)
            .running(Instant.EPOCH);
    Path service = directory.resolve("service");
    try (RunStore store = RunStore.open(service)) {
      store.write(run);
      Path document = service.resolve("runs").resolve(run.id()).resolve("run.json");
      String text = Files.readString(document);
      Files.writeString(document, text.replace("workloada", name));

      assertThatThrownBy(() -> LoopbackServices.queue(store, LoopbackServices.planning(), 1))
          .hasMessageContaining("run.json is damaged")
          .hasMessageContaining("not the name of a workload");
      assertThat(document).exists();
    }
    assertThat(victim).hasContent("mine");
  }

  @Test
  void theOrderOutlastsTheService() throws Exception {
    List<String> ids = new ArrayList<>();
    try (RunStore store = RunStore.open(directory)) {
      RunQueue queue = LoopbackServices.queue(store, LoopbackServices.planning(), 20);
      for (int run = 0; run < 20; run++) {
        ids.add(queue.add(REQUEST).id());
      }
      assertThat(queue.list().reversed()).extracting(ServiceRun::id).isEqualTo(ids);
    }
    try (RunStore store = RunStore.open(directory)) {
      RunQueue queue = LoopbackServices.queue(store, LoopbackServices.planning(), 20);
      assertThat(queue.list().reversed()).extracting(ServiceRun::id).isEqualTo(ids);
      assertThat(store.read()).extracting(ServiceRun::id).isEqualTo(ids);
    }
  }

  /** By the rule by which comparisons name runs; a label is shown beside the name. */
  @Test
  void theListNamesRunsByWhatTheyDifferIn() throws Exception {
    try (RunStore store = RunStore.open(directory)) {
      int number = 0;
      for (Map<String, String> properties :
          List.of(
              Map.of("clients", "5", "label", "a"),
              Map.of("clients", "7", "label", "b"),
              Map.of("clients", "7"))) {
        store.write(
            ServiceRun.queued(
                    "20260101T00000%dZ-00000000".formatted(number++),
                    new RunRequest("memory", "workloada", properties),
                    Instant.EPOCH)
                .ended(
                    RunState.STOPPED,
                    new ServiceRun.End(
                        Instant.EPOCH, OptionalInt.empty(), Optional.empty(), Optional.empty())));
      }
    }
    try (ApiClient client = LoopbackServices.open(directory)) {
      assertThat(client.get("/v1/runs").body())
          .containsOnlyOnce("\"name\":\"workloada on memory, clients=5\"")
          .contains("\"name\":\"workloada on memory, clients=7\"")
          .doesNotContain("#");
    }
  }

  /** The path of a run's directory is as long as Linux can have it, so its files are too long. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aRunThatCannotBeStoredIsRefusedWithTheReasonAndLeavesNothing() throws Exception {
    Path deep = directory.toAbsolutePath();
    for (int left = left(deep); left > 0; left = left(deep)) {
      deep = deep.resolve("d".repeat(Math.min(200, left)));
    }
    try (ApiClient client = LoopbackServices.open(deep)) {
      HttpResponse<String> answer =
          client.post("/v1/runs", "{\"system\": \"memory\", \"workload\": \"workloada\"}");

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).contains("cannot read or write its files: File name too long");
      assertThat(deep.resolve("runs")).isEmptyDirectory();
    }
  }

  private static int left(Path directory) {
    return 4_060 - directory.toString().length() - 1;
  }
}
