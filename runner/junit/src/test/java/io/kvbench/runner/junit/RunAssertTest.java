package io.kvbench.runner.junit;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of every assertion both ways, with results of real runs. */
final class RunAssertTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration NOTHING = Duration.ofNanos(1);

  private final RunResult mixed = Runs.mixed();

  private static void fails(ThrowingCallable assertion, String because) {
    assertThatThrownBy(assertion).isInstanceOf(AssertionError.class).hasMessageContaining(because);
  }

  @Test
  void validityAndStatus() {
    RunResult valid = Runs.with(mixed, Validity.VALID);
    RunResult partial = Runs.with(mixed, RunStatus.PARTIAL, "interrupted in the run phase");

    assertThat(valid).isValid().isNotInvalid().isComplete();
    assertThat(mixed).isNotInvalid();
    fails(() -> assertThat(mixed).isValid(), "Expected a verdict of VALID, but it is SUSPECT.");
    fails(() -> assertThat(Runs.with(mixed, Validity.INVALID)).isNotInvalid(), "it is INVALID");
    fails(() -> assertThat(partial).isComplete(), "it is PARTIAL: interrupted in the run phase.\n");
    fails(
        () -> assertThat(Runs.with(mixed, RunStatus.FAILED, "Look at it.")).isComplete(),
        "it is FAILED: Look at it.\n");
    fails(() -> assertThat(partial).isValid(), "it is PARTIAL");
    fails(() -> assertThat(partial).isNotInvalid(), "it is PARTIAL");
  }

  @Test
  void aFailureShowsTheHeadlineAndWhereTheResultIs(@TempDir Path results) throws Exception {
    RunOutcome outcome = Kvbench.run(Runs.plan().build(), results);

    fails(() -> assertThat(outcome).isValid(), "\nSUSPECT: ");
    fails(() -> assertThat(outcome).isValid(), "The result is in " + outcome.directory());
    fails(() -> assertThat(outcome).isValid(), "- system: the store is inside the kvbench process");
    fails(() -> assertThat(mixed).as("my store").isValid(), "[my store]");
    fails(
        () -> assertThat(outcome).isValid(),
        "\nworkloada on memory: 2,000 of 2,000 operations OK, 0 errors, ");
    fails(() -> assertThat(outcome).isValid(), "/s, response p50 ");
    fails(() -> assertThat(mixed).isValid(), "only its RunOutcome knows.");
  }

  @Test
  void figuresOfARunThatDidNotCompleteAreNone() {
    for (RunStatus status : List.of(RunStatus.FAILED, RunStatus.PARTIAL)) {
      RunResult ended = Runs.with(mixed, status, "out of power");
      RunAssert run = assertThat(ended);
      String because = "it is " + status + ": out of power.";

      fails(run::hasNoErrors, because);
      fails(() -> run.errorShareIsBelow(1), because);
      fails(() -> run.throughputIsAtLeast(0), because);
      fails(() -> run.busyTimeInOkIsAtLeast(0), because);
      fails(run::hasTheRecordsItAcknowledged, because);
      fails(run::keepsItsThresholds, because);
      fails(() -> run.operation(OperationType.READ), because);
      fails(() -> run.comparedWith(Path.of("nowhere")), because);
    }
  }

  @Test
  void whatCouldNotBeWrittenFailsEveryAssertion() {
    RunOutcome lost =
        new RunOutcome(mixed, Path.of("full"), List.of("result.json: no space left", "and logs."));

    fails(
        () -> assertThat(lost).isNotInvalid(),
        "not all of it was: result.json: no space left. and logs.\n");
    fails(
        () -> assertThat(lost).hasNoErrors(),
        "What could be written of the result is in " + Path.of("full").toAbsolutePath());
  }

  @Test
  void limitsThatAreNoneAreRefused() throws Exception {
    RunAssert run = assertThat(mixed);
    OperationAssert reads = run.operation(OperationType.READ);
    for (double wrong : new double[] {Double.NaN, -0.1, 101, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> run.errorShareIsBelow(wrong));
      assertThatIllegalArgumentException().isThrownBy(() -> run.busyTimeInOkIsAtLeast(wrong));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> reads.responsePercentileIsBelow(wrong, HOUR))
          .withMessageContaining("from 0 to 100");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> reads.servicePercentileIsBelow(wrong, HOUR));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> run.throughputIsAtLeast(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> reads.throughputIsAtLeast(-1));
    assertThatNullPointerException()
        .isThrownBy(() -> reads.responseP50IsBelow(null))
        .withMessage("limit");
  }

  @Test
  void limitsThatNothingCanKeepAreRefused() throws Exception {
    OperationAssert reads = assertThat(mixed).operation(OperationType.READ);
    for (Duration none : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(-365_000))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> reads.responseP99IsBelow(none))
          .withMessage("limit is a time of more than 0, and not " + none);
      assertThatIllegalArgumentException().isThrownBy(() -> reads.responseMeanIsBelow(none));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> assertThat(mixed).errorShareIsBelow(0))
        .withMessageStartingWith("limit is ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reads.hasCount(-1))
        .withMessageStartingWith("expected is ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reads.hasAtMost(Outcome.NOT_FOUND, -1))
        .withMessageStartingWith("limit is ");
    assertThatIllegalArgumentException().isThrownBy(() -> reads.hasAtMost(ErrorKind.TIMEOUT, -1));
  }

  @Test
  void anyTimeMayBeALimit() {
    assertThat(mixed).operation(OperationType.READ).responseP99IsBelow(Duration.ofDays(365_000));
  }

  @Test
  void thresholds() {
    assertThat(Runs.withThreshold(HOUR)).keepsItsThresholds();
    fails(() -> assertThat(mixed).keepsItsThresholds(), "there are none");
    fails(
        () -> assertThat(Runs.withThreshold(NOTHING)).keepsItsThresholds(), "but response.p50 is ");
  }

  @Test
  void errors() {
    RunResult failing = Runs.failing();

    assertThat(mixed).hasNoErrors().errorShareIsBelow(0.001).busyTimeInOkIsAtLeast(0.9);
    fails(() -> assertThat(failing).hasNoErrors(), "100 of 100 operations failed");
    fails(() -> assertThat(failing).hasNoErrors(), "INSERT UNAVAILABLE (out of order)");
    fails(() -> assertThat(failing).errorShareIsBelow(1), "100 of 100 did");
    fails(() -> assertThat(failing).busyTimeInOkIsAtLeast(0.01), "but it is 0");
  }

  @Test
  void throughputAndRecords() {
    assertThat(mixed).throughputIsAtLeast(1).hasTheRecordsItAcknowledged();
    fails(
        () -> assertThat(mixed).throughputIsAtLeast(1e12),
        "Expected a throughput of at least 1,000,000,000,000/s, but it is ");
    fails(
        () -> assertThat(Runs.failing()).hasTheRecordsItAcknowledged(),
        "its records could not be counted");
  }

  @Test
  void operations() {
    long reads = mixed.phases().getLast().operations().get(OperationType.READ).count();

    assertThat(mixed)
        .operation(OperationType.READ)
        .hasCount(reads)
        .areAllOk()
        .hasNoErrors()
        .hasAtMost(Outcome.NOT_FOUND, 0)
        .hasAtMost(ErrorKind.TIMEOUT, 0)
        .responseP50IsBelow(HOUR)
        .responseP99IsBelow(HOUR)
        .responseP999IsBelow(HOUR)
        .responseMeanIsBelow(HOUR)
        .servicePercentileIsBelow(95, HOUR)
        .throughputIsAtLeast(1)
        .operation(OperationType.UPDATE)
        .areAllOk()
        .and()
        .hasNoErrors();
  }

  @Test
  void operationsThatAreNotAsTheyShould() throws Exception {
    OperationAssert reads = assertThat(mixed).operation(OperationType.READ);
    OperationAssert inserts = assertThat(Runs.collisions()).operation(OperationType.INSERT);
    OperationAssert failed = assertThat(Runs.failing()).operation(OperationType.INSERT);

    fails(() -> assertThat(mixed).operation(OperationType.SCAN), "there are READ, UPDATE.");
    fails(() -> reads.hasCount(1), "Expected 1 READs, but there are ");
    fails(() -> reads.responseP50IsBelow(NOTHING), "Expected the response p50 of READ to be below");
    fails(() -> reads.responseP99IsBelow(NOTHING), "the response p99 of READ");
    fails(() -> reads.responseP999IsBelow(NOTHING), "the response p99.9 of READ");
    fails(() -> reads.responseMeanIsBelow(NOTHING), "the mean response time of READ");
    fails(() -> reads.servicePercentileIsBelow(95, NOTHING), "the service p95 of READ");
    fails(
        () -> reads.throughputIsAtLeast(1e12),
        "a throughput of READ of at least 1,000,000,000,000/s, but it is ");
    fails(inserts::areAllOk, "but only 0 of 10 are");
    fails(
        () -> inserts.hasAtMost(Outcome.ALREADY_EXISTS, 8),
        "at most 8 INSERTs that end with ALREADY_EXISTS, but there are 10");
    fails(failed::hasNoErrors, "Expected no INSERT to fail, but 100 of 100 did");
    fails(() -> failed.hasAtMost(ErrorKind.UNAVAILABLE, 99), "but there are 100");
    fails(() -> failed.responseP50IsBelow(HOUR), "none was answered OK");
  }
}
