package io.kvbench.results.verdict;

import static io.kvbench.results.format.Measured.CLOSED;
import static io.kvbench.results.format.Measured.SECOND;
import static io.kvbench.results.format.Measured.mostly;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of every rule by itself: the condition that fails it, and one that just does not. */
class VerdictRulesTest {
  private static final RunResult.ClusterResult EXTERNAL = cluster("external");
  private static final PhaseResult GOOD = phase(mostly(OperationType.READ, 1000, Outcome.OK, 0));

  @Test
  void aRunWithoutBlemishIsValid() {
    Verdict verdict = judge(GOOD);

    assertThat(verdict.validity()).isEqualTo(Validity.VALID);
    assertThat(verdict.reasons()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"PARTIAL,SUSPECT,ended before", "FAILED,INVALID,failed"})
  void aRunThatDidNotReachItsEnd(RunStatus status, Validity validity, String word) {
    Verdict verdict =
        VerdictFixtures.judge(
            VerdictFixtures.evidence(
                status, List.of(GOOD), VerdictFixtures.NO_STORE, EXTERNAL, false, 0));

    assertReason(verdict, validity, "status", word);
  }

  /** A client that waits for a lock at the interruption got no wrong answer. */
  @Test
  void waitingIsNoErrorOfAnInterruptedRun() {
    for (OperationType type :
        List.of(OperationType.LOCK, OperationType.ELECT, OperationType.LEASE_AWAIT)) {
      PhaseResult waiting = phase(mostly(type, 900, ErrorKind.ABANDONED, 100));

      assertThat(checks(RunStatus.PARTIAL, waiting)).containsExactly("status");
      assertThat(checks(RunStatus.COMPLETE, waiting)).containsExactly("errors");
    }
    assertThat(
            checks(RunStatus.PARTIAL, phase(mostly(OperationType.LOCK, 900, ErrorKind.OTHER, 100))))
        .containsExactly("errors", "status");
    assertThat(
            checks(
                RunStatus.PARTIAL,
                phase(mostly(OperationType.READ, 900, ErrorKind.ABANDONED, 100))))
        .containsExactly("errors", "status");
  }

  private static List<String> checks(RunStatus status, PhaseResult phase) {
    return VerdictFixtures.judge(
            VerdictFixtures.evidence(
                status, List.of(phase), VerdictFixtures.NO_STORE, EXTERNAL, false, 0))
        .reasons()
        .stream()
        .map(Verdict.Reason::check)
        .toList();
  }

  @Test
  void aSystemInsideKvbench() {
    assertReason(
        in(cluster("none"), true), Validity.SUSPECT, "system", "inside the kvbench process");
  }

  @ParameterizedTest
  @CsvSource({"embedded", "process", "docker"})
  void serversThatShareTheMachine(String kind) {
    assertReason(in(cluster(kind), false), Validity.SUSPECT, "cluster", "share");
  }

  @Test
  void otherServers() {
    assertThat(in(cluster("external"), false).reasons()).isEmpty();
  }

  @Test
  void serversAtAnAddressOfThisMachine() {
    Verdict verdict =
        VerdictFixtures.judge(
            new Evidence(
                RunStatus.COMPLETE,
                List.of(GOOD),
                VerdictFixtures.NO_STORE,
                EXTERNAL,
                false,
                0,
                VerdictFixtures.NO_RECORDS,
                Optional.of("node1:2379"),
                List.of(),
                Optional.empty()));

    assertReason(verdict, Validity.SUSPECT, "cluster", "node1:2379 is an address of this machine");
  }

  @Test
  void aBindingThatCompletesTwice() {
    Verdict verdict =
        VerdictFixtures.judge(
            VerdictFixtures.evidence(
                RunStatus.COMPLETE, List.of(GOOD), VerdictFixtures.NO_STORE, EXTERNAL, false, 2));

    assertReason(verdict, Validity.INVALID, "binding", "2 operations");
  }

  @Test
  void noAnswerAtAll() {
    Verdict verdict = judge(phase(mostly(OperationType.READ, 0, ErrorKind.TIMEOUT, 5)));

    assertReason(verdict, Validity.INVALID, "answers", "run phase");
  }

