package io.kvbench.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CompositeTest {
  private static final Key A = Key.of("a");
  private static final Key B = Key.of("b");
  private static final Key C = Key.of("c");
  private static final Value VALUE = Value.of(new byte[] {1});

  private static Operation.Read read(Key key) {
    return new Operation.Read(key, ReadConsistency.LINEARIZABLE);
  }

  private static StepResult version(long version) {
    return StepResult.of(Outcome.OK, version);
  }

  private static StepResult page(int records, Key last) {
    return new StepResult(
        records == 0 ? Outcome.NOT_FOUND : Outcome.OK, 0, 0, Optional.of(last), records, 0, 0);
  }

  private static List<Operation> steps(
      Composite composite, Function<Operation, StepResult> answers) {
    return steps(composite, composite.start(), answers);
  }

  private static List<Operation> steps(
      Composite composite, Composite.Steps execution, Function<Operation, StepResult> answers) {
    List<Operation> steps = new ArrayList<>();
    Optional<Operation> next = Optional.of(composite.first());
    while (next.isPresent()) {
      steps.add(next.get());
      next = execution.next(steps.size() - 1, answers.apply(next.get()), new NotedWitness());
    }
    return steps;
  }

  private static Operation.Range range(KeyRange keys, int limit, boolean descending) {
    return new Operation.Range(
        keys, limit, RangeContent.RECORDS, descending, ReadConsistency.STALE);
  }

  @Test
  void pagesGoOnBehindTheLastRecord() {
    List<StepResult> answers = List.of(page(2, A), page(2, B), page(1, C));
    int[] index = {0};
    List<Operation> pages =
        steps(
            new PagedRange(range(new KeyRange.Prefix(A), 0, false), 2),
            page -> answers.get(index[0]++));

    assertThat(pages)
        .containsExactly(
            range(new KeyRange.Prefix(A), 2, false),
            range(between("a\0", "b"), 2, false),
            range(between("b\0", "b"), 2, false));
  }

  private static KeyRange between(String start, String end) {
    return new KeyRange.Between(Optional.of(Key.of(start)), Optional.of(Key.of(end)));
  }

  @Test
  void aRangeBetweenTwoKeysHasBothOfThemInEitherOrder() {
    assertThat(KeyRange.between(A, C)).isEqualTo(between("a", "c\0"));
    assertThat(KeyRange.between(C, A)).isEqualTo(between("a", "c\0"));
    assertThat(KeyRange.between(A, A)).isEqualTo(between("a", "a\0"));
    assertThat(KeyRange.between(Key.of("\u00e9"), A).bounds().start())
        .as("bytes are unsigned")
        .contains(A);
  }

  @Test
  void pagesInDescendingOrderEndBeforeTheLastRecordOfTheOneBefore() {
    int[] index = {0};
    List<StepResult> answers = List.of(page(1, C), page(1, B), page(0, B));
    PagedRange paged = new PagedRange(range(new KeyRange.All(), 0, true), 1);
    Composite.Steps execution = paged.start();
    List<Operation> pages = steps(paged, execution, page -> answers.get(index[0]++));

    assertThat(pages)
        .extracting(page -> ((Operation.Range) page).keys().bounds().end())
        .containsExactly(Optional.empty(), Optional.of(C), Optional.of(B));
    assertThat(execution.status(Outcome.NOT_FOUND)).isEqualTo(Outcome.OK);
    assertThat(execution.status(ErrorKind.TIMEOUT)).isEqualTo(ErrorKind.TIMEOUT);
  }

  @Test
  void theLastPageIsCutToTheLimit() {
    List<Operation> pages =
        steps(
            new PagedRange(range(new KeyRange.All(), 5, false), 3),
            page -> page(((Operation.Range) page).limit(), A));

    assertThat(pages).extracting(page -> ((Operation.Range) page).limit()).containsExactly(3, 2);
  }

  @Test
  void anEmptyRangeIsNotFound() {
    PagedRange paged = new PagedRange(range(new KeyRange.All(), 0, false), 3);

    Composite.Steps execution = paged.start();
    assertThat(steps(paged, execution, page -> page(0, A))).hasSize(1);
    assertThat(execution.status(Outcome.NOT_FOUND)).isEqualTo(Outcome.NOT_FOUND);
  }

  private static SoftwareTransaction stm(SoftwareTransaction.Isolation isolation, int attempts) {
    return new SoftwareTransaction(List.of(read(A), read(B)), List.of(VALUE), isolation, attempts);
  }

  @Test
  void whatWasReadGuardsTheTransaction() {
    long[] version = {6};
    assertThat(
            steps(
                stm(SoftwareTransaction.Isolation.REPEATABLE_READS, 3),
                operation -> version(version[0]++)))
        .containsExactly(
            read(A),
            read(B),
            new Operation.Transaction(
                List.of(new Operation.CompareAndSet(A, 6, VALUE), new Operation.Guard(B, 7))));
  }

  private static Operation.SnapshotRead readAt(Key key, long snapshot) {
    return new Operation.SnapshotRead(key, snapshot, ReadConsistency.LINEARIZABLE);
  }

  @Test
  void allReadsOfAnAttemptAreAtTheVersionOfItsFirst() {
    for (var isolation :
        List.of(
            SoftwareTransaction.Isolation.SERIALIZABLE,
            SoftwareTransaction.Isolation.SERIALIZABLE_SNAPSHOT)) {
      long[] snapshot = {40};
      List<Operation> steps =
          steps(
              stm(isolation, 2),
              operation ->
                  operation instanceof Operation.Transaction
                      ? StepResult.of(Outcome.CONFLICT, 0)
                      : new StepResult(Outcome.OK, 6, ++snapshot[0], Optional.empty(), 0, 0, 0));

      assertThat(steps).hasSize(6);
      assertThat(steps.subList(0, 2)).containsExactly(readAt(A, 0), readAt(B, 41));
      assertThat(steps.subList(3, 5)).containsExactly(readAt(A, 0), readAt(B, 43));
      boolean checksWrites = isolation == SoftwareTransaction.Isolation.SERIALIZABLE_SNAPSHOT;
      assertThat(steps.getLast())
          .isEqualTo(
              new Operation.Transaction(
                  List.of(new Operation.CompareAndSet(A, 6, VALUE), new Operation.Guard(B, 6)),
                  checksWrites ? 43 : 0));
    }
  }

  @Test
  void readCommittedWritesWithoutConditions() {
    assertThat(steps(stm(SoftwareTransaction.Isolation.READ_COMMITTED, 3), operation -> version(1)))
        .endsWith(new Operation.Transaction(List.of(new Operation.Update(A, VALUE))));
  }

  @Test
  void oneRecordNeedsNoTransactionUnlessItIsComparedWithTheSnapshot() {
    for (var isolation : SoftwareTransaction.Isolation.values()) {
      SoftwareTransaction one =
          new SoftwareTransaction(List.of(read(A)), List.of(VALUE), isolation, 3);
      Operation.CompareAndSet unchanged = new Operation.CompareAndSet(A, 6, VALUE);
      assertThat(
              steps(one, operation -> new StepResult(Outcome.OK, 6, 9, Optional.empty(), 0, 0, 0)))
          .containsExactly(
              isolation.readsSnapshot() ? readAt(A, 0) : read(A),
              switch (isolation) {
                case READ_COMMITTED -> new Operation.Update(A, VALUE);
                case REPEATABLE_READS, SERIALIZABLE -> unchanged;
                case SERIALIZABLE_SNAPSHOT -> new Operation.Transaction(List.of(unchanged), 9);
              });
    }
  }

  @Test
  void aConflictRepeatsEverythingUntilTheAttemptsAreUsedUp() {
    SoftwareTransaction stm = stm(SoftwareTransaction.Isolation.REPEATABLE_READS, 3);
    NotedWitness witness = new NotedWitness();
    List<Operation> steps = new ArrayList<>();
    Composite.Steps execution = stm.start();
    Optional<Operation> next = Optional.of(stm.first());
    while (next.isPresent()) {
      boolean commit = next.get() instanceof Operation.Transaction;
      int step = steps.size();
      steps.add(next.get());
      next = execution.next(step, ended(commit ? Outcome.CONFLICT : Outcome.OK, 0, step), witness);
    }

    assertThat(steps).hasSize(9);
    assertThat(witness.notes())
        .containsExactly(
            "STM_ATTEMPT CONFLICT 0 to 20",
            "STM_ATTEMPT CONFLICT 30 to 50",
            "STM_ATTEMPT CONFLICT 60 to 80");
  }

  /** Returns the result of a step sent at 10 times its number, and answered before the next. */
  private static StepResult ended(Status status, long version, int step) {
    return new StepResult(status, version, 0, Optional.empty(), 0, 10L * step, 10L * step);
  }

  @Test
  void aMissingRecordOrAnErrorEndsASoftwareTransaction() {
    for (Status status : List.of(Outcome.NOT_FOUND, ErrorKind.TIMEOUT)) {
      assertThat(
              steps(
                  stm(SoftwareTransaction.Isolation.REPEATABLE_READS, 3),
                  operation -> StepResult.of(status, 0)))
          .hasSize(1);
    }
  }

  private static final Operation.Lock LOCK =
      new Operation.Lock(
          Key.of("l"), Operation.Ownership.LOCK, Duration.ofSeconds(10), Duration.ofMinutes(5));

  private static CriticalSection section(CriticalSection.Fate fate) {
    return new CriticalSection(LOCK, A, VALUE, true, 3, fate, 99);
  }

  /** Returns the operations and holds of a request whose operations end with these statuses. */
  private static List<Object> run(Composite request, Witness witness, Status... answers) {
    List<Object> seen = new ArrayList<>();
    Composite.Steps execution = request.start();
    Optional<Operation> next = Optional.of(request.first());
    for (int step = 0; next.isPresent(); step++) {
      seen.add(next.get());
      next = execution.next(step, ended(answers[step], 7, step), witness);
      if (next.isPresent() && execution.holdNanos() > 0) {
        seen.add(execution.holdNanos());
      }
      if (next.isEmpty()) {
        seen.add(execution.status(answers[step]));
      }
    }
    return seen;
  }

  @Test
  void anOwnerHoldsWritesAndReleases() {
    NotedWitness witness = new NotedWitness();

    assertThat(
            run(
                section(CriticalSection.Fate.RELEASES),
                witness,
                Outcome.OK,
                Outcome.OK,
                Outcome.OK))
        .containsExactly(
            LOCK,
            3L,
            new Operation.FencedUpdate(LOCK, A, VALUE),
            new Operation.Unlock(LOCK),
            Outcome.OK);
    assertThat(witness.notes()).containsExactly("acquired l 7 0 to 0", "wrote 7 10", "released 10");
  }

  @Test
  void aOneShotReadConnectsReadsAndDisconnects() {
    Operation.ReadOnce read = new Operation.ReadOnce(A, ReadConsistency.DEFAULT);

    assertThat(
            run(
                new OneShotRead(read, true),
                Witness.NONE,
                Outcome.OK,
                Outcome.OK,
                Outcome.NOT_FOUND,
                Outcome.OK))
        .containsExactly(
            new Operation.Connect(),
            new Operation.Handshake(true),
            read,
            new Operation.Disconnect(),
            Outcome.NOT_FOUND);
    assertThat(
            run(
                new OneShotRead(read, false),
                Witness.NONE,
                Outcome.OK,
                Outcome.OK,
                Outcome.OK,
                ErrorKind.TIMEOUT))
        .endsWith(new Operation.Disconnect(), ErrorKind.TIMEOUT);
  }

  @Test
  void aOneShotReadClosesWhatItOpenedAfterAFailure() {
    OneShotRead request =
        new OneShotRead(new Operation.ReadOnce(A, ReadConsistency.DEFAULT), false);

    assertThat(run(request, Witness.NONE, ErrorKind.CONNECTION_LOST))
        .containsExactly(new Operation.Connect(), ErrorKind.CONNECTION_LOST);
    assertThat(run(request, Witness.NONE, Outcome.OK, ErrorKind.UNAUTHORIZED, Outcome.OK))
        .containsExactly(
            new Operation.Connect(),
            new Operation.Handshake(false),
            new Operation.Disconnect(),
            ErrorKind.UNAUTHORIZED);
    assertThat(run(request, Witness.NONE, Outcome.OK, Outcome.OK, ErrorKind.TIMEOUT, Outcome.OK))
        .endsWith(request.read(), new Operation.Disconnect(), ErrorKind.TIMEOUT);
  }

  @Test
  void anOwnerThatLostItsLockReleasesAllTheSame() {
    NotedWitness witness = new NotedWitness();

    assertThat(
            run(
                section(CriticalSection.Fate.RELEASES),
                witness,
                Outcome.OK,
                Outcome.CONFLICT,
                Outcome.NOT_FOUND))
        .endsWith(new Operation.Unlock(LOCK), Outcome.CONFLICT);
    assertThat(witness.notes()).containsExactly("acquired l 7 0 to 0", "released 10");
  }

  @Test
  void aDeadOwnerDoesNothingMore() {
    NotedWitness witness = new NotedWitness();

    assertThat(run(section(CriticalSection.Fate.DIES), witness, Outcome.OK, Outcome.OK))
        .containsExactly(LOCK, new Operation.AbandonLock(LOCK), Outcome.OK);
    assertThat(witness.notes()).containsExactly("acquired l 7 0 to 0", "died 0");
  }

  @Test
  void aPausedOwnerWritesLater() {
    NotedWitness witness = new NotedWitness();

    assertThat(
            run(
                section(CriticalSection.Fate.PAUSES),
                witness,
                Outcome.OK,
                Outcome.OK,
                Outcome.CONFLICT))
        .containsExactly(
            LOCK,
            new Operation.AbandonLock(LOCK),
            99L,
            new Operation.FencedUpdate(LOCK, A, VALUE),
            Outcome.CONFLICT);
    assertThat(witness.notes()).containsExactly("acquired l 7 0 to 0", "paused 0", "released 20");
  }

  @Test
  void aLockThatIsNotAcquiredEndsTheRequest() {
    assertThat(run(section(CriticalSection.Fate.DIES), new NotedWitness(), ErrorKind.TIMEOUT))
        .containsExactly(LOCK, ErrorKind.TIMEOUT);
  }

  @Test
  void aLeaseIsGrantedOnceAndAgainWhenItHasEnded() {
    LeaseSlots slots = new LeaseSlots(2);
    Duration ttl = Duration.ofSeconds(5);
    LeaseRenewal renewal = new LeaseRenewal(slots, 1, ttl);

    assertThat(steps(renewal, operation -> version(77)))
        .containsExactly(new Operation.GrantLease(ttl), new Operation.KeepLeaseAlive(77));
    assertThat(steps(renewal, operation -> StepResult.of(Outcome.NOT_FOUND, 0)))
        .containsExactly(new Operation.KeepLeaseAlive(77));
    assertThat(renewal.first()).isEqualTo(new Operation.GrantLease(ttl));
  }

  @Test
  void aLeaseCycleUsesEveryOperation() {
    Duration ttl = Duration.ofSeconds(5);

    assertThat(steps(new LeaseCycle(ttl, A, VALUE, true), operation -> version(7)))
        .containsExactly(
            new Operation.GrantLease(ttl),
            new Operation.AttachToLease(7, A, VALUE),
            new Operation.KeepLeaseAlive(7),
            new Operation.QueryLease(7),
            new Operation.RevokeLease(7));
    assertThat(steps(new LeaseCycle(ttl, A, VALUE, false), operation -> version(7))).hasSize(4);
  }

  private static final Operation.JoinGroup JOIN = new Operation.JoinGroup(7, A, B, VALUE);
  private static final Operation.LeaveGroup LEAVE = new Operation.LeaveGroup(7, A, B);

  @Test
  void aMemberJoinsStaysAliveAndLeaves() {
    Duration ttl = Duration.ofNanos(9);
    Operation keepAlive = new Operation.KeepLeaseAlive(7);
    Operation revoke = new Operation.RevokeLease(7);

    assertThat(steps(new Membership(A, B, VALUE, ttl, 0), operation -> version(7)))
        .containsExactly(new Operation.GrantLease(ttl), JOIN, LEAVE, revoke);
    assertThat(steps(new Membership(A, B, VALUE, ttl, 7), operation -> version(7)))
        .containsExactly(new Operation.GrantLease(ttl), JOIN, keepAlive, keepAlive, LEAVE, revoke);
  }

  @Test
  void aMemberStaysForAThirdOfItsLeaseAtATime() {
    Composite.Steps stay = new Membership(A, B, VALUE, Duration.ofNanos(9), 7).start();
    List<Long> holds = new ArrayList<>();
    for (int step = 0; stay.next(step, version(7), new NotedWitness()).isPresent(); step++) {
      holds.add(stay.holdNanos());
    }
    assertThat(holds).containsExactly(0L, 3L, 3L, 1L, 0L);
    assertThat(stay.status(Outcome.OK)).isEqualTo(Outcome.OK);
  }

  @Test
  void theLeaseOfAMemberThatCannotJoinOrLeaveIsRevoked() {
    Duration ttl = Duration.ofNanos(9);
    for (Class<?> failing : List.of(Operation.JoinGroup.class, Operation.LeaveGroup.class)) {
      Membership membership = new Membership(A, B, VALUE, ttl, 0);
      Composite.Steps execution = membership.start();
      List<Operation> all =
          steps(
              membership,
              execution,
              operation ->
                  failing.isInstance(operation) ? StepResult.of(ErrorKind.TIMEOUT, 0) : version(7));
      assertThat(all).last().isEqualTo(new Operation.RevokeLease(7));
      assertThat(execution.status(Outcome.OK)).isEqualTo(ErrorKind.TIMEOUT);
    }
    assertThat(
            steps(
                new Membership(A, B, VALUE, ttl, 0),
                operation -> StepResult.of(ErrorKind.TIMEOUT, 0)))
        .containsExactly(new Operation.GrantLease(ttl));
  }

  @Test
  void aWatchCatchesUpWithWritesThatAreMadeOnce() {
    WatchCatchUp.History history = new WatchCatchUp.History();
    WatchCatchUp catchUp = new WatchCatchUp(history, A, VALUE, 2);
    Operation write = new Operation.WatchedUpdate(A, VALUE);
    long[] version = {40};

    assertThat(steps(catchUp, operation -> version(++version[0])))
        .containsExactly(write, write, new Operation.ReplayWatch(A, 41, 2));
    assertThat(steps(catchUp, operation -> StepResult.of(ErrorKind.INVALID, 0)))
        .containsExactly(new Operation.ReplayWatch(A, 41, 2));
    assertThat(steps(catchUp, operation -> StepResult.of(ErrorKind.TIMEOUT, 0)))
        .as("those of before may be gone")
        .containsExactly(write);
  }

  @Test
  void aLeaseThatEndsEarlyIsTold() {
    Duration ttl = Duration.ofNanos(25);
    NotedWitness late = lifetime(ttl, 40);
    NotedWitness early = lifetime(ttl, 24);

    assertThat(late.notes()).containsExactly("LEASE_EXPIRY OK 27 to 40");
    assertThat(early.notes()).containsExactly("early by 1", "LEASE_EXPIRY OK 24 to 24");
  }

  /** Runs a lease that is granted between 0 and 2 and observed to end at a time. */
  private static NotedWitness lifetime(Duration ttl, long endNanos) {
    NotedWitness witness = new NotedWitness();
    Composite.Steps steps = new LeaseLifetime(ttl, A, VALUE, ttl).start();
    steps.next(0, new StepResult(Outcome.OK, 7, 0, Optional.empty(), 0, 0, 2), witness);
    assertThat(steps.next(1, StepResult.of(Outcome.OK, 8), witness))
        .contains(new Operation.AwaitExpiry(7, A, 8, ttl));
    assertThat(
            steps.next(
                2, new StepResult(Outcome.OK, 0, 0, Optional.empty(), 0, 5, endNanos), witness))
        .isEmpty();
    return witness;
  }

  @Test
  void anInsertIsSentAgainAfterErrorsOnly() {
    Operation.Insert insert = new Operation.Insert(A, VALUE);
    RetriedInsert retried = new RetriedInsert(insert, 2, Duration.ofSeconds(3));

    assertThat(steps(retried, answer -> StepResult.of(ErrorKind.TIMEOUT, 0)))
        .containsExactly(insert, insert, insert);
    assertThat(steps(retried, answer -> StepResult.of(Outcome.ALREADY_EXISTS, 0)))
        .containsExactly(insert);
    assertThat(steps(retried, answer -> version(1))).containsExactly(insert);
    assertThat(Duration.ofNanos(retried.start().holdNanos()))
        .isBetween(Duration.ofMillis(2_400), Duration.ofMillis(3_600));
  }
}
