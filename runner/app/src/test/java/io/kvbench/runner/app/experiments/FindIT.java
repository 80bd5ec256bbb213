package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Status;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.SloResult;
import io.kvbench.runner.app.KvbenchThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of searches, and of runs that a threshold ends. */
final class FindIT {
  @TempDir private Path directory;

  /** A search with short probes in a store that sleeps for 5 ms. */
  private KvbenchThread find(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("find", "-db", "memory", "-P", "workloads/workloadc", "-threads", "4"));
    for (String property :
        List.of(
            "recordcount=100",
            "memory.latency=5ms",
            "find.settle=1s",
            "find.duration=1s",
            "hosts.every=off")) {
      arguments.addAll(List.of("-p", property));
    }
    arguments.addAll(List.of(more));
    return KvbenchThread.start(directory, arguments.toArray(String[]::new));
  }

  @Test
  void aSearchWritesItsAnswerItsProbesAndTheCurve() throws Exception {
    try (KvbenchThread kvbench = find("-p", "find.max.time=8s")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isIn(0, 1);
      Path results = kvbench.resultDirectory();
      FindResult found = ResultDirectory.readFind(results).orElseThrow();

      assertThat(found.status()).isNotIn(Status.RUNNING, Status.FAILED, Status.INTERRUPTED);
      assertThat(found.probes()).hasSizeGreaterThan(1);
      assertThat(found.capacityPerSecond().orElseThrow()).isBetween(10.0, 800.0);
      assertThat(kvbench.out())
          .contains(" requests/s: highest rate of workloadc on memory")
          .contains("achieved>=99% of the offered rate, errors<1", "Probes", "Verdict: SUSPECT");
      assertThat(kvbench.err()).contains("probe 1: closed loop, 4 clients", "left");
      assertThat(Files.readString(results.resolve("find.json")))
          .contains("\"schema\": \"kvbench-find/1\"", "\"ratePerSecond\": {");
      assertThat(Files.readAllLines(results.resolve("find.csv")))
          .hasSize(found.probes().size() + 1);
      assertThat(Files.readString(results.resolve("report.html")))
          .contains("\"kind\":\"loads\"", "Achieved rate by offered requests/s");
      RunResult run = kvbench.result();
      assertThat(run.status()).isEqualTo(RunStatus.COMPLETE);
      List<PhaseResult> probes =
          run.phases().stream().filter(phase -> phase.name() == PhaseName.PROBE).toList();
      assertThat(probes).hasSameSizeAs(found.probes());
    }
  }

  @Test
  void aSearchThatIsInterruptedLeavesWhatItKnows() throws Exception {
    try (KvbenchThread kvbench = find("-p", "find.from=1")) {
      kvbench.awaitErr("probe 2: ");
      kvbench.interrupt();

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(130);
      FindResult found = ResultDirectory.readFind(kvbench.resultDirectory()).orElseThrow();
      assertThat(found.status()).isEqualTo(Status.INTERRUPTED);
      assertThat(found.probes()).isNotEmpty();
    }
  }

  @ResourceLock(KvbenchThread.COORDINATION)
  @Test
  void whatASearchCannotDoIsRefused() throws Exception {
    try (KvbenchThread kvbench =
        find(
            "-target",
            "5",
            "--agents",
            "2",
            "-p",
            "find.duration=1500ms",
            "-p",
            "find.precision=0%",
            "-p",
            "fault=kill:leader@1s")) {
      assertThat(kvbench.exitCode()).isEqualTo(2);
      assertThat(kvbench.out()).isEmpty();
      assertThat(kvbench.err())
          .contains("-target: is what kvbench find searches for")
          .contains("--agents: kvbench find sends from this process only")
          .contains("carries out no steps");
    }
  }

  @Test
  void aThresholdThatIsBrokenBeyondDoubtEndsTheRun() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            "-db",
            "memory",
            "-P",
            "workloads/workloadc",
            "-p",
            "recordcount=100",
            "-p",
            "operationcount=0",
            "-p",
            "maxexecutiontime=3600",
            "-p",
            "memory.latency=5ms",
            "-p",
            "hosts.every=off",
            "-p",
            "slo=response.p99<1ms,errors<1%",
            "-p",
            "slo.abort=true",
            "-p",
            "slo.grace=1s")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(1);
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
      assertThat(result.statusReason().orElseThrow()).contains("response.p99<1ms", "slo.abort");
      assertThat(result.slos().orElseThrow())
          .filteredOn(slo -> slo.endedRun().isPresent())
          .extracting(SloResult::text)
          .containsExactly("response.p99<1ms");
    }
  }
}
