package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.results.format.ClientUse;
import io.kvbench.results.format.RunOrigin;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerConditions;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.results.verdict.ExitOn;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExitCodeTest {
  private static final Optional<List<SloResult>> KEPT =
      Optional.of(
          List.of(new SloResult("errors<1", "errors are 0, below 1", true, Optional.empty())));
  private static final Optional<List<SloResult>> BROKEN =
      Optional.of(
          List.of(
              new SloResult(
                  "errors<1", "errors are 1, expected below 1", false, Optional.empty())));

  @ParameterizedTest
  @CsvSource({
    "INVALID,VALID,0",
    "INVALID,SUSPECT,0",
    "INVALID,INVALID,1",
    "SUSPECT,SUSPECT,1",
    "NEVER,INVALID,0"
  })
  void theVerdictDecidesAsFarAsItIsAskedTo(ExitOn exitOn, Validity validity, int code) {
    assertThat(ExitCode.of(outcome(RunStatus.COMPLETE, validity, KEPT), exitOn)).isEqualTo(code);
    assertThat(ExitCode.of(outcome(RunStatus.COMPLETE, validity, Optional.empty()), exitOn))
        .isEqualTo(code);
  }

  @ParameterizedTest
  @EnumSource(ExitOn.class)
  void aBrokenThresholdFailsARunWhateverItsVerdict(ExitOn exitOn) {
    assertThat(ExitCode.of(outcome(RunStatus.COMPLETE, Validity.VALID, BROKEN), exitOn))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(ExitOn.class)
  void howARunEndedComesFirst(ExitOn exitOn) {
    assertThat(ExitCode.of(outcome(RunStatus.PARTIAL, Validity.INVALID, BROKEN), exitOn))
        .isEqualTo(130);
    assertThat(ExitCode.of(outcome(RunStatus.FAILED, Validity.INVALID, BROKEN), exitOn))
        .isEqualTo(3);
  }

  @Test
  void aThresholdThatEndedARunFailsItLikeAnyOther() {
    Optional<List<SloResult>> ended =
        Optional.of(
            List.of(new SloResult("errors<1", "errors are 1", false, Optional.empty()).ended()));

    assertThat(ExitCode.of(outcome(RunStatus.PARTIAL, Validity.SUSPECT, ended), ExitOn.NEVER))
        .isEqualTo(1);
  }

  @Test
  void filesThatCouldNotBeWrittenComeBeforeTheVerdict() {
    RunOutcome whole = outcome(RunStatus.COMPLETE, Validity.INVALID, BROKEN);
    RunOutcome unwritten =
        new RunOutcome(whole.result(), whole.directory(), List.of("the disk is full"));

    assertThat(ExitCode.of(unwritten, ExitOn.INVALID)).isEqualTo(3);
  }

  private static RunOutcome outcome(
      RunStatus status, Validity validity, Optional<List<SloResult>> slos) {
    RunResult result =
        new RunResult(
            RunResult.SCHEMA,
            status,
            Optional.empty(),
            new RunOrigin("w", Instant.EPOCH, 1),
            new RunResult.SystemResult("store", "1", "client", Optional.empty()),
            RunResult.ClusterResult.of("external", 1, "a server", List.of()),
            new RunResult.EnvironmentResult("1", "25", "Linux", 2, 1),
            new Verdict(validity, List.of(), Optional.empty()),
            slos,
            new ClientUse(
                new RunResult.ClientResult(0, 0, 0, 0, Optional.empty()), ClientTime.none()),
            new StoreFindings(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            Optional.empty(),
            new ServerConditions(Optional.empty(), Optional.empty(), Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            List.of());
    return new RunOutcome(result, Path.of("results"), List.of());
  }
}
