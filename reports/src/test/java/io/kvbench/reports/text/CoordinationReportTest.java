package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.CoordinationFixtures;
import io.kvbench.results.format.RunResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the text report of runs with locks, leases and watchers. */
class CoordinationReportTest {

  private static String report(RunResult result) {
    return TextReport.of(result, Optional.empty(), TextStyle.PLAIN);
  }

  @Test
  void everyOperationHasItsCountAndRate() {
    assertThat(report(CoordinationFixtures.locks(1_000, 5, CoordinationFixtures.paused(0))))
        .containsPattern("operation +count +OK/s +p50")
        .containsPattern("CRITICAL_SECTION +1,000 +100 +20.0ms")
        .containsPattern("LOCK_HANDOVER +500 +– +5.00ms")
        .contains("on 2 connections and 4 more for locks, leases or watchers");
  }

  @Test
  void theHistogramIsOfWhatTheRunIsAbout() {
    assertThat(report(CoordinationFixtures.locks(1_000, 5, CoordinationFixtures.paused(0))))
        .contains("CRITICAL_SECTION service times  on");
    assertThat(report(CoordinationFixtures.retried(100))).contains("STM service times  on");
    assertThat(report(CoordinationFixtures.expired(100, 300)))
        .contains("LEASE_EXPIRY service times  on");
    assertThat(report(CoordinationFixtures.watched(100, 0, 0)))
        .contains("WATCH_DELIVERY service times  on")
        .containsPattern("WATCH_CREATE +100 +– ");
  }

  @Test
  void oneOwnerAtATimeIsClaimedWhereItIsTrueOnly() {
    assertThat(report(CoordinationFixtures.locks(1_000, 5, CoordinationFixtures.paused(0))))
        .contains("Locks         acquired 1,000 times, one owner at a time; 15.0 % out of turn");
    assertThat(report(CoordinationFixtures.locks(1_000, 5, CoordinationFixtures.paused(8))))
        .contains(
            "Locks         acquired 1,000 times, 8 of them beside an owner that was paused on")
        .containsPattern("purpose;\\s+otherwise one owner at a time; 15.0 % out of turn");
    assertThat(report(CoordinationFixtures.locks(1_000, 5, CoordinationFixtures.counts(1, 8))))
        .contains("Locks         VIOLATION: acquired 1,000 times;");
  }

  @Test
  void electionsAreWon() {
    assertThat(report(CoordinationFixtures.elections(300)))
        .contains("Elections     won 300 times, one owner at a time; 50.0 % out of turn");
  }

  @Test
  void timeHeldIsNoThinking() {
    assertThat(report(CoordinationFixtures.locks(1_000, 5, CoordinationFixtures.paused(0))))
        .contains("h held or paused 20.0 %")
        .doesNotContain("think time");
  }

  @Test
  void noEarlyExpiriesAreClaimedAsFarAsTheirNumberGoes() {
    assertThat(report(CoordinationFixtures.expired(300, 400)).replaceAll("\\s+", " "))
        .contains(
            "Leases 300 leases expired, none early; with 95 % confidence, less than"
                + " 1.0 % end early");
    assertThat(report(CoordinationFixtures.expired(9_000, 400)).replaceAll("\\s+", " "))
        .contains("none early; with 95 % confidence, less than 0.1 % end early");
    assertThat(report(CoordinationFixtures.expired(29, 400)).replaceAll("\\s+", " "))
        .contains("Leases 29 leases expired, none early ");
  }

  @Test
  void aRetriedTransactionCoversItsConflicts() {
    assertThat(report(CoordinationFixtures.retried(100))).doesNotContain("the times below cover");
  }
}
