package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.Decodings;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.RunningKvbench;
import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of suites with the real jar, on the store inside kvbench, which starts a process per run.
 */
class SuiteIT {
  private static final String SIZES =
      """
      suite.workload=workloada
      axis.db=memory
      axis.valuesize=64,256
      recordcount=100
      maxexecutiontime=2
      operationcount=1000000000
      target=200
      suite.repeats=2
      suite.order=random
      suite.seed=5
      exit.on=never
      hosts.every=off
      """;

  @TempDir private Path directory;

  @Test
  @Tag("matrix")
  void aSuiteThatIsKilledTwiceEndsAsOneThatIsNot() throws Exception {
    SuiteProcess killed = SuiteProcess.of(directory, SIZES, "killed");

    killed.killAfter(1);
    assertThat(killed.read().count(Status.RUNNING)).isOne();
    killed.killAfter(2);
    SuiteDocument resumed = killed.run();

    assertThat(resumed.cells()).hasSize(4);
    assertThat(resumed.cells().stream().flatMap(cell -> cell.earlier().stream()))
        .hasSize(2)
        .allSatisfy(
            path -> {
              Path partial = killed.path().resolve(path);
              assertThat(partial.resolve(ResultDirectory.PLAN)).exists();
              assertThat(partial.resolve(ResultDirectory.RESULT)).doesNotExist();
            });
    SuiteProcess whole = SuiteProcess.of(directory, SIZES, "whole");
    whole.run();
    SuiteProcess.assertSame(killed, whole);
    assertPages(killed);
    assertNoProperties(killed);
  }

  private static void assertPages(SuiteProcess suite) throws Exception {
    assertThat(suite.path().resolve("comparison.html")).isNotEmptyFile();
    String page = Files.readString(suite.path().resolve("suite.html"));
    assertThat(page).contains("4 of 4").doesNotContain("http-equiv=\"refresh\"");
    for (Cell cell : suite.read().cells()) {
      String link = cell.resultDirectory().orElseThrow() + "/report.html";
      assertThat(page).contains("href=\"" + link + "\"");
      assertThat(suite.path().resolve(link)).isNotEmptyFile();
    }
  }

  /** They may have secrets, and are there only for as long as a run. */
  private static void assertNoProperties(SuiteProcess suite) throws Exception {
    try (Stream<Path> files = Files.walk(suite.path().resolve("cells"))) {
      assertThat(files).noneMatch(file -> file.endsWith("workloada"));
    }
  }

  /** A suite that is ended first by its budget, then by Ctrl-C, then by a kill. */
  @Test
  void aSuiteResumesHoweverItWasStopped() throws Exception {
    SuiteProcess suite = SuiteProcess.of(directory, SIZES, "results");

    aBudgetLeavesRunsForAnotherTime();
    ctrlCEndsTheRunReadably(suite);
    List<Cell> before =
        suite.read().cells().stream().filter(cell -> cell.status() == Status.DONE).toList();
    // The run that Ctrl-C ended is repeated first.
    suite.killAfter(before.size() + 1);
    assertThat(suite.read().count(Status.RUNNING)).isOne();
    SuiteDocument resumed = suite.run();

    assertThat(before).isNotEmpty();
    assertThat(resumed.cells()).hasSize(4).containsAll(before);
    assertThat(resumed.count(Status.DONE)).isEqualTo(4);
    List<Path> earlier =
        resumed.cells().stream()
            .flatMap(cell -> cell.earlier().stream())
            .map(suite.path()::resolve)
            .toList();
    assertThat(earlier)
        .hasSize(2)
        .allSatisfy(partial -> assertThat(partial.resolve(ResultDirectory.PLAN)).exists());
    assertThat(earlier.stream().map(partial -> partial.resolve(ResultDirectory.RESULT)))
        .as("only a kill leaves none")
        .areExactly(1, new Condition<>(Files::exists, "exists"));
    assertThat(SuiteProcess.compared(suite)).hasSize(4);
    assertPages(suite);
    assertNoProperties(suite);
  }

