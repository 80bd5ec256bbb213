package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.FailureFixtures;
import io.kvbench.reports.FaultFixtures;
import io.kvbench.reports.HostileFixtures;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.StepFixtures;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.reports.content.StoreFact;
import io.kvbench.reports.content.StoreLine;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Validity;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The summaries that runs end with, letter by letter. */
class SummaryTest {
  private static final int MOST_LINES = 25;
  private static final int MOST_LINES_OF_OTHERS = 32;
  private static final int MOST_COLUMNS = 100;
  private static final TextStyle STYLE = new TextStyle(MOST_COLUMNS, false, true);

  @SuppressWarnings("ImmutableEnumChecker") // Results do not change.
  enum Run {
    HEALTHY(ResultFixtures.writeMillion()),
    SEVERAL_TYPES(ResultFixtures.memory()),
    THREE_SERVERS(ResultFixtures.threeServers()),
    THRESHOLD_FAILED(ResultFixtures.openLoopWithLag()),
    THRESHOLDS_MET(thresholdsMet()),
    LEADER_KILLED(FaultFixtures.leaderKilled()),
    ERRORS(FailureFixtures.halfFailing()),
    INTERRUPTED(FailureFixtures.interruptedEarly()),
    STEPS(StepFixtures.clientSteps());

    private final RunResult result;

    Run(RunResult result) {
      this.result = result;
    }

    String file() {
      return "summary-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final Set<Run> LONGER = EnumSet.of(Run.LEADER_KILLED, Run.ERRORS, Run.STEPS);

  private static RunResult thresholdsMet() {
    return new ChangedResult(ResultFixtures.openLoopWithLag())
        .verdict(new Verdict(Validity.VALID, List.of(), Optional.empty()))
        .slos(new SloResult("errors<0.1%", "errors are 0 %, below 0.1 %", true, Optional.empty()))
        .result();
  }

  @ParameterizedTest
  @EnumSource
  void looksAsItShould(Run run) throws Exception {
    GoldenText.assertIs(summary(run.result), run.file());
  }

  /** The path follows. */
  @ParameterizedTest
  @EnumSource
  void fitsOnAScreenWithThePath(Run run) {
    assertThat(summary(run.result).lines())
        .hasSizeLessThan(LONGER.contains(run) ? MOST_LINES_OF_OTHERS : MOST_LINES)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(MOST_COLUMNS));
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonAndFactIsThereOnce(Run run) {
    String summary = summary(run.result).replaceAll("\\s+", " ");

    run.result
        .verdict()
        .reasons()
        .forEach(
            reason -> {
              if (!reason.check().equals(Verdict.CLIENT_TIME)) {
                assertThat(summary).containsOnlyOnce(reason.check() + ": " + reason.observed());
              }
            });
    StoreLine.of(run.result).stream()
        .filter(StoreFact::isCheck)
        .forEach(fact -> assertThat(summary).containsOnlyOnce(fact.label() + " " + fact.text()));
  }

  @Test
  void thresholdsComeFirst() {
    assertThat(summary(Run.THRESHOLD_FAILED.result)).startsWith("Thresholds  1 of 2 failed\n");
    assertThat(summary(Run.THRESHOLDS_MET.result)).startsWith("Thresholds  all met\n");
    assertThat(summary(Run.HEALTHY.result)).startsWith("VALID: all checks passed.\n");
  }

  @Test
  void aFaultSaysHowLongTheStoreWasDownAndWhatFailed() {
    assertThat(summary(Run.LEADER_KILLED.result).replaceAll("\\s+", " "))
        .contains(
            "leader zookeeper-2 killed (kill:leader@10s) INSERT: longest outage 1.81 s; first")
        .contains("1,503 of 2,503 operations failed; outside: 0 of")
        .contains("Store 1,000,000 keys found")
        .doesNotContain("READ: ");
  }

  @Test
  void aDashHasAFootnoteWhereThereIsOne() {
    assertThat(summary(Run.HEALTHY.result)).doesNotContain("–");
    RunResult few =
        new RunBuilder("etcd")
            .workload("few", OperationType.READ)
            .answered(Outcome.OK, TimeFixtures.lognormal(200, 1_000_000, 0.1))
            .result();

    assertThat(summary(few)).contains("are the same; –: too few\n");
  }

  @Test
  void manyKindsOfErrorsAreTheMostFrequent() {
    RunBuilder failing =
        new RunBuilder("etcd")
            .workload("failing", OperationType.READ)
            .answered(Outcome.OK, TimeFixtures.lognormal(20_000, 1_000_000, 0.1));
    int count = 1;
    for (ErrorKind kind : ErrorKind.values()) {
      failing = failing.failed(kind, "m".repeat(300), count++);
    }
    String summary = summary(failing.result());

    ErrorKind[] kinds = ErrorKind.values();
    assertThat(summary)
        .contains("the 5 most frequent of " + kinds.length, "READ " + kinds[kinds.length - 1])
        .doesNotContain("READ " + kinds[0], "m".repeat(100));
  }

  @Test
  void sizesAndNumbersThatNothingWasJudgedByAreInTheFullReportOnly() {
    RunResult read =
        new ChangedResult(ResultFixtures.writeMillion())
            .values(new ValuesRead(1_200, 100, 100, 100, 0, 100, 100))
            .result();

    assertThat(TextReport.of(read, Optional.empty(), STYLE)).contains("1,200 read, of 100 bytes");
    assertThat(summary(read)).doesNotContain("1,200 read");
  }

  @Test
  void aStoreThatLostRecordsIsLoud() {
    RunResult lost =
        new RunBuilder("etcd")
            .answered(Outcome.OK, TimeFixtures.lognormal(20_000, 1_000_000, 0.1))
            .stored(new StoreCheck(7, 0, 9, 0, OptionalLong.empty(), Optional.empty()))
            .result();

    assertThat(summary(lost)).contains("Store         MISMATCH: 7 keys found, 9 acknowledged");
  }

  @Test
  void namesFromElsewhereDoNothingToTheTerminal() {
    assertThat(summary(HostileFixtures.hostile()).replace("\n", ""))
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
  }

  private static String summary(RunResult result) {
    return TextReport.summary(result, Optional.empty(), STYLE);
  }
}
