package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of thresholds, limits and {@code exit.on} on exit code, output and result. */
final class ThresholdsIT {
  @TempDir private Path directory;

  @Test
  void aBrokenThresholdExitsWith1AndSaysWhich() throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory,
            arguments(
                "slo=READ.response.p99<2ms,errors<0.1%,throughput>1",
                "exit.on=never", "memory.latency=3ms"))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(1);
      assertThat(kvbench.err())
          .containsPattern(
              "kvbench: threshold failed: READ.response.p99 is .*, expected below 2 ms")
          .doesNotContain("threshold failed: errors");
      assertThat(kvbench.out())
          .startsWith("Thresholds  1 of 3 failed")
          .contains("errors are 0 %, below 0.1 %", "\nSUSPECT");
      RunResult result = kvbench.result();
      assertThat(result.slos().orElseThrow())
          .extracting(SloResult::met)
          .containsExactly(false, true, true);
      assertThat(result.slos().orElseThrow())
          .extracting(SloResult::text)
          .containsExactly("READ.response.p99<2ms", "errors<0.1%", "throughput>1");
    }
  }

  @Test
  void thresholdsThatAreKeptChangeNothing() throws Exception {
    try (KvbenchThread kvbench = start("slo=response.max<1h,errors<1")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.out()).contains("Thresholds  all met");
      assertThat(kvbench.err()).doesNotContain("slo");
    }
  }

  @ParameterizedTest
  @CsvSource({"invalid,0", "suspect,1", "never,0"})
  void aSuspectRunFailsWhereItIsAskedTo(String exitOn, int code) throws Exception {
    try (KvbenchThread kvbench = start("exit.on=" + exitOn)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(code);
      assertThat(kvbench.out()).startsWith("SUSPECT");
      assertThat(kvbench.err().contains("verdict SUSPECT, hence exit code 1 (exit.on=suspect)"))
          .isEqualTo(code == 1);
      assertThat(kvbench.result().slos()).isEmpty();
    }
  }

  @Test
  void anInvalidRunMayBeLetPass() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory, "-t", "-db", "memory", "-P", "workloads/workloadc", "-p", "exit.on=never")) {
      assertThat(kvbench.exitCode()).as("every read misses in an empty store").isZero();
      assertThat(kvbench.out()).startsWith("INVALID");
    }
  }

  @Test
  void aLimitIsMovedFromTheCommandLine() throws Exception {
    try (KvbenchThread strict =
            start("memory.nothing=true", "clients=50", "verdict.concurrency=1");
        KvbenchThread lenient =
            start("memory.nothing=true", "clients=50", "verdict.concurrency=0")) {
      assertThat(strict.exitCode()).as(strict::said).isZero();
      assertThat(lenient.exitCode()).as(lenient::said).isZero();
      assertThat(checks(strict)).contains("concurrency");
      assertThat(checks(lenient)).contains("system").doesNotContain("concurrency");
    }
  }

  @Test
  void bogusThresholdsAreRefusedBeforeAnythingStarts() throws Exception {
    try (KvbenchThread kvbench =
        start("slo=READ.p99<5ms,SCAN.errors<1,lag.p99<5ms", "exit.on=sometimes")) {
      assertThat(kvbench.exitCode()).isEqualTo(2);
      assertThat(kvbench.out()).isEmpty();
      assertThat(kvbench.err())
          .contains("invalid value exit.on=sometimes; expected one of invalid, suspect, never")
          .contains("'READ.p99<5ms' lacks a figure; did you mean 'READ.response.p99<5ms'?")
          .contains(
              "'SCAN.errors<1' refers to SCAN, which this run does not perform; it performs"
                  + " READ.");
    }
  }

  private static List<String> checks(KvbenchThread kvbench) throws Exception {
    return kvbench.result().verdict().reasons().stream().map(Verdict.Reason::check).toList();
  }

  private KvbenchThread start(String... properties) {
    return KvbenchThread.start(directory, arguments(properties));
  }

  /** Returns the arguments of a run that only reads, without errors, in memory. */
  private static String[] arguments(String... properties) {
    List<String> arguments =
        new ArrayList<>(
            List.of("-db", "memory", "-P", "workloads/workloadc", "-p", "operationcount=200"));
    for (String property : properties) {
      arguments.add("-p");
      arguments.add(property);
    }
    return arguments.toArray(String[]::new);
  }
}
