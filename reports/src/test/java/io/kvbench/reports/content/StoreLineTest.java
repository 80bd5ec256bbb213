package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.text.Page;
import io.kvbench.reports.text.PlainText;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunResult.Unreported;
import io.kvbench.results.format.RunResult.ValueCheckResult;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.RunResult.VersionCheck;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StoreLineTest {

  @Test
  void agreementIsOneLine() {
    assertThat(
            line(
                new StoreCheck(1_000_000, 0, 1_000_000, 0, OptionalLong.empty(), Optional.empty())))
        .isEqualTo("Store         1,000,000 keys found, 1,000,000 acknowledged");
    assertThat(line(new StoreCheck(12, 10, 12, 0, OptionalLong.empty(), Optional.empty())))
        .endsWith("12 keys found, 12 acknowledged, including 10 from before the run");
  }

  @Test
  void writesWithoutAnswerExplainADifferenceAsLargeAsTheyAre() {
    assertThat(line(new StoreCheck(103, 0, 100, 5, OptionalLong.empty(), Optional.empty())))
        .doesNotContain("MISMATCH")
        .contains("5 writes with an unknown outcome");
    assertThat(line(new StoreCheck(106, 0, 100, 5, OptionalLong.empty(), Optional.empty())))
        .contains("MISMATCH")
        .contains("6 too many, but only 5 writes");
  }

  @Test
  void overwrittenRecordsAreNamed() {
    assertThat(line(blind(1500, 1000, 2000, 500, new Unreported(1000, 0, 0))))
        .contains("2,000 acknowledged, including 1,000 from before the run")
        .contains("; 500 inserts added no record: they overwrote existing")
        .contains("etcd does not report whether a write found a record, so 1,000 fewer or 0 more")
        .doesNotContain("unknown outcome");
    assertThat(line(blind(100, 0, 100, 0, new Unreported(0, 0, 0))))
        .isEqualTo("Store         100 keys found, 100 acknowledged");
  }

  private static StoreCheck blind(
      long found, long before, long acknowledged, long overwritten, Unreported open) {
    return new StoreCheck(
        found, before, acknowledged, 0, OptionalLong.of(overwritten), Optional.of(open));
  }

  @Test
  void aToleranceIsForOneDirectionOnly() {
    assertThat(line(blind(150, 150, 150, 0, new Unreported(0, 30, 0)))).doesNotContain("MISMATCH");
    assertThat(line(blind(120, 150, 150, 0, new Unreported(0, 30, 0))))
        .contains("MISMATCH", "30 missing; etcd does not report", "0 fewer or 30 more");
    assertThat(line(blind(180, 150, 150, 0, new Unreported(0, 30, 30))))
        .contains("; 30 more than inserts explain: created by updates, or by other clients")
        .doesNotContain("MISMATCH");
  }

  @Test
  void resultsOfEarlierVersionsDoNotTellUnknownFromUnreported() {
    assertThat(line(new StoreCheck(150, 150, 150, 9, OptionalLong.of(0), Optional.empty())))
        .contains("9 writes with an unknown or unreported outcome");
  }

  @Test
  void aCheckThatWasNotMadeHasItsReason() {
    RunResult unchecked =
        new ChangedResult(ResultFixtures.writeMillion())
            .withoutStoreCheck()
            .unchecked(new StoreUnchecked("127.0.0.1:2181: no answer within 5 s", false))
            .result();

    assertThat(TextReport.of(unchecked, Optional.empty(), TextStyle.PLAIN))
        .contains("Store         not checked: 127.0.0.1:2181: no answer within 5 s");
  }

  @Test
  void missingKeysAreLoud() {
    assertThat(line(new StoreCheck(90, 0, 100, 0, OptionalLong.empty(), Optional.empty())))
        .isEqualTo("Store         MISMATCH: 90 keys found, 100 acknowledged; 10 missing");
  }

  private static KeyCheck keys(
      long known, long read, long missing, List<String> firstMissing, long foreign) {
    return new KeyCheck(
        known,
        read,
        0,
        missing,
        firstMissing,
        0,
        0,
        OptionalLong.of(foreign),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.of(read - missing),
        OptionalLong.of(0),
        OptionalLong.empty());
  }

  private static KeyCheck judged(OptionalLong acknowledged, OptionalLong expected) {
    return new KeyCheck(
        100_000,
        100_000,
        0,
        0,
        List.of(),
        0,
        0,
        OptionalLong.of(0),
        Optional.empty(),
        Optional.empty(),
        acknowledged,
        expected,
        OptionalLong.empty());
  }

  @Test
  void onlyKeysThatWereJudgedAreSaidToBeRight() {
    assertThat(line(judged(OptionalLong.of(700), OptionalLong.of(300))))
        .endsWith(
            "100,000 keys read back; 700 present or deleted as acknowledged, 300 present as the"
                + " workload expects, 99,000 left open by the answers");
    assertThat(line(judged(OptionalLong.of(0), OptionalLong.of(0))))
        .endsWith("100,000 keys read back; 100,000 left open by the answers");
    assertThat(line(judged(OptionalLong.empty(), OptionalLong.empty())))
        .endsWith("100,000 keys read back; none of these contradicts an answer");
  }

  @Test
  void keysReadBackAreOneLine() {
    assertThat(line(keys(1_500, 1_500, 0, List.of(), 0)))
        .isEqualTo(
            "Keys          1,500 keys read back; each of these is present or deleted as"
                + " acknowledged");
    assertThat(line(keys(3_000_000, 1_000_000, 0, List.of(), 0)))
        .isEqualTo(
            "Keys          1,000,000 of 3,000,000 keys read back; each of these is present or"
                + " deleted as acknowledged");
  }

  @Test
  void keysThatAreMissingOrForeignAreNamed() {
    assertThat(line(keys(10, 10, 2, List.of("user1", "user2"), 3)))
        .isEqualTo(
            "Keys          MISMATCH: 10 keys read back; 2 acknowledged but missing (user1, user2);"
                + " 3 or more unexpected");
    assertThat(line(keys(10, 10, 6, List.of("user1", "\u001b[31m"), 0)))
        .contains("6 acknowledged but missing (user1,")
        .endsWith(", ...)")
        .doesNotContain("\u001b");
  }

  @Test
  void lostUpdatesAreNamedAndUncertainOnesApart() {
    assertThat(StoreLine.of(values(new ValueCheckResult(12, 0, List.of(), 0))).text())
        .endsWith("as acknowledged; 12 hold the last acknowledged write");
    assertThat(StoreLine.of(values(new ValueCheckResult(3, 0, List.of(), 2))).text())
        .endsWith("; 1 holds the last acknowledged write, 2 one with an unknown outcome");
    StoreFact lost = StoreLine.of(values(new ValueCheckResult(12, 1, List.of("user7"), 2)));
    assertThat(lost.text())
        .isEqualTo("MISMATCH: 12 keys read back; 1 without the last acknowledged write (user7)");
    assertThat(lost.isWrong()).isTrue();
  }

  private static KeyCheck values(ValueCheckResult values) {
    return new KeyCheck(
        12,
        12,
        0,
        0,
        List.of(),
        0,
        0,
        OptionalLong.of(0),
        Optional.empty(),
        Optional.of(values),
        OptionalLong.of(12),
        OptionalLong.of(0),
        OptionalLong.empty());
  }

  @Test
  void whatElseIsWrongWithKeys() {
    KeyCheck check =
        new KeyCheck(
            9,
            8,
            1,
            0,
            List.of(),
            2,
            3,
            OptionalLong.empty(),
            Optional.of("TIMEOUT: no answer"),
            Optional.empty(),
            OptionalLong.of(3),
            OptionalLong.of(0),
            OptionalLong.empty());

    assertThat(line(check))
        .contains("MISMATCH: 8 of 9 keys read back; 2 deleted but still present; 3 expected from")
        .contains("1 unreadable (TIMEOUT: no answer)");
  }

  @Test
  void versionsThatWereReplacedTwiceAreLoud() {
    assertThat(StoreLine.of(new VersionCheck(10_190, 0, Optional.empty())))
        .isEqualTo(
            new StoreFact(
                "Versions",
                "10,190 compare-and-sets OK, no two found for one version of a record",
                StoreFact.Kind.RIGHT));
    assertThat(StoreLine.of(new VersionCheck(900, 2, Optional.of("user1 at version 7"))))
        .isEqualTo(
            new StoreFact(
                "Versions",
                "VIOLATION: 900 compare-and-sets OK, 2 of them for a version that another one had"
                    + " replaced (user1 at version 7)",
                StoreFact.Kind.WRONG));
  }

  @Test
  void sizesOfValuesReadAreTold() {
    assertThat(StoreLine.of(new ValuesRead(1_200, 100, 100, 100, 0, 100, 100)).text())
        .isEqualTo("1,200 read, of 100 bytes");
    assertThat(StoreLine.of(new ValuesRead(1_200, 100, 550, 1_000, 600, 1_000, 1_000)).text())
        .isEqualTo(
            "1,200 read, of 100 to 1,000 bytes, 550 on average; 600 of a size that the workload"
                + " does not write");
  }

  @Test
  void keysThatWereNotReadBackHaveTheReason() {
    RunResult unread =
        new ChangedResult(ResultFixtures.writeMillion())
            .keysUnchecked(new StoreUnchecked("storecheck.timeout is 0", true))
            .result();

    assertThat(TextReport.of(unread, Optional.empty(), TextStyle.PLAIN))
        .contains("Keys          not read back: storecheck.timeout is 0");
  }

  private static String line(KeyCheck check) {
    return line(StoreLine.of(check));
  }

  private static String line(StoreCheck check) {
    return line(StoreLine.of(check, "etcd"));
  }

  private static String line(StoreFact fact) {
    Page page = new Page(new TextStyle(400, false, true));
    page.field(fact.label(), PlainText.of(fact.text()));
    assertThat(fact.isWrong()).isEqualTo(fact.text().startsWith("MISMATCH"));
    return page.toString().strip().replaceAll("\\n +", " ");
  }
}
