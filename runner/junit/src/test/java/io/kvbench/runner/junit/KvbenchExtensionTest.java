package io.kvbench.runner.junit;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.Servers;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Tests with test classes as users write them, run by JUnit inside this test. */
final class KvbenchExtensionTest {

  private static Events run(Class<?> tests, Map<String, String> parameters) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(tests))
        .configurationParameters(parameters)
        .execute()
        .testEvents();
  }

  private static void failsSaying(Class<?> tests, Predicate<String> message) {
    run(tests, Map.of())
        .assertThatEvents()
        .haveExactly(1, event(test(), finishedWithFailure(message(message))));
  }

  @Test
  void aTestGetsWhatItAsksFor(@TempDir Path results) {
    Events events = run(Fine.class, Map.of(KvbenchExtension.RESULTS, results.toString()));

    events.assertStatistics(counts -> counts.started(4).succeeded(4));
    assertThat(results).isDirectoryContaining("glob:**-workloada-memory");
  }

  @Test
  void nothingIsWrittenUnlessSomebodyAsks() {
    run(Unwritten.class, Map.of()).assertStatistics(counts -> counts.started(1).succeeded(1));

    assertThat(Path.of("results")).doesNotExist();
    failsSaying(NoDirectory.class, text -> text.contains("name a directory with results"));
  }

  @Test
  void aRunThatCannotBePlannedFailsItsTestWithEverythingThatIsWrong() {
    failsSaying(
        Wrong.class,
        text ->
            text.contains("2 errors:")
                && text.contains("set(clients): invalid value clients=none")
                && text.contains("set(oops): unknown property 'oops'"));
  }

  @Test
  void aBrokenAssertionShowsTheHeadline() {
    failsSaying(
        Broken.class, text -> text.contains("to be below 1 ns") && text.contains("\nSUSPECT: "));
  }

  @Test
  void aRunThatNobodyLooksAtIsLookedAt(@TempDir Path results) {
    run(Unseen.class, Map.of(KvbenchExtension.RESULTS, results.toString()))
        .assertStatistics(counts -> counts.started(3).succeeded(1).failed(2))
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("broken"),
                finishedWithFailure(message(text -> text.contains("Expected every threshold")))))
        .haveExactly(
            1,
            event(
                test("wrong"),
                finishedWithFailure(message(text -> text.contains("invalid value clients=none")))));
    assertThat(results).isDirectoryContaining("glob:**-smoke-memory");
  }

  @Test
  void anInjectedResultKnowsItsDirectory(@TempDir Path results) {
    run(Broken.class, Map.of(KvbenchExtension.RESULTS, results.toString()))
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test(),
                finishedWithFailure(
                    message(
                        text -> text.contains("The result is in " + results.toAbsolutePath())))));
  }

  @Test
  void aTimeoutEndsTheRunOfItsTest() {
    failsSaying(
        Endless.class,
        text ->
            text.contains("because the test's @Timeout was over after 3.0 s")
                && text.contains("SUSPECT, PARTIAL: "));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void serversAreSharedAsFarAsAsked() {
    run(Shared.class, Map.of()).assertStatistics(counts -> counts.started(4).succeeded(4));
  }

  /** Runs on memory, which needs no servers. */
  @Tag("inner")
  static final class Fine {
    private static final String RUN = "workloads/workloada";

    @KvbenchTest(
        db = "memory",
        workload = RUN,
        properties = {"recordcount=50", "operationcount=200"})
    void theResultIsThere(RunResult result) {
      assertThat(result).isNotInvalid().operation(OperationType.READ).areAllOk();
    }

    @KvbenchTest(
        db = "memory",
        workload = RUN,
        properties = {"recordcount=50", "operationcount=200"})
    void theResultAndItsDirectoryAreOfOneRun(RunResult result, RunOutcome outcome) {
      assertThat(outcome.result()).isSameAs(result);
      assertThat(outcome.directory()).isNotEmptyDirectory();
    }

    @KvbenchTest(
        db = "memory",
        properties = {"recordcount=50", "operationcount=100"})
    void thePlanCanBeGoneOnWith(PlanBuilder plan) {
      RunResult result = Kvbench.run(plan.clients(2).requests(300).build());

      assertThat(result.phases().getLast().rates().requests()).isEqualTo(300);
    }

    @KvbenchTest(
        db = "memory",
        workload = "../../workloads/workloadc",
        properties = {"recordcount=50", "operationcount=200"})
    void aWorkloadMayBeAPath(RunResult result) {
      assertThat(result).operation(OperationType.READ).hasCount(200);
    }
  }

  static final class Unwritten {
    @KvbenchTest(db = "memory", workload = "workloads/smoke")
    void nothing(RunResult result) {
      assertThat(result).isNotInvalid();
    }
  }

  static final class NoDirectory {
    @KvbenchTest(db = "memory", workload = "workloads/smoke")
    void outcome(RunOutcome outcome) {
      assertThat(outcome).isComplete();
    }
  }

  static final class Wrong {
    @KvbenchTest(
        db = "memory",
        workload = "workloads/smoke",
        properties = {"clients=none", "oops=1"})
    void wrong(RunResult result) {
      assertThat(result).isComplete();
    }
  }

  static final class Unseen {
    private static final String RUN = "workloads/smoke";

    @KvbenchTest(db = "memory", workload = RUN)
    void fine() {}

    @KvbenchTest(db = "memory", workload = RUN, properties = "slo=response.p50<1ns")
    void broken() {}

    @KvbenchTest(db = "memory", workload = RUN, properties = "clients=none")
    void wrong() {}
  }

  @Timeout(3)
  static final class Endless {
    @KvbenchTest(
        db = "memory",
        workload = "workloads/workloadc",
        properties = {"recordcount=50", "target=100", "maxexecutiontime=1000"})
    void endless(RunResult result) {
      assertThat(result).isComplete();
    }
  }

  static final class Broken {
    @KvbenchTest(
        db = "memory",
        workload = "workloads/workloadc",
        properties = {"recordcount=50", "operationcount=200"})
    void tooSlow(RunResult result) {
      assertThat(result).operation(OperationType.READ).responseP99IsBelow(Duration.ofNanos(1));
    }
  }

  static final class Shared {
    private static final Set<Servers> OF_CLASS = seen();
    private static final Set<Servers> OF_TESTS = seen();

    private static Set<Servers> seen() {
      return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    @KvbenchTest(db = "memory")
    void one(Servers servers) {
      OF_CLASS.add(servers);
      assertThat(OF_CLASS).hasSize(1);
    }

    @Nested
    final class Inside {
      @KvbenchTest(db = "memory")
      void another(Servers servers) {
        OF_CLASS.add(servers);
        assertThat(OF_CLASS).hasSize(1);
      }
    }

    @KvbenchTest(db = "memory", sharing = Sharing.TEST)
    void own(Servers servers) {
      ownOnes(servers);
    }

    @KvbenchTest(db = "memory", sharing = Sharing.TEST)
    void ownAgain(Servers servers) {
      ownOnes(servers);
    }

    private static void ownOnes(Servers servers) {
      assertThat(OF_TESTS.add(servers)).isTrue();
    }
  }
}
