package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the memory binding: behaviour common to all systems, without the start of servers. */
final class MemoryIT {
  private static final Pattern RUNNING = Pattern.compile("(?m)^run +\\d+ %.* OK/s");

  private static final String[] ENDLESS = {
    "-db",
    "memory",
    "-P",
    "workloads/workloadc",
    "-threads",
    "10",
    "-p",
    "operationcount=100000000",
    "-p",
    "memory.latency=5ms",
    "-p",
    "status.interval=1"
  };

  @TempDir private Path directory;

  @Test
  void theSmokeWorkloadRunsFromTheJarAlone() throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(directory, "-db", "memory", "-P", "workloads/smoke")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.out())
          .startsWith("SUSPECT")
          .contains("INSERT", "READ", "UPDATE", "DELETE");
      assertThat(kvbench.out()).doesNotContain("INSERT_TIMEOUT");
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
      assertThat(kvbench.resultDirectory().resolve("logs/client.log")).exists();
      assertThat(kvbench.resultDirectory().resolve("report.html"))
          .content()
          .startsWith("<!DOCTYPE html>")
          .contains("smoke (4,000 operations) on memory", "Content-Security-Policy");
    }
  }

  @Test
  void aRunIsFollowedAsJsonLinesInAFile() throws Exception {
    Path file = directory.resolve("run.json");
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory, "-db", "memory", "-P", "workloads/smoke", "--json", file.toString())) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      List<JsonNode> events = events(Files.readAllLines(file));

      assertThat(events.stream().map(event -> event.get("event").asText()).distinct())
          .contains("run", "stage", "phase", "interval")
          .endsWith("end");
      assertThat(
              events.stream()
                  .filter(event -> event.get("event").asText().equals("interval"))
                  .filter(event -> event.get("phase").asText().equals("run"))
                  .mapToLong(event -> event.get("count").asLong())
                  .sum())
          .isEqualTo(4_000);
      assertThat(events.getLast().get("status").asText()).isEqualTo("COMPLETE");
      assertThat(events.getLast().get("directory").asText())
          .isEqualTo(kvbench.resultDirectory().toString());
      assertThat(kvbench.out()).contains("Throughput");
    }
  }

  @Test
  void jsonLinesOnStandardOutputHaveItForThemselves() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(directory, "-db", "memory", "-P", "workloads/smoke", "--json", "-")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(events(kvbench.out().lines().toList())).hasSizeGreaterThan(4);
      assertThat(kvbench.err()).contains("Throughput");
    }
  }

  @Test
  void aFileForJsonThatCannotBeWrittenIsRefusedBeforeTheRun() throws Exception {
    Path occupied = Files.createDirectory(directory.resolve("occupied"));
    for (String target : List.of("/absent/run.json", occupied.toString())) {
      try (KvbenchThread kvbench =
          KvbenchThread.start(
              directory, "-db", "memory", "-P", "workloads/smoke", "--json", target)) {
        assertThat(kvbench.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(kvbench.err())
            .contains("--json " + target + " cannot be written: ")
            .doesNotContain("Exception");
        assertThat(directory.resolve("results")).doesNotExist();
      }
    }
    assertThat(occupied).as("an empty directory is not a file to replace").isDirectory();
  }

  private static List<JsonNode> events(List<String> lines) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : lines) {
      events.add(new ObjectMapper().readTree(line));
    }
    return events;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"workloada", "workloadb", "workloadc", "workloadd", "workloade", "workloadf"})
  void stockWorkloadFilesOfYcsbRunAsTheyAre(String name) throws Exception {
    String file = StockWorkloads.path(name).toString();
    try (KvbenchThread kvbench =
        KvbenchThread.start(directory, "-db", "memory", "-P", file, "-threads", "4")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      PhaseResult run = kvbench.result().phases().getLast();
      assertThat(run.rates().requests()).isEqualTo(1000);
      assertThat(run.errorCount()).isZero();
      StockWorkloads.assertMix(name, run);
    }
  }

  /** The first two check what reads return (dataintegrity=true). */
  @ParameterizedTest
  @CsvSource({"compareandset, COMPARE_AND_SET", "transactions, TRANSACTION", "watches, WATCH"})
  void recordsThatDependOnOneAnotherAreNeverWrong(String name, OperationType type)
      throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory, "-db", "memory", "-P", "workloads/" + name, "-p", "operationcount=2000")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      PhaseResult run = kvbench.result().phases().getLast();
      assertThat(run.rates().requests()).isEqualTo(2_000);
      assertThat(run.errorCount()).isZero();
      assertThat(run.operations().get(type).okCount()).isPositive();
      assertThat(run.operations().get(type).outcomes().keySet())
          .isSubsetOf(Outcome.OK, Outcome.CONFLICT);
      assertThat(kvbench.result().store().storeCheck().orElseThrow().keysFound()).isEqualTo(1000);
    }
  }

  @Test
  void loadAndRunCanBeAskedForApart() throws Exception {
    try (KvbenchThread load =
            KvbenchThread.start(directory, "-load", "-db", "memory", "-P", "workloads/workloada");
        KvbenchThread run =
            KvbenchThread.start(directory, "-t", "-db", "memory", "-P", "workloads/workloadc")) {
      assertThat(load.exitCode()).isZero();
      assertThat(load.result().phases())
          .singleElement()
          .satisfies(phase -> assertThat(phase.name()).hasToString("load"));
      assertThat(run.exitCode()).as("every read misses in an empty store").isEqualTo(1);
      assertThat(run.out()).startsWith("INVALID");
      assertThat(run.result().phases().getLast().operations().get(OperationType.READ).okCount())
          .isZero();
    }
  }

  @Test
  void aTargetIsMetOnSchedule() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            "-db",
            "memory",
            "-P",
            "workloads/workloadc",
            "-target",
            "1000",
            "-threads",
            "8",
            "-p",
            "operationcount=3000",
            "-p",
            "memory.latency=1ms",
            "-p",
            "exit.on=never")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      PhaseResult run = kvbench.result().phases().getLast();
      assertThat(run.rates().requests()).isEqualTo(3000);
      assertThat(run.rates().offeredPerSecond()).hasValue(1000);
      assertThat(run.span().wallNanos())
          .as("the last arrival is at 2.999 s")
          .isGreaterThanOrEqualTo(2_999_000_000L);
      assertThat(run.lag().count()).isEqualTo(3000);
    }
  }

  @Test
  void theNumberOfClientsChangesDuringOneRun() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            "-db",
            "memory",
            "-P",
            "workloads/write1m-clientsteps",
            "-p",
            "clientsteps=1,8,3",
            "-p",
            "operationcount=1001",
            "-p",
            "memory.latency=2ms",
            "-p",
            "status.interval=1")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.phases())
          .extracting(phase -> phase.load().clients())
          .containsExactly(1, 8, 3);
      assertThat(result.phases())
          .extracting(phase -> phase.rates().requests())
          .containsExactly(334L, 334L, 333L);
      assertThat(result.phases())
          .extracting(phase -> phase.step().orElseThrow().toString())
          .containsExactly("step 1 of 3", "step 2 of 3", "step 3 of 3");
      assertThat(result.store().storeCheck().orElseThrow().keysFound()).isEqualTo(1001);
      assertThat(okCounts(kvbench.resultDirectory().resolve("intervals.csv")))
          .containsExactly(entry("1", 334L), entry("2", 334L), entry("3", 333L));
      assertThat(kvbench.out())
          .contains("RUN  3 steps: 1 to 8 clients", "Client steps")
          .doesNotContain("RUN step ");
      assertThat(kvbench.report()).contains("RUN step ");
      assertThat(kvbench.err()).contains("run 1/3, 1 client", "run 3/3, 3 clients");
    }
  }

  /** The sum of the column okCount by that of the steps. */
  private static Map<String, Long> okCounts(Path intervals) throws IOException {
    List<String[]> rows =
        Files.readAllLines(intervals).stream().map(row -> row.split(",", -1)).toList();
    List<String> names = List.of(rows.getFirst());
    return rows.stream()
        .skip(1)
        .collect(
            Collectors.groupingBy(
                row -> row[names.indexOf("step")],
                TreeMap::new,
                Collectors.summingLong(row -> Long.parseLong(row[names.indexOf("okCount")]))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalDrainsWritesAndExitsWith130(String signal) throws Exception {
    try (KvbenchProcess kvbench = KvbenchProcess.start(directory, ENDLESS)) {
      awaitTheRun(kvbench);
      kvbench.signal(signal);
      assertStopped(kvbench);
    }
  }

  /** A signal leaves a process only some seconds, on a busy machine too few for the page. */
  @Test
  void aStoppedRunHasAPage() throws Exception {
    try (KvbenchThread kvbench = KvbenchThread.start(directory, ENDLESS)) {
      awaitTheRun(kvbench);
      kvbench.interrupt();
      assertStopped(kvbench);
      assertThat(kvbench.resultDirectory().resolve("report.html"))
          .content()
          .contains("PARTIAL</strong>", "interrupted in the run phase");
    }
  }

  /** Loading prints such lines too where it is slow. */
  private static void awaitTheRun(RunningKvbench kvbench) throws InterruptedException {
    kvbench.await(() -> RUNNING.matcher(kvbench.err()).find(), "the run phase");
  }

  private static void assertStopped(RunningKvbench kvbench) throws Exception {
    assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(130);
    RunResult result = kvbench.result();
    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.phases().getLast().okCount()).isPositive();
    assertThat(result.phases().getLast().errorCount()).isZero();
    assertThat(kvbench.out()).contains("PARTIAL");
  }

  /** The run has ended by then, and its page is the last thing to be written. */
  @Test
  void aSignalWhileThePageIsWrittenLetsItBeWritten() throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(directory, "-db", "memory", "-P", "workloads/smoke")) {
      kvbench.awaitOut("results/");
      kvbench.signal("INT");
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.err()).doesNotContain("report.html");
      assertThat(kvbench.result().status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(Files.readString(kvbench.resultDirectory().resolve("report.html")).strip())
          .startsWith("<!DOCTYPE html>")
          .endsWith("</html>");
      assertThat(kvbench.resultDirectory()).isDirectoryNotContaining("glob:**/.*.part");
    }
  }

  /** A value is made by the client that writes it, in the middle of the run. */
  @Test
  void aHeapThatIsTooSmallForTheRunIsToldAndNotTakenForADefect() throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            directory,
            Map.of("JDK_JAVA_OPTIONS", "-Xmx64m"),
            "-db",
            "memory",
            "-P",
            "workloads/smoke",
            "-p",
            "valuesize=30000000",
            "-p",
            "dataintegrity=true")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.err())
          .contains("kvbench: Java's heap of 64 MiB was too small for this. Increase it, as in ")
          .doesNotContain("internal error", "Exception", "\tat ");
      Path left = theOnlyResult();
      RunResult result = ResultDirectory.readResult(left);
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.statusReason().orElseThrow()).startsWith("Java's heap of 64 MiB");
      assertThat(left.resolve("logs/client.log")).content().contains("OutOfMemoryError");
    }
  }

  private Path theOnlyResult() throws IOException {
    try (Stream<Path> runs = Files.list(directory.resolve("results"))) {
      return runs.reduce((one, other) -> other).orElseThrow();
    }
  }
}
