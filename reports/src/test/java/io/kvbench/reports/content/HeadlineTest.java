package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the first screen of a report, above any table. */
class HeadlineTest {

  private static RunBuilder reads(Outcome outcome, int count) {
    return new RunBuilder("etcd")
        .workload("read3m", OperationType.READ)
        .clients(1, 1)
        .answered(outcome, TimeFixtures.lognormal(count, 9_000_000, 0.1));
  }

  private static String report(RunResult result) {
    return TextReport.of(result, Optional.empty(), TextStyle.PLAIN);
  }

  @Test
  void aRunAloneOnAnEmptyStoreSaysSoFirst() {
    RunResult empty =
        reads(Outcome.NOT_FOUND, 1_000)
            .stored(new StoreCheck(0, 0, 0, 0, OptionalLong.empty(), Optional.empty()))
            .result();

    assertThat(report(empty).lines().findFirst().orElseThrow())
        .endsWith(": the store was empty: run -load first, or omit -t.");
    assertThat(report(empty))
        .contains("the times below cover only 0 % of the clients' busy time; the rest went")
        .contains("1,000: 0 OK, 1,000 other outcomes (100 %), 0 errors");
    assertThat(Headline.of(empty).sentence()).isEqualTo(Headline.EMPTY_STORE);
  }

  @Test
  void recordsThatWereThereAreNotTakenForAnEmptyStore() {
    RunResult missing =
        reads(Outcome.NOT_FOUND, 1_000)
            .stored(new StoreCheck(7, 7, 7, 0, OptionalLong.empty(), Optional.empty()))
            .result();
    RunResult found =
        reads(Outcome.OK, 1_000)
            .stored(new StoreCheck(0, 0, 0, 0, OptionalLong.empty(), Optional.empty()))
            .result();
    RunResult few =
        reads(Outcome.NOT_FOUND, 4)
            .failed(ErrorKind.TIMEOUT, "no answer", 96)
            .stored(new StoreCheck(0, 0, 0, 0, OptionalLong.empty(), Optional.empty()))
            .result();
    RunResult uncounted = reads(Outcome.NOT_FOUND, 1_000).result();

    assertThat(report(missing)).doesNotContain("-load");
    assertThat(report(found)).doesNotContain("-load");
    assertThat(report(few)).doesNotContain("-load");
    assertThat(report(uncounted)).doesNotContain("-load");
  }

  @Test
  void notesOfChecksStandBesideThoseOfTheSystemAndCannotWriteEscapes() {
    Verdict.Reason note = new Verdict.Reason("working set", "1 KiB\u001b[31m", "noted below 50 %");
    RunResult run = reads(Outcome.OK, 20_000).result();
    RunResult noted =
        new ChangedResult(run)
            .verdict(new Verdict(Validity.VALID, List.of(), Optional.of(List.of(note))))
            .result();

    assertThat(report(noted)).contains("Note          working set, 1 KiB").doesNotContain("\u001b");
    assertThat(Headline.of(noted).sentence()).isEqualTo(Headline.of(run).sentence());
    assertThat(Headline.of(run).notes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "length, too short, warm-up, thresholds",
    "answers, values, overwritten, not found",
    "records, store, store check, servers",
  })
  void checksOfOneCauseShareALine(String cause, String gravest, String second, String third) {
    List<Verdict.Reason> reasons =
        Stream.of(gravest, second, third)
            .map(check -> new Verdict.Reason(check, "seen by " + check, "a limit"))
            .toList();
    RunResult judged =
        new ChangedResult(reads(Outcome.OK, 20_000).result())
            .verdict(new Verdict(Validity.SUSPECT, reasons, Optional.empty()))
            .result();

    assertThat(TextReport.summary(judged, Optional.empty(), TextStyle.PLAIN).lines())
        .contains(
            "  - %s (%s, %s, %s): seen by %2$s (expected: a limit)"
                .formatted(cause, gravest, second, third))
        .noneMatch(line -> line.contains("seen by " + second));
  }

  @Test
  void theTitleHasTheNumberOfOperationsThatThereWere() {
    assertThat(report(reads(Outcome.OK, 20_000).result()))
        .contains(
            "\nread3m (20,000 operations) on etcd 1.0\n", "\nClient        library of etcd\n");
    assertThat(Headline.of(reads(Outcome.OK, 1).result()).subject())
        .isEqualTo("read3m (1 operation) on etcd 1.0");
    assertThat(Headline.of(reads(Outcome.OK, 0).result()).subject())
        .isEqualTo("read3m on etcd 1.0");
  }

  @Test
  void whyARunFailedIsSaidInFull() {
    String reason =
        "host samples cannot be read: the sidecar of node1 (127.0.0.1:38139): it rejects the token:"
            + " name the file that the sidecar was started with in hosts.token.file";
    RunResult failed = reads(Outcome.OK, 9).broken(reason).result();

    assertThat(report(failed).replaceAll("\\s+", " ")).contains("- " + reason);
  }

  @Test
  void aClientLibraryThatIsNotKnownIsLeftOut() {
    assertThat(report(reads(Outcome.OK, 9).library("unknown").result()))
        .contains("\nread3m (9 operations) on etcd 1.0\n")
        .doesNotContain("Client        ");
  }

  @Test
  void oneOfAThingIsNotSeveral() {
    RunResult one =
        reads(Outcome.NOT_FOUND, 1)
            .failed(ErrorKind.TIMEOUT, "no answer", 1)
            .stored(new StoreCheck(5, 0, 1, 1, OptionalLong.empty(), Optional.empty()))
            .result();

    assertThat(report(one))
        .contains("1 other outcome (", "1 error (", "with 1 client\n", "Client time  1 client, ")
        .contains("only 1 write has an")
        .doesNotContain("1 clients", "1 errors", "1 writes", "1 other outcomes");
  }
}
