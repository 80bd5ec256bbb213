package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.search.Bounds;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Status;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.find.Find;
import io.kvbench.runner.run.find.FindListener;
import io.kvbench.runner.run.find.Load;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of searches through whole runs against a queue of known capacity. */
final class FindTest {
  static final double CAPACITY = 800;

  /** For probes whose outcome does not matter: a late answer is more than 1 % of a second. */
  private static final String[] BRIEF = {"find.settle=0s", "find.duration=1s"};

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

  /** A search that ended. */
  record Ended(FindResult found, RunResult run) {}

  /** A listener that stops a run after a number of probes. */
  private record StopAfter(int probes, StopSignal stop) implements FindListener {
    @Override
    public void probing(int number, Load load, Bounds estimate, Duration left) {}

    @Override
    public void probed(FindResult.Probe probe, FindResult soFar) {
      assertThat(soFar.status()).as(soFar::toString).isEqualTo(Status.RUNNING);
      assertThat(soFar.probes()).hasSize(probe.number());
      if (probe.number() == probes) {
        stop.give();
      }
    }
  }

  /** The queue serves on schedule, however busy the machine is: its client is not the limit. */
  private static final List<String> ANY_CLIENT =
      List.of(
          "verdict.cpu=100%",
          "verdict.busythread=100%",
          "verdict.throttled=100%",
          "verdict.gc.share=100%",
          "verdict.pinned.share=100%",
          "verdict.lag.p99=1h",
          "verdict.gc.longest=1h",
          "verdict.hiccup.p99=1h",
          "verdict.hiccup.longest=1h",
          "verdict.pinned.longest=1h",
          "verdict.rundelay=100%",
          "verdict.floor=1h");

  static Ended search(ScriptedStore.Script script, int stopAfter, String... more) {
    Bindings.Reachable memory = Bindings.load().find("memory").orElseThrow();
    String[] settings =
        Stream.of(
                ANY_CLIENT.stream(),
                Stream.of(
                    "recordcount=100",
                    "readproportion=1",
                    "updateproportion=0",
                    "target=1",
                    "operationcount=0",
                    "maxexecutiontime=4",
                    "find.settle=1s",
                    "find.duration=3s",
                    "clients=200",
                    "hosts.every=off"),
                Stream.of(more))
            .flatMap(each -> each)
            .toArray(String[]::new);
    Clusters clusters = Clusters.load();
    RunPlan plan = Find.prepared(Plans.of(memory.system(), clusters, settings));
    StopSignal stop = new StopSignal();
    Find find = new Find(plan, NanoClock.system(), new StopAfter(stopAfter, stop));
    RunResult run =
        new BenchmarkRun(
                plan,
                new ScriptedStore(memory, script, (number, honest) -> honest),
                clusters,
                stop,
                RunListener.NONE,
                List.of(),
                true)
            .with(find)
            .executeWithoutFiles();
    return new Ended(find.result(run), run);
  }

  private static String[] brief(String... more) {
    return Stream.of(BRIEF, more).flatMap(Stream::of).toArray(String[]::new);
  }

  @Test
  void aSearchThatIsInterruptedKeepsWhatItKnows() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found = search(queue, 2, brief("find.from=50")).found();

      assertThat(found.status()).isEqualTo(Status.INTERRUPTED);
      assertThat(found.reason()).contains("interrupted");
      assertThat(found.probes()).hasSize(2);
      assertThat(found.ratePerSecond()).isPresent();
    }
  }

  @Test
  void theTimeOfASearchIsLimited() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found =
          search(queue, Integer.MAX_VALUE, brief("find.from=400", "find.max.time=1s")).found();

      assertThat(found.status()).isEqualTo(Status.TIME_UP);
      assertThat(found.reason()).contains("find.max.time");
      // None, where the machine took a second to begin.
      assertThat(found.probes()).hasSizeLessThanOrEqualTo(1);
    }
  }

  @Test
  void aStoreThatRefusesHalfOfTheRequestsDoesNotAchieveTheRate() {
    ScriptedStore.Script refuses =
        (number, operation, honest, completion) -> {
          if (!(operation instanceof Operation.Read)) {
            honest.submit(operation, completion);
          } else {
            // A busy machine delays threads for longer than a store in memory takes.
            LATER.execute(
                () -> {
                  if (number % 2 == 0) {
                    completion.failed(ErrorKind.UNAVAILABLE, "no");
                  } else {
                    honest.submit(operation, completion);
                  }
                });
          }
        };

    FindResult.Probe probe = first(refuses, "slo=response.p99<1h");
    assertThat(probe.outcome()).as(probe::toString).isEqualTo(Outcome.FAILED);
    assertThat(probe.reason().orElseThrow()).contains("of the offered rate without errors");
    FindResult.Probe tolerated = first(refuses, "slo=response.p99<1h,errors<60%");
    assertThat(tolerated.outcome()).as(tolerated::toString).isEqualTo(Outcome.PASSED);
  }

  private static FindResult.Probe first(ScriptedStore.Script script, String slo) {
    return search(script, 1, "find.from=100", slo).found().probes().getFirst();
  }

  @Test
  void aThresholdDoesNotEndTheLoadOfASearch() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found =
          search(
                  queue,
                  1,
                  brief(
                      "find.from=100",
                      "recordcount=" + 2 * (int) CAPACITY,
                      "slo=response.max<1us",
                      "slo.abort=true",
                      "slo.grace=0s"))
              .found();

      assertThat(found.probes()).hasSize(1);
    }
  }

  @Test
  void aThresholdOfTheUsersOwnIsKept() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found = search(queue, 1, "find.from=100", "slo=response.p50<1us").found();

      assertThat(found.thresholds())
          .containsExactly("achieved>=99% of the offered rate", "response.p50<1us");
      assertThat(found.probes().getFirst().reason().orElseThrow())
          .contains("response.p50 is", "expected below 1 µs");
      assertThat(found.probes().getFirst().p50Micros()).isPresent();
      assertThat(found.probes().getFirst().p99Micros()).as("of 300 operations").isEmpty();
    }
  }
}
