package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.ConsistencyResult.BrokenPromise;
import io.kvbench.results.format.ConsistencyResult.ExampleStep;
import io.kvbench.results.format.ConsistencyResult.ReadMode;
import io.kvbench.results.format.ConsistencyResult.Rules;
import io.kvbench.results.format.ConsistencyResult.Staleness;
import io.kvbench.results.format.ConsistencyResult.StalenessBucket;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of what broken, undecided and kept promises make of a run. */
class ConsistencyChecksTest {
  private static final Rules RULES =
      new Rules(
          Map.of(ReadConsistency.DEFAULT, ReadPromise.SESSION),
          VersionScope.STORE,
          false,
          List.of());

  private static final BrokenPromise STALE =
      new BrokenPromise(
          "STALE_READ",
          "a stale read",
          3,
          2,
          17,
          5_000_000,
          List.of(
              new ExampleStep(
                  "read the older value",
                  4,
                  1,
                  "READ",
                  "OK",
                  Optional.of(ReadConsistency.DEFAULT),
                  17,
                  100,
                  200,
                  "1/2",
                  0)));

  private static ConsistencyResult found(
      List<BrokenPromise> violations,
      List<BrokenPromise> leaseNotes,
      long undecided,
      long dropped,
      long observed) {
    return new ConsistencyResult(
        List.of(
            new ReadMode(
                ReadConsistency.DEFAULT,
                ReadPromise.SESSION,
                ReadPromise.SESSION,
                1_000,
                0.9,
                new Staleness(0, List.of(), List.of()))),
        violations,
        leaseNotes,
        undecided,
        dropped,
        2_000,
        10,
        100,
        observed,
        RULES,
        Optional.empty());
  }

  private static Verdict judge(ConsistencyResult found) {
    Findings findings = new Findings();
    ConsistencyChecks.check(found, findings);
    return findings.verdict();
  }

  private static String reason(Verdict verdict) {
    return verdict.reasons().getFirst().observed();
  }

  private static String note(ConsistencyResult found) {
    Verdict verdict = judge(found);
    assertThat(verdict.validity()).isEqualTo(Validity.VALID);
    return verdict.notes().orElseThrow().getFirst().observed();
  }

  @Test
  void keptPromisesAreNoFinding() {
    Verdict verdict = judge(found(List.of(), List.of(), 0, 0, 90));

    assertThat(verdict.validity()).isEqualTo(Validity.VALID);
    assertThat(verdict.notes()).isEmpty();
  }

  @Test
  void aBrokenPromiseIsInvalidInOneLineWithItsWorstExample() {
    Verdict verdict = judge(found(List.of(STALE), List.of(), 3, 0, 90));

    assertThat(verdict.validity()).isEqualTo(Validity.INVALID);
    assertThat(reason(verdict))
        .isEqualTo(
            "a stale read: 3 operations, such as record 17 seen by client 4, by 5.00 ms;"
                + " 3 operations may or may not break a promise");
  }

  @Test
  void whatWasNotDecidedOrRecordedIsSuspect() {
    Verdict verdict = judge(found(List.of(), List.of(), 3, 7, 90));

    assertThat(verdict.validity()).isEqualTo(Validity.SUSPECT);
    assertThat(reason(verdict))
        .isEqualTo("7 operations not recorded; 3 operations may or may not break a promise");
  }

  @Test
  void fewUndecidedOperationsAreSaid() {
    assertThat(note(found(List.of(), List.of(), 2, 0, 90)))
        .isEqualTo("2 operations may or may not break a promise");
  }

  @Test
  void aHistoryThatIsCutOffIsSuspect() {
    assertThat(judge(found(List.of(), List.of(), 0, -1, 90)).validity())
        .isEqualTo(Validity.SUSPECT);
  }

  @Test
  void aMissingCheckIsSuspectWithItsReason() {
    Verdict verdict = judge(ConsistencyResult.unchecked(RULES, "the disk is full"));

    assertThat(verdict.validity()).isEqualTo(Validity.SUSPECT);
    assertThat(reason(verdict)).isEqualTo("the disk is full");
  }

  @Test
  void staleReadsUnderALeaseAreANote() {
    assertThat(note(found(List.of(), List.of(STALE), 0, 0, 90)))
        .isEqualTo(
            "3 stale reads around elections or faults, which the lease allows, by up to 5.00 ms");
  }

  @Test
  void lowCoverageIsSaid() {
    assertThat(note(found(List.of(), List.of(), 0, 0, 20)))
        .contains("of the acknowledged writes were ever observed");
  }

  @Test
  void staleReadsThatThePromiseAllowsAreSaid() {
    ConsistencyResult kept = found(List.of(), List.of(), 0, 0, 90);
    ReadMode stale =
        new ReadMode(
            ReadConsistency.LINEARIZABLE,
            ReadPromise.SESSION,
            ReadPromise.SESSION,
            1_000,
            0.9,
            new Staleness(
                12,
                List.of(new StalenessBucket(2_000_000, 12)),
                List.of(new StalenessBucket(1, 12))));

    assertThat(
            note(
                new ConsistencyResult(
                    List.of(stale),
                    List.of(),
                    List.of(),
                    0,
                    0,
                    kept.operations(),
                    kept.keys(),
                    kept.acknowledgedWrites(),
                    kept.observedWrites(),
                    RULES,
                    Optional.empty())))
        .startsWith("12 of 1,000 LINEARIZABLE reads were stale, by up to 2.00 ms; promised is: ");
  }
}
