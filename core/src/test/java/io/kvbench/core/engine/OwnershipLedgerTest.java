package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OwnershipLedgerTest {
  private static final Operation.Lock LOCK = lock("a");
  private static final Operation.Lock OTHER = lock("b");

  private final OwnershipLedger ledger = new OwnershipLedger();

  private static Operation.Lock lock(String name) {
    return new Operation.Lock(
        Key.of(name), Operation.Ownership.LOCK, Duration.ofSeconds(10), Duration.ofMinutes(5));
  }

  @Test
  void ownersOneAfterTheOtherAreNoOverlap() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.acquired(OTHER, 2, 4, 0, 11);
    ledger.released(LOCK, 1, 20);
    ledger.acquired(LOCK, 2, 6, 15, 21);

    assertThat(ledger.counts()).isEqualTo(ownersInTurn(0));
  }

  private static CoordinationCounts ownersInTurn(long outOfTurn) {
    return new CoordinationCounts(
        0, 0, 0, 0, 0, OptionalLong.of(outOfTurn), 0, 0, Optional.empty(), Optional.empty());
  }

  @Test
  void aClientThatIsOvertakenAcquiresTheLockOutOfTurn() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.acquired(OTHER, 2, 4, 9, 11);
    ledger.released(LOCK, 1, 20);
    ledger.acquired(LOCK, 2, 6, 15, 21);
    ledger.released(LOCK, 2, 22);
    ledger.acquired(LOCK, 3, 7, 12, 23);
    ledger.released(LOCK, 3, 24);
    ledger.acquired(LOCK, 4, 8, 14, 25);

    assertThat(ledger.counts()).isEqualTo(ownersInTurn(1));
    assertThat(ledger.counts().plus(CoordinationCounts.none()).plus(ownersInTurn(2)))
        .isEqualTo(ownersInTurn(3));
  }

  @Test
  void withoutLocksNothingIsOutOfTurn() {
    assertThat(ledger.counts()).isEqualTo(CoordinationCounts.none());
    assertThat(CoordinationCounts.none().plus(CoordinationCounts.none()).outOfTurn()).isEmpty();
  }

  @Test
  void twoOwnersAtATimeAreNamed() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.acquired(LOCK, 2, 6, 0, 11);

    CoordinationCounts counts = ledger.counts();
    assertThat(counts.overlaps()).isEqualTo(1);
    assertThat(counts.breaksExclusion()).isTrue();
    assertThat(counts.first()).contains("client 2 acquired a while client 1 owned it");
  }

  @Test
  void theTimeOfAHandoverCountsForWhoeverWasWaiting() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.released(LOCK, 1, 20);

    assertThat(ledger.acquired(LOCK, 2, 6, 20, 23))
        .isEqualTo(new OwnershipLedger.Handover(OperationType.LOCK_HANDOVER, 20));

    ledger.released(LOCK, 2, 30);
    assertThat(ledger.acquired(LOCK, 1, 7, 31, 33).type()).isNull();
  }

  @Test
  void aDeadOwnerIsFollowedAfterAFailover() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.abandoned(LOCK, 1, true, 12);

    assertThat(ledger.acquired(LOCK, 2, 6, 50, 60))
        .isEqualTo(new OwnershipLedger.Handover(OperationType.LOCK_FAILOVER, 12));
    assertThat(ledger.counts()).isEqualTo(ownersInTurn(0));
  }

  @Test
  void aPausedOwnerOverlapsByIntention() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.abandoned(LOCK, 1, false, 12);
    assertThat(ledger.acquired(LOCK, 2, 6, 11, 60))
        .isEqualTo(new OwnershipLedger.Handover(OperationType.LOCK_FAILOVER, 12));
    ledger.released(LOCK, 1, 70);

    CoordinationCounts counts = ledger.counts();
    assertThat(counts.pausedOverlaps()).isEqualTo(1);
    assertThat(counts.breaksExclusion()).isFalse();
    // The former owner releases a lock that it does not own any more.
    ledger.acquired(LOCK, 3, 7, 71, 72);
    assertThat(ledger.counts().overlaps()).isEqualTo(1);
  }

  @Test
  void aFencedWriteOfAFormerOwnerIsStaleIfItWasSentAfterTheNextOneOwnedTheLock() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.abandoned(LOCK, 1, false, 12);
    ledger.acquired(LOCK, 2, 6, 11, 60);
    ledger.wroteFenced(LOCK, 1, 5, 59);
    ledger.wroteFenced(LOCK, 2, 6, 61);
    assertThat(ledger.counts().staleWrites()).isZero();

    ledger.wroteFenced(LOCK, 1, 5, 60);

    assertThat(ledger.counts().staleWrites()).isEqualTo(1);
    assertThat(ledger.counts().breaksExclusion()).isTrue();
  }

  @Test
  void tokensGrowFromOwnerToOwner() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.released(LOCK, 1, 20);
    ledger.acquired(LOCK, 2, 5, 9, 21);
    assertThat(ledger.counts().tokensOutOfOrder()).as("waited for the release").isEqualTo(1);
    ledger.abandoned(LOCK, 2, true, 22);
    ledger.acquired(LOCK, 3, 5, 20, 23);
    assertThat(ledger.counts().tokensOutOfOrder()).as("asked for before the other had it").isOne();

    ledger.released(LOCK, 3, 24);
    ledger.acquired(LOCK, 1, 5, 25, 26);

    assertThat(ledger.counts().tokensOutOfOrder()).isEqualTo(2);
  }

  /** The second owner's thread had to wait for a processor. */
  @Test
  void anOverlapIsFoundAlsoIfTheReleaseIsReportedFirst() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.released(LOCK, 1, 20);

    assertThat(ledger.acquired(LOCK, 2, 6, 0, 12).type()).isNull();

    assertThat(ledger.counts().overlaps()).isEqualTo(1);
    assertThat(ledger.counts().first()).contains("client 2 acquired a while client 1 owned it");
  }

  @Test
  void aStaleWriteIsFoundAlsoIfTheLockHasBeenPassedOnSinceItWasSent() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.abandoned(LOCK, 1, false, 12);
    ledger.acquired(LOCK, 2, 6, 11, 60);
    ledger.released(LOCK, 2, 70);
    ledger.acquired(LOCK, 3, 7, 11, 80);

    ledger.wroteFenced(LOCK, 1, 5, 65);

    assertThat(ledger.counts().staleWrites()).isEqualTo(1);
  }

  @Test
  void aReleaseThatFailedIsNoHandover() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.released(LOCK, 1, 20);
    ledger.releaseFailed(LOCK, 1);

    assertThat(ledger.acquired(LOCK, 2, 6, 15, 9_000).type()).isNull();
    assertThat(ledger.counts()).isEqualTo(ownersInTurn(0));
  }

  @Test
  void earlyExpiriesAreCountedWithTheEarliest() {
    ledger.expiredEarly(5);
    ledger.expiredEarly(9);
    ledger.expiredEarly(7);

    assertThat(ledger.counts().earlyExpiries()).isEqualTo(3);
    assertThat(ledger.counts().earliestNanos()).isEqualTo(9);
  }

  @Test
  void anOwnerWhoseLeaseMayHaveEndedIsNotAccused() {
    long half = LOCK.timeToLive().toNanos() / 2;
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.acquired(LOCK, 2, 6, 0, 11 + half);

    assertThat(ledger.counts().expiredOverlaps()).isEqualTo(1);
    assertThat(ledger.counts().breaksExclusion()).isFalse();

    ledger.acquired(LOCK, 3, 7, 0, 11 + half + half);
    assertThat(ledger.counts().overlaps()).isEqualTo(1);
  }

  @Test
  void aClientThatAsksLaterHasNotWaitedForAFailover() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.abandoned(LOCK, 1, true, 12);
    long late = 12 + LOCK.timeToLive().toNanos();

    assertThat(ledger.acquired(LOCK, 2, 6, late, late + 1).type()).isNull();
  }

  @Test
  void afterAPausedOwnerCameBackNothingIsKnownOfTheFailover() {
    ledger.acquired(LOCK, 1, 5, 0, 10);
    ledger.abandoned(LOCK, 1, false, 12);
    ledger.released(LOCK, 1, 20);

    assertThat(ledger.acquired(LOCK, 2, 6, 13, 30).type()).isNull();
  }
}