  @Test
  void aPhaseInWhichNothingWasAskedHasNothingToAnswer() {
    assertThat(judge(phase(Snapshot.empty())).reasons()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1,SUSPECT,1 operation failed",
    "10,SUSPECT,10 operations failed",
    "11,INVALID,1.1 %"
  })
  void failedOperations(int failed, Validity validity, String words) {
    Verdict verdict =
        judge(phase(mostly(OperationType.READ, 1000 - failed, ErrorKind.OTHER, failed)));

    assertReason(verdict, validity, "errors", words);
  }

  @Test
  void anInsertThatIsSentAgainMayMeetItself() {
    Snapshot inserts =
        mostly(OperationType.INSERT, 99_900, Outcome.ALREADY_EXISTS, 1)
            .plus(mostly(OperationType.INSERT, 0, ErrorKind.TIMEOUT, 1));
    List<PhaseResult> phases = List.of(phase(inserts));

    assertThat(VerdictFixtures.judge(phases).reasons())
        .anySatisfy(reason -> assertThat(reason.observed()).contains("1 of 99902 INSERT"));
    assertThat(VerdictFixtures.judge(phases, "core_workload_insertion_retry_limit=3").reasons())
        .noneSatisfy(reason -> assertThat(reason.observed()).contains("INSERT were not"));
  }

  @Test
  void anInsertThatMetARecord() {
    Verdict verdict = judge(phase(mostly(OperationType.INSERT, 999, Outcome.ALREADY_EXISTS, 1)));

    assertReason(verdict, Validity.SUSPECT, "outcomes", "1 of 1000 INSERT");
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationType.class,
      names = {"READ", "UPDATE", "DELETE", "SCAN"})
  void someMissesAreRightAndMissesOnlyAreNot(OperationType type) {
    Snapshot some = mostly(type, 99_000, Outcome.NOT_FOUND, 1_000);
    Snapshot only =
        mostly(type, 0, Outcome.NOT_FOUND, 10)
            .plus(mostly(OperationType.INSERT, 1000, Outcome.OK, 0));

    assertThat(judge(phase(some)).reasons()).isEmpty();
    assertReason(
        judge(phase(only)), Validity.SUSPECT, "outcomes", "10 of 10 " + type + " were not");
  }

  @ParameterizedTest
  @EnumSource(
      value = OperationType.class,
      names = {"READ", "UPDATE", "SCAN", "TRANSACTION"})
  void aWorkloadWithoutDeletesThatFindsNoRecords(OperationType type) {
    assertReason(
        judge(phase(mostly(type, 1_000, Outcome.NOT_FOUND, 9_000))),
        Validity.SUSPECT,
        "not found",
        "run phase: 90 % of the " + type + " operations found no record");
  }

  /** 30 of a million records get at most a quarter of the requests, 30,000 three quarters. */
  @Test
  void deletesExplainAsMuchAsTheMostPopularRecordsGet() {
    Snapshot reads = mostly(OperationType.READ, 4_000, Outcome.NOT_FOUND, 6_000);
    Evidence.Records million = new Evidence.Records(1_000_000, 9, false, 0);

    assertReason(
        VerdictFixtures.judge(
            VerdictFixtures.records(
                million, phase(reads.plus(mostly(OperationType.DELETE, 30, Outcome.OK, 0))))),
        Validity.SUSPECT,
        "not found",
        "60 % of the READ operations found no record");
    assertThat(
            VerdictFixtures.judge(
                    VerdictFixtures.records(
                        million,
                        phase(reads.plus(mostly(OperationType.DELETE, 30_000, Outcome.OK, 0)))))
                .reasons())
        .isEmpty();
  }

  @Test
  void aKeySpaceIsNotJudgedWhereItIsThePurposeOrUnknownOrOnlyWritten() {
    PhaseResult load = phase(mostly(OperationType.INSERT, 1000, Outcome.OK, 0));

    assertThat(
            VerdictFixtures.judge(
                    VerdictFixtures.records(new Evidence.Records(1, 9, true, 0), GOOD))
                .reasons())
        .isEmpty();
    assertThat(
            VerdictFixtures.judge(
                    VerdictFixtures.records(new Evidence.Records(0, 0, false, 0), GOOD))
                .reasons())
        .isEmpty();
    assertThat(
            VerdictFixtures.judge(
                    VerdictFixtures.records(new Evidence.Records(1, 9, false, 0), load))
                .reasons())
        .isEmpty();
  }