  private void aBudgetLeavesRunsForAnotherTime() throws Exception {
    SuiteProcess suite = SuiteProcess.of(directory, SIZES, "results", "-p", "max.time=3s");
    try (KvbenchProcess kvbench = suite.start()) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.err()).contains("not started: max.time=3.0 s");
      assertThat(kvbench.out()).contains("not run");
    }
    SuiteDocument ended = suite.read();
    assertThat(ended.count(Status.SKIPPED)).as("the first may be too late, too").isBetween(3, 4);
    assertThat(ended.count(Status.DONE)).isEqualTo(4 - ended.count(Status.SKIPPED));
  }

  private static void ctrlCEndsTheRunReadably(SuiteProcess suite) throws Exception {
    try (KvbenchProcess kvbench = suite.start()) {
      suite.awaitRunning(kvbench, 1);
      kvbench.signal("INT");

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(kvbench.err()).contains("the same command resumes the suite");
      assertThat(kvbench.out()).contains("partial");
    }
    Cell partial =
        suite.read().cells().stream()
            .filter(cell -> cell.status() == Status.PARTIAL)
            .findFirst()
            .orElseThrow();
    RunResult result =
        ResultDirectory.readResult(suite.path().resolve(partial.resultDirectory().orElseThrow()));
    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(suite.path().resolve("comparison.txt")).doesNotExist();
  }

  @Test
  void aSuiteOfTheJarRunsOnceAndIsThenDone() throws Exception {
    Decodings.of(directory); // Counts from now on.
    try (KvbenchProcess kvbench = KvbenchProcess.start(directory, smoke())) {
      onlyOneProcessRunsIt(kvbench);
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.err())
          .containsPattern("(?m)^1/4  valuesize=64 #1  [\\d,]+/s  p99 .* (VALID|SUSPECT)")
          .containsPattern("(?m)^4/4  valuesize=64 #2 ");
      assertThat(kvbench.out()).containsPattern("valuesize=256 +2/2 ");
      assertThat(kvbench.resultDirectory()).isEqualTo(directory.resolve("results/smoke"));
    }
    try (KvbenchThread again = KvbenchThread.start(directory, smoke())) {
      assertThat(again.exitCode()).as(again::said).isZero();
      assertThat(again.err()).contains("4 of 4 runs are done").doesNotContain("1/4");
      assertDecodedOnce();
    }
    Path html = directory.resolve("page.html");
    try (KvbenchThread page =
        KvbenchThread.start(directory, "compare", "--html", html.toString(), "results/smoke")) {
      assertThat(page.exitCode()).as(page::err).isZero();
      assertThat(page.out()).containsPattern("valuesize=256 +2/2 ");
      assertThat(html).content().contains("Suite smoke", "<rect ");
    }
    try (KvbenchThread csv =
        KvbenchThread.start(directory, "report", "--csv", "scenarios", "results/smoke")) {
      assertThat(csv.exitCode()).as(csv::err).isZero();
      assertThat(csv.out()).startsWith("TestType,");
      assertThat(csv.out().lines().map(line -> line.replaceFirst(".*,", "")).distinct())
          .containsExactlyInAnyOrder(
              "System",
              "valuesize=64 #1",
              "valuesize=64 #2",
              "valuesize=256 #1",
              "valuesize=256 #2");
      assertDecodedOnce();
    }
    try (KvbenchThread csv =
        KvbenchThread.start(directory, "compare", "--format", "csv", "results/smoke")) {
      assertThat(csv.exitCode()).as(csv::err).isZero();
      assertThat(csv.out()).startsWith(",valuesize=64 (2 runs),valuesize=256 (2 runs),REMARKS");
      assertDecodedOnce();
    }
    String place = directory.resolve("plots").toString();
    try (KvbenchThread plots =
        KvbenchThread.start(directory, "report", "--plots", place, "results/smoke")) {
      assertThat(plots.exitCode()).as(plots::err).isZero();
      assertThat(plots.out()).contains("two axes with three values or more");
    }
    try (KvbenchThread other = KvbenchThread.start(directory, smoke("-p", "suite.repeats=3"))) {
      assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(other.err()).contains("-p suite.repeats=3 is new", "--results");
    }
  }

  private void assertDecodedOnce() throws Exception {
    Path suite = directory.resolve("results/smoke");
    assertThat(SuiteDirectory.read(suite).cells())
        .extracting(cell -> Decodings.of(suite.resolve(cell.resultDirectory().orElseThrow())))
        .containsOnly(1);
  }

  private static String[] smoke(String... more) {
    return Stream.concat(
            Stream.of("suite", "smoke", "-p", "recordcount=100", "-p", "operationcount=200"),
            Stream.concat(Stream.of("-p", "hosts.every=off"), Stream.of(more)))
        .toArray(String[]::new);
  }

  private void onlyOneProcessRunsIt(KvbenchProcess first) throws Exception {
    first.await(() -> Files.exists(directory.resolve("results/smoke/suite.json")), "its document");
    try (KvbenchThread second = KvbenchThread.start(directory, smoke())) {
      assertThat(second.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(second.err()).contains("in use by another process");
    }
  }

  @Test
  void aRunThatFailsDoesNotEndTheSuiteAndIsRepeated() throws Exception {
    SuiteProcess failing =
        SuiteProcess.of(
            directory,
            """
            suite.workload=smoke
            axis.db=zookeeper,memory
            endpoints@zookeeper=127.0.0.1:1
            recordcount=100
            operationcount=200
            connect.timeout=1s
            suite.clean=false
            hosts.every=off
            """,
            "failing");
    for (int start = 1; start <= 2; start++) {
      try (RunningKvbench kvbench = start == 1 ? failing.start() : failing.startInThread()) {
        assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(kvbench.err()).contains("FAILED: ");
      }
      SuiteDocument ended = failing.read();
      assertThat(ended.cells())
          .extracting(Cell::status)
          .containsExactly(Status.FAILED, Status.DONE);
      assertThat(ended.cells().getFirst().reason().orElseThrow()).contains("127.0.0.1:1");
      assertThat(ended.cells().getFirst().earlier()).hasSize(start - 1);
    }
  }

  /** A run whose threshold is broken is done, and decides the exit code of the suite. */
  @Test
  void combinationsAreRepeatedUntilTheirMedianIsKnown() throws Exception {
    // A rate that kvbench keeps is about the same in each run, however busy the machine is.
    SuiteProcess suite =
        SuiteProcess.of(
            directory,
            """
            suite.workload=workloadc
            axis.db=memory
            slo=response.p99<1ns
            recordcount=100
            operationcount=200
            target=200
            repeat.until=ci<90%
            repeat.max=10
            exit.on=never
            hosts.every=off
            """,
            "results");

    try (KvbenchProcess kvbench = suite.start()) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.VERDICT);
    }
    SuiteDocument ended = suite.read();

    assertThat(ended.count(Status.DONE)).isEqualTo(7);
    assertThat(ended.count(Status.UNNEEDED)).isEqualTo(3);
    assertThat(ended.cells().getLast().reason().orElseThrow()).contains("after 7 runs");
    try (KvbenchThread again = suite.startInThread()) {
      assertThat(again.exitCode()).as(again::said).isEqualTo(ExitCode.VERDICT);
    }
    assertThat(suite.read())
        .usingRecursiveComparison()
        .ignoringFields("updatedAt")
        .isEqualTo(ended);
  }
}