  @Test
  void aMajorityOfConflictsIsSuspect() {
    PhaseResult some = phase(mostly(OperationType.COMPARE_AND_SET, 600, Outcome.CONFLICT, 400));
    PhaseResult most = phase(mostly(OperationType.TRANSACTION, 200, Outcome.CONFLICT, 800));
    PhaseResult all =
        phase(
            mostly(OperationType.COMPARE_AND_SET, 0, Outcome.CONFLICT, 10)
                .plus(mostly(OperationType.READ, 1000, Outcome.OK, 0)));
    ClientTime busy =
        new ClientTime(
            100, 40, Map.of(Outcome.CONFLICT, 60L), Map.of(), 0, OptionalLong.of(0), 0, 0, 0, 0);

    assertThat(judge(some).reasons()).isEmpty();
    assertThat(judge(timed(busy)).reasons()).isEmpty();
    assertReason(
        judge(most), Validity.SUSPECT, "conflicts", "80 % of the TRANSACTION operations found");
    assertReason(
        judge(all),
        Validity.SUSPECT,
        "conflicts",
        "100 % of the COMPARE_AND_SET operations found the record changed");
  }

  @Test
  void conflictsOfSoftwareTransactionsAreRetriesUnlessTheyGiveUp() {
    Snapshot parts =
        mostly(OperationType.READ, 5_000, Outcome.OK, 0)
            .plus(mostly(OperationType.COMPARE_AND_SET, 1_000, Outcome.CONFLICT, 4_000));

    assertThat(
            judge(retried(parts.plus(mostly(OperationType.STM, 1_000, Outcome.OK, 0)), 1_000))
                .reasons())
        .isEmpty();
    assertReason(
        judge(retried(parts.plus(mostly(OperationType.STM, 400, Outcome.CONFLICT, 600)), 1_000)),
        Validity.SUSPECT,
        "conflicts",
        "60 % of the STM operations found the record changed");
    assertReason(
        judge(retried(parts.plus(mostly(OperationType.STM, 10, Outcome.OK, 0)), 9_000)),
        Validity.SUSPECT,
        "conflicts",
        "80 % of the COMPARE_AND_SET operations found the record changed");
  }

  private static PhaseResult retried(Snapshot recorded, long requests) {
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(recorded, requests));
  }

  @Test
  void serversWithDifferentRecordCountsAreNamed() {
    assertReason(
        in(VerdictFixtures.servers(OptionalLong.empty(), 1000, 990, 1000), false),
        Validity.SUSPECT,
        "servers",
        "s1 has 990 records, s2 has 1,000");
  }

  @Test
  void endpointsOfTheSameServerAreNamed() {
    Map<String, Optional<String>> servers = new TreeMap<>();
    servers.put("127.0.0.1:2379", Optional.of("member 1"));
    servers.put("db:2379", Optional.of("member 2"));
    servers.put("localhost:2379", Optional.of("member 1"));

    assertReason(
        in(VerdictFixtures.identified(servers), false),
        Validity.SUSPECT,
        "aliases",
        "127.0.0.1:2379 and localhost:2379 are the same server, which says that it is member 1");
  }

  @Test
  void serversOfTheirOwnAreNoAliases() {
    Map<String, Optional<String>> servers = new TreeMap<>();
    servers.put("a:2379", Optional.of("member 1"));
    servers.put("b:2379", Optional.of("member 2"));
    servers.put("c:2379", Optional.empty());
    servers.put("d:2379", Optional.empty());

    assertThat(in(VerdictFixtures.identified(servers), false).reasons()).isEmpty();
  }

  @Test
  void aServerThatDidNotCountIsNoneThatHasLess() {
    RunResult.ClusterResult cluster =
        new RunResult.ClusterResult(
            "external",
            2,
            "servers",
            List.of(),
            Optional.of(
                List.of(
                    VerdictFixtures.server("s0", OptionalLong.of(5)),
                    VerdictFixtures.server("s1", OptionalLong.empty()))),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(in(cluster, false).reasons()).isEmpty();
  }

  @Test
  void anotherLeaderDuringTheRun() {
    assertReason(
        in(VerdictFixtures.servers(OptionalLong.of(2), 1, 1, 1), false),
        Validity.SUSPECT,
        "elections",
        "leader changed 2 times during");
  }

  @Test
  void clientsThatWereBusyWithOtherThingsThanSuccess() {
    ClientTime errors = time(94, Map.of(ErrorKind.TIMEOUT, 6L), 0);
    ClientTime misses =
        new ClientTime(
            100, 94, Map.of(Outcome.NOT_FOUND, 6L), Map.of(), 0, OptionalLong.of(0), 0, 0, 0, 0);
    ClientTime reconnecting = time(94, Map.of(), 6);

    assertReason(judge(timed(errors)), Validity.SUSPECT, "client time", "only 94 %");
    assertReason(judge(timed(misses)), Validity.SUSPECT, "client time", "only 94 %");
    assertReason(judge(timed(reconnecting)), Validity.SUSPECT, "client time", "only 94 %");
  }

  @Test
  void clientsThatWereBusyWithSuccessOrNotBusy() {
    assertThat(judge(timed(time(95, Map.of(ErrorKind.TIMEOUT, 3L), 2))).reasons()).isEmpty();
    assertThat(
            judge(
                    timed(
                        new ClientTime(
                            100, 10, Map.of(), Map.of(), 0, OptionalLong.of(0), 0, 89, 1, 0)))
                .reasons())
        .as("thinking")
        .isEmpty();
    assertThat(judge(timed(ClientTime.none())).reasons()).isEmpty();
  }

  @Test
  void lessThanWasOffered() {
    // 1000 requests in 10 s, two in a hundred of them sent late.
    TimeHistogram late =
        TimeHistogram.ofNanos(Measured.filled(980, 1_000_000))
            .plus(TimeHistogram.ofNanos(Measured.filled(20, 50_000_000)));
    assertThat(judge(open(102, late)).reasons())
        .extracting(Verdict.Reason::check)
        .doesNotContain("achieved rate");
    assertAchievedRate(judge(open(103, late)), "100 of 103 requests/s");
    assertThat(VerdictFixtures.judge(List.of(open(103, late)), "verdict.achieved=97%").validity())
        .isEqualTo(Validity.SUSPECT);
  }

  @Test
  void requestsThatWereGivenUpWereOfferedToo() {
    Snapshot givenUp = mostly(OperationType.INSERT, 979, ErrorKind.UNSENT, 21);
    Snapshot few = mostly(OperationType.INSERT, 981, ErrorKind.UNSENT, 19);

    assertAchievedRate(
        judge(Measured.result(PhaseName.RUN, Measured.open(100), Measured.phase(givenUp))),
        "97.9 % of the offered requests were sent and completed");
    assertThat(
            judge(Measured.result(PhaseName.RUN, Measured.open(100), Measured.phase(few)))
                .reasons())
        .extracting(Verdict.Reason::check)
        .doesNotContain("achieved rate");
  }

  /** As many arrivals as chance would have, and one of them late, are no other load. */
  @Test
  void lessThanTheMeanOfAPoissonProcess() {
    TimeHistogram oneLate =
        TimeHistogram.ofNanos(Measured.filled(1000, 100_000))
            .plus(TimeHistogram.ofNanos(50_000_000));

    assertThat(judge(open(110, oneLate)).reasons()).isEmpty();
  }

  private static void assertAchievedRate(Verdict verdict, String observed) {
    assertThat(verdict.validity()).isEqualTo(Validity.INVALID);
    assertThat(verdict.reasons())
        .filteredOn(reason -> reason.check().equals("achieved rate"))
        .singleElement()
        .satisfies(reason -> assertThat(reason.observed()).contains(observed));
  }

  @Test
  void aPhaseThatSentEverythingInTimeAndWaitedForTheLastAnswer() {
    assertThat(judge(open(1000, TimeHistogram.empty())).reasons()).isEmpty();
  }

  @Test
  void requestsThatWereSentLate() {
    assertReason(
        judge(open(100, TimeHistogram.ofNanos(Measured.filled(50, 11_100_000)))),
        Validity.SUSPECT,
        "lag",
        "p99 lag was 11.1 ms");
    assertThat(judge(open(100, TimeHistogram.ofNanos(Measured.filled(50, 400_000)))).reasons())
        .isEmpty();
  }

  @Test
  void aClosedLoopHasNoLagToBeJudgedBy() {
    Snapshot late =
        new Snapshot(
            mostly(OperationType.READ, 1000, Outcome.OK, 0).operations(),
            TimeHistogram.ofNanos(SECOND));

    assertThat(judge(phase(late)).reasons()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"100,0,true", "99,0,false", "101,0,false", "97,3,true", "103,3,true", "96,3,false"})
  void theStoreMustHaveWhatItAcknowledged(long found, long uncertain, boolean agrees) {
    Verdict verdict =
        VerdictFixtures.judge(
            VerdictFixtures.evidence(
                RunStatus.COMPLETE,
                List.of(GOOD),
                VerdictFixtures.counted(
                    new RunResult.StoreCheck(
                        found, 0, 100, uncertain, OptionalLong.empty(), Optional.empty())),
                EXTERNAL,
                false,
                0));

    if (agrees) {
      assertThat(verdict.reasons()).isEmpty();
    } else {
      assertReason(verdict, Validity.INVALID, "store", found + " keys found, 100 acknowledged");
    }
  }

  private static Verdict of(StoreFindings store, RunResult.ClusterResult cluster) {
    PhaseResult inserts = phase(mostly(OperationType.INSERT, 1000, Outcome.OK, 0));
    return VerdictFixtures.judge(
        VerdictFixtures.evidence(RunStatus.COMPLETE, List.of(inserts), store, cluster, false, 0));
  }

  @Test
  void aStoreCheckThatFailed() {
    RunResult.StoreUnchecked failed = new RunResult.StoreUnchecked("s0: no answer", false);

    assertReason(
        of(uncounted(failed), EXTERNAL),
        Validity.SUSPECT,
        "store check",
        "not performed: s0: no answer");
  }

  @Test
  void aStoreThatDeclaresThatItCannotBeCounted() {
    RunResult.StoreUnchecked declared = new RunResult.StoreUnchecked("they go away", true);

    assertThat(of(uncounted(declared), EXTERNAL).reasons()).isEmpty();
  }

  private static RunResult.KeyCheck keys(
      long missing, long undeleted, long absent, long foreign, long failed) {
    return new RunResult.KeyCheck(
        1000,
        1000 - failed,
        failed,
        missing,
        missing == 0 ? List.of() : List.of("user1"),
        undeleted,
        absent,
        OptionalLong.of(foreign),
        failed == 0 ? Optional.empty() : Optional.of("TIMEOUT: no answer"),
        Optional.empty(),
        OptionalLong.of(0),
        OptionalLong.of(1000 - failed - missing - undeleted - absent),
        OptionalLong.empty());
  }

  private static StoreFindings uncounted(RunResult.StoreUnchecked unchecked) {
    return new StoreFindings(
        Optional.empty(),
        Optional.of(unchecked),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static StoreFindings readBack(long found, RunResult.KeyCheck keys) {
    return new StoreFindings(
        Optional.of(
            new RunResult.StoreCheck(found, 0, 1000, 0, OptionalLong.empty(), Optional.empty())),
        Optional.empty(),
        Optional.of(keys),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static StoreFindings readBack(long found, RunResult.StoreUnchecked unread) {
    return new StoreFindings(
        Optional.of(
            new RunResult.StoreCheck(found, 0, 1000, 0, OptionalLong.empty(), Optional.empty())),
        Optional.empty(),
        Optional.empty(),
        Optional.of(unread),
        Optional.empty(),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 0 | 0 | 1 acknowledged key is missing (user1)",
        "7 | 0 | 0 | 7 acknowledged keys are missing (user1, ...)",
        "0 | 1 | 0 | 1 key found although the delete was acknowledged",
        "0 | 0 | 3 | at least 3 unexpected keys",
        "1 | 0 | 1 | 1 acknowledged key is missing (user1); at least 1 unexpected key",
      })
  void theStoreMustHaveTheVeryKeysItAcknowledged(
      long missing, long undeleted, long foreign, String observed) {
    assertReason(
        of(readBack(1000, keys(missing, undeleted, 0, foreign, 0)), EXTERNAL),
        Validity.INVALID,
        "store",
        observed);
  }

  @Test
  void theRightKeysAreNoReason() {
    assertThat(of(readBack(1000, keys(0, 0, 0, 0, 0)), EXTERNAL).reasons()).isEmpty();
  }

  @Test
  void countsAndKeysThatDisagreeAreOneReason() {
    assertReason(
        of(readBack(999, keys(1, 0, 5, 0, 0)), EXTERNAL),
        Validity.INVALID,
        "store",
        "999 keys found, 1,000 acknowledged; 1 acknowledged key is missing (user1)");
  }

  @Test
  void ofASampleTheReasonSaysSo() {
    RunResult.KeyCheck sample =
        new RunResult.KeyCheck(
            3000,
            1000,
            0,
            1,
            List.of("user1"),
            0,
            0,
            OptionalLong.empty(),
            Optional.empty(),
            Optional.of(new RunResult.ValueCheckResult(900, 2, List.of("user8"), 3)),
            OptionalLong.of(999),
            OptionalLong.of(0),
            OptionalLong.empty());

    assertReason(
        of(readBack(1000, sample), EXTERNAL),
        Validity.INVALID,
        "store",
        "1 acknowledged key is missing (user1); 2 keys do not hold the last acknowledged write"
            + " (user8, ...) (1,000 of 3,000 keys read back)");
  }

  @Test
  void recordsThatWereExpectedFromBefore() {
    assertReason(
        of(readBack(1000, keys(0, 0, 4, 0, 0)), EXTERNAL),
        Validity.SUSPECT,
        "store",
        "4 of 1,000 keys read back that should exist from before the run are missing");
  }

  @Test
  void fewerRecordsThanTheWorkloadExpects() {
    StoreFindings few =
        VerdictFixtures.counted(
            new RunResult.StoreCheck(1000, 1000, 1000, 0, OptionalLong.empty(), Optional.empty()));

    assertReason(
        expecting(100_000, few),
        Validity.SUSPECT,
        "store",
        "the store had 1,000 keys before the run, the workload expects 100,000");
    assertThat(expecting(1000, few).reasons()).isEmpty();
    assertThat(expecting(0, few).reasons()).as("loaded by the run").isEmpty();
  }

  private static Verdict expecting(long before, StoreFindings store) {
    return VerdictFixtures.judge(
        VerdictFixtures.expecting(new Evidence.Records(1_000_000, 9, false, before), store, GOOD));
  }

  @Test
  void updatesThatCreatedRecords() {
    RunResult.StoreCheck created =
        new RunResult.StoreCheck(
            180, 150, 150, 0, OptionalLong.of(0), Optional.of(new RunResult.Unreported(0, 30, 30)));

    assertReason(
        of(VerdictFixtures.counted(created), EXTERNAL),
        Validity.SUSPECT,
        "created",
        "30 records more than inserts explain: created by updates, or by other clients");
  }

  /** A tolerance for records that updates create must not hide losses. */
  @Test
  void aToleranceIsForOneDirectionOnly() {
    RunResult.StoreCheck lost =
        new RunResult.StoreCheck(
            140, 150, 150, 0, OptionalLong.of(0), Optional.of(new RunResult.Unreported(0, 30, 0)));

    assertReason(
        of(VerdictFixtures.counted(lost), EXTERNAL),
        Validity.INVALID,
        "store",
        "140 keys found, 150 acknowledged");
  }

  @Test
  void keysThatCouldNotBeReadBack() {
    assertReason(
        of(readBack(1000, keys(0, 0, 0, 0, 1)), EXTERNAL),
        Validity.SUSPECT,
        "store check",
        "1 key could not be read back: TIMEOUT: no answer");
    RunResult.StoreUnchecked failed = new RunResult.StoreUnchecked("no quorum", false);
    assertReason(
        of(readBack(1000, failed), EXTERNAL),
        Validity.SUSPECT,
        "store check",
        "no keys were read back: no quorum");
    RunResult.StoreUnchecked declared = new RunResult.StoreUnchecked("the user says so", true);
    assertThat(of(readBack(1000, declared), EXTERNAL).reasons()).isEmpty();
  }

  @Test
  void aVersionThatWasReplacedTwice() {
    assertReason(
        of(
            versions(new RunResult.VersionCheck(900, 2, Optional.of("user1 at version 7"))),
            EXTERNAL),
        Validity.INVALID,
        "compare-and-set",
        "2 of 900 compare-and-sets succeeded for a version that another one had replaced (user1 at"
            + " version 7)");
    assertThat(
            of(versions(new RunResult.VersionCheck(900, 0, Optional.empty())), EXTERNAL).reasons())
        .isEmpty();
  }

  private static StoreFindings versions(RunResult.VersionCheck check) {
    return new StoreFindings(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(check),
        Optional.empty());
  }

  @Test
  void valuesOfAnotherSize() {
    assertReason(
        of(values(new RunResult.ValuesRead(900, 100, 120, 140, 800, 140, 140)), EXTERNAL),
        Validity.SUSPECT,
        "value sizes",
        "800 of 900 values read have a size that the workload does not write; they have 100 to 140"
            + " bytes");
    assertThat(
            of(values(new RunResult.ValuesRead(900, 100, 120, 140, 0, 100, 140)), EXTERNAL)
                .reasons())
        .isEmpty();
  }

  private static StoreFindings values(RunResult.ValuesRead read) {
    return new StoreFindings(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(read));
  }

  @Test
  void aServerThatDidNotCountBesideOneThatDid() {
    RunResult.ClusterResult cluster =
        new RunResult.ClusterResult(
            "external",
            2,
            "servers",
            List.of(),
            Optional.of(
                List.of(
                    VerdictFixtures.server("s0", OptionalLong.of(1000)),
                    VerdictFixtures.server("s1", OptionalLong.empty(), Optional.of("no answer")))),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertReason(
        of(
            VerdictFixtures.counted(
                new RunResult.StoreCheck(1000, 0, 1000, 0, OptionalLong.empty(), Optional.empty())),
            cluster),
        Validity.SUSPECT,
        "servers",
        "s1 did not report its records: no answer");
  }

  @Test
  void insertsThatOverwroteRecords() {
    RunResult.StoreCheck half =
        new RunResult.StoreCheck(
            1500,
            1000,
            2000,
            0,
            OptionalLong.of(500),
            Optional.of(new RunResult.Unreported(1000, 0, 0)));

    assertReason(
        of(VerdictFixtures.counted(half), EXTERNAL),
        Validity.SUSPECT,
        "overwritten",
        "500 of 1,000 inserts added no record: they overwrote existing ones, or records were lost");
  }

  @Test
  void theWarmupIsNotJudgedAndTheLoadIs() {
    PhaseMeasurement bad = Measured.phase(mostly(OperationType.READ, 500, ErrorKind.OTHER, 500));

    assertThat(judge(Measured.result(PhaseName.WARMUP, CLOSED, bad), GOOD).reasons()).isEmpty();
    assertReason(
        judge(Measured.result(PhaseName.LOAD, CLOSED, bad), GOOD),
        Validity.INVALID,
        "errors",
        "load phase: 50 %");
  }

  @Test
  void theClientsOfALoadBeforeARunAreNotJudged() {
    PhaseMeasurement idle =
        Measured.phase(
            mostly(OperationType.INSERT, 1000, Outcome.OK, 0),
            new ClientTime(100, 10, Map.of(), Map.of(), 0, OptionalLong.of(0), 0, 0, 0, 90));
    PhaseResult load =
        VerdictFixtures.in(
            VerdictFixtures.pauses(SECOND, SECOND), Measured.result(PhaseName.LOAD, CLOSED, idle));

    assertThat(judge(load, GOOD).reasons()).isEmpty();
    assertThat(judge(load).reasons())
        .extracting(Verdict.Reason::check)
        .containsExactly("concurrency", "gc share", "gc pause");
  }

  @Test
  void aCheckThatSeveralPhasesFailedHasOneReasonThatOfTheWorst() {
    PhaseResult some = phase(mostly(OperationType.READ, 999, ErrorKind.OTHER, 1));
    PhaseResult many = phase(mostly(OperationType.READ, 500, ErrorKind.OTHER, 500));

    assertReason(
        judge(some, many, GOOD, some),
        Validity.INVALID,
        "errors",
        "run phase: 50 % of the operations failed; also in 2 more phases");
  }

  @Test
  void kindsOfOperationsThatMissedShareAReason() {
    Snapshot missed =
        mostly(OperationType.READ, 0, Outcome.NOT_FOUND, 10)
            .plus(mostly(OperationType.INSERT, 1000, Outcome.ALREADY_EXISTS, 2));

    assertReason(
        judge(phase(missed)),
        Validity.SUSPECT,
        "outcomes",
        "2 of 1002 INSERT and 10 of 10 READ were not answered OK; to insert new records, set"
            + " recordcount above the last number of earlier runs");
  }

  /** A run that says where the next one begins says it in the reason, too. */
  @Test
  void insertsOfExistingRecordsHaveTheNextFreeNumber() {
    PhaseResult again = phase(mostly(OperationType.INSERT, 1000, Outcome.ALREADY_EXISTS, 2));
    RunResult.KeyCheck keys =
        new RunResult.KeyCheck(
            1002,
            1002,
            0,
            0,
            List.of(),
            0,
            0,
            OptionalLong.of(0),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.of(1002),
            OptionalLong.of(0),
            OptionalLong.of(12_345));

    assertReason(
        VerdictFixtures.judge(
            VerdictFixtures.evidence(
                RunStatus.COMPLETE,
                List.of(again),
                new StoreFindings(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(keys),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
                EXTERNAL,
                false,
                0)),
        Validity.SUSPECT,
        "outcomes",
        "2 of 1002 INSERT were not answered OK; to insert new records, set recordcount=12345, or"
            + " more after longer runs");
  }

  @Test
  void theWorstReasonDecidesAndAllAreKept() {
    Verdict verdict =
        VerdictFixtures.judge(
            VerdictFixtures.evidence(
                RunStatus.PARTIAL,
                List.of(phase(mostly(OperationType.INSERT, 999, ErrorKind.OTHER, 1))),
                VerdictFixtures.counted(
                    new RunResult.StoreCheck(1, 0, 9, 0, OptionalLong.empty(), Optional.empty())),
                cluster("embedded"),
                false,
                0));

    assertThat(verdict.validity()).isEqualTo(Validity.INVALID);
    assertThat(verdict.reasons())
        .extracting(Verdict.Reason::check)
        .containsExactly("store", "status", "errors", "cluster");
  }

  @Test
  void aSuspicionDoesNotSoftenWhatIsInvalid() {
    Verdict verdict =
        VerdictFixtures.judge(
            VerdictFixtures.evidence(
                RunStatus.FAILED,
                List.of(GOOD),
                VerdictFixtures.NO_STORE,
                cluster("embedded"),
                false,
                0));

    assertThat(verdict.validity()).isEqualTo(Validity.INVALID);
    assertThat(verdict.reasons()).hasSize(2);
  }

  private static void assertReason(Verdict verdict, Validity validity, String check, String words) {
    assertThat(verdict.validity()).isEqualTo(validity);
    assertThat(verdict.reasons())
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.check()).isEqualTo(check);
              assertThat(reason.observed()).contains(words);
              assertThat(reason.limit()).isNotBlank();
            });
  }

  private static Verdict judge(PhaseResult... phases) {
    return VerdictFixtures.judge(
        VerdictFixtures.evidence(
            RunStatus.COMPLETE, List.of(phases), VerdictFixtures.NO_STORE, EXTERNAL, false, 0));
  }

  private static Verdict in(RunResult.ClusterResult cluster, boolean local) {
    return VerdictFixtures.judge(
        VerdictFixtures.evidence(
            RunStatus.COMPLETE, List.of(GOOD), VerdictFixtures.NO_STORE, cluster, local, 0));
  }

  private static RunResult.ClusterResult cluster(String kind) {
    return RunResult.ClusterResult.of(kind, 1, "a cluster", List.of());
  }

  private static PhaseResult phase(Snapshot recorded) {
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(recorded));
  }

  private static PhaseResult timed(ClientTime time) {
    return Measured.result(
        PhaseName.RUN,
        CLOSED,
        Measured.phase(mostly(OperationType.READ, 1000, Outcome.OK, 0), time));
  }

  /** Returns a phase in which 1000 requests were answered in 10 seconds. */
  private static PhaseResult open(double offered, TimeHistogram lag) {
    LoadModel model = Measured.open(offered);
    Snapshot recorded =
        new Snapshot(mostly(OperationType.READ, 1000, Outcome.OK, 0).operations(), lag);
    return Measured.result(PhaseName.RUN, model, Measured.phase(recorded));
  }

  private static ClientTime time(long ok, Map<ErrorKind, Long> errors, long reconnect) {
    return new ClientTime(100, ok, Map.of(), errors, reconnect, OptionalLong.of(0), 0, 0, 0, 0);
  }

  @Test
  void aServerThatNeverSyncsIsSuspectRegardlessOfTheLimit() {
    assertThat(durability(VerdictFixtures.synced(100, 0)))
        .contains("s0 applied 100 writes", "0 times");
    assertThat(durability(VerdictFixtures.synced(99, 0))).isEmpty();
    assertThat(durability(VerdictFixtures.synced(100, 1))).isEmpty();
  }

  private static String durability(RunResult.ClusterResult servers) {
    Evidence evidence =
        VerdictFixtures.evidence(
            RunStatus.COMPLETE,
            List.of(phase(mostly(OperationType.READ, 1_000, Outcome.OK, 0))),
            VerdictFixtures.NO_STORE,
            servers,
            false,
            0);
    return VerdictFixtures.judge(evidence, "verdict.writespersync=1000000").reasons().stream()
        .filter(reason -> reason.check().equals("durability"))
        .map(Verdict.Reason::observed)
        .findFirst()
        .orElse("");
  }
}
