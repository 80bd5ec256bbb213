package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract of locks, elections and leases: one owner at a time, growing tokens, writes that
 * require the lock, leases that end on time. Systems without them must reject them.
 */
interface CoordinationContract extends ContractBase {
  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.LOCK,
              Map.of("lockproportion", "1"),
              target -> lock(target.key(), Operation.Ownership.LOCK)),
          CapabilityExample.of(
              Capability.ELECTION,
              Map.of("electionproportion", "1"),
              target -> lock(target.key(), Operation.Ownership.LEADERSHIP)),
          CapabilityExample.of(
              Capability.FENCED_UPDATE,
              Map.of("lockproportion", "1"),
              target ->
                  new Operation.FencedUpdate(
                      lock(target.key(), Operation.Ownership.LOCK), target.key(), target.value())),
          CapabilityExample.of(
              Capability.LEASE,
              Map.of("leasekeepaliveproportion", "1"),
              target -> new Operation.GrantLease(Duration.ofSeconds(10))),
          CapabilityExample.of(
              Capability.LEASE_KEEPALIVE,
              Map.of("leasekeepaliveproportion", "1"),
              target -> new Operation.KeepLeaseAlive(target.version())),
          CapabilityExample.of(
              Capability.LEASE_TTL,
              Map.of("leasecycleproportion", "1"),
              target -> new Operation.QueryLease(target.version())),
          CapabilityExample.of(
              Capability.LEASE_EXPIRY,
              Map.of("leaseexpiryproportion", "1"),
              target ->
                  new Operation.AttachToLease(target.version(), target.key(), target.value())),
          CapabilityExample.of(
              Capability.MEMBERSHIP,
              Map.of("membershipproportion", "1"),
              target ->
                  new Operation.JoinGroup(
                      target.version(), target.key(), Keys.next(), target.value())));

  Value BEFORE = Values.of(10);
  Value AFTER = Values.of(20);

  /** Returns a lock with the shortest lease that every system grants. */
  static Operation.Lock lock(Key key, Ownership ownership) {
    return lock(key, ownership, Duration.ofSeconds(10));
  }

  private static Operation.Lock lock(Key key, Ownership ownership, Duration timeToLive) {
    return new Operation.Lock(key, ownership, timeToLive, Duration.ofMinutes(2));
  }

  private boolean canOwn(Ownership ownership) {
    return can(ownership == Ownership.LOCK ? Capability.LOCK : Capability.ELECTION);
  }

  @ParameterizedTest
  @EnumSource(Ownership.class)
  default void theNextOwnerWaitsForTheOneBefore(Ownership ownership) throws Exception {
    try (CheckedBinding opened = stage().open(2)) {
      if (!canOwn(ownership)) {
        Refused.assertInvalid(opened.submit(0, lock(Keys.next(), ownership)));
        return;
      }
      Operation.Lock lock = lock(Keys.next(), ownership);
      Session one = opened.binding().openSession(0);
      Session other = opened.binding().openSession(1);
      Answer first = opened.submit(one, lock).assertOk();

      Answer second = opened.submit(other, lock);
      // Another lock is free.
      opened.submit(one, lock(Keys.next(), ownership)).assertOk();
      assertThat(second.isThere()).as("a second owner").isFalse();

      opened.submit(one, new Operation.Unlock(lock)).assertOk();
      second.assertOk();
      assertThat(second.version()).as("the token").isGreaterThan(first.version());
      opened.submit(other, new Operation.Unlock(lock)).assertOk();
      assertThat(opened.status(other, new Operation.Unlock(lock))).isEqualTo(Outcome.NOT_FOUND);
    }
  }

  /** A client that timed out must not acquire the lock later: it would never release it. */
  @ParameterizedTest
  @EnumSource(Ownership.class)
  default void aClientThatTimedOutIsNotTheNextOwner(Ownership ownership) throws Exception {
    try (CheckedBinding opened = stage().open(3)) {
      if (!canOwn(ownership)) {
        Refused.assertInvalid(opened.submit(0, lock(Keys.next(), ownership)));
        return;
      }
      Operation.Lock lock = lock(Keys.next(), ownership);
      Session owner = opened.binding().openSession(0);
      Session hasty = opened.binding().openSession(1);
      Session next = opened.binding().openSession(2);
      Duration patience = Duration.ofSeconds(1);
      Operation.Lock briefly =
          new Operation.Lock(lock.key(), ownership, lock.timeToLive(), patience);
      opened.submit(owner, lock).assertOk();

      long asked = System.nanoTime();
      assertThat(opened.status(hasty, briefly)).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(Duration.ofNanos(System.nanoTime() - asked)).isGreaterThanOrEqualTo(patience);

      opened.submit(owner, new Operation.Unlock(lock)).assertOk();
      opened.submit(next, lock).assertOk();
      opened.submit(next, new Operation.Unlock(lock)).assertOk();
    }
  }

  @ParameterizedTest
  @EnumSource(Ownership.class)
  default void aFencedUpdateNeedsTheLock(Ownership ownership) throws Exception {
    try (CheckedBinding opened = stage().open(2)) {
      if (!canOwn(ownership) || !can(Capability.FENCED_UPDATE)) {
        Key key = Keys.next();
        Refused.assertInvalid(
            opened.submit(0, new Operation.FencedUpdate(lock(key, ownership), key, AFTER)));
        return;
      }
      Key record = Keys.next();
      opened.insert(record, BEFORE);
      Operation.Lock lock = lock(Keys.next(), ownership);
      Session owner = opened.binding().openSession(0);
      Session other = opened.binding().openSession(1);
      opened.submit(owner, lock).assertOk();

      assertThat(opened.status(other, new Operation.FencedUpdate(lock, record, AFTER)))
          .isEqualTo(Outcome.CONFLICT);
      opened.assertFound(record, BEFORE);
      opened.submit(owner, new Operation.FencedUpdate(lock, record, AFTER)).assertOk();
      opened.assertFound(record, AFTER);

      opened.submit(owner, new Operation.Unlock(lock)).assertOk();
      assertThat(opened.status(owner, new Operation.FencedUpdate(lock, record, BEFORE)))
          .isEqualTo(Outcome.CONFLICT);
      opened.assertFound(record, AFTER);
    }
  }

  /** A lock whose owner has died, and the client that waits for it. */
  record Inheritance(
      Operation.Lock lock, Session dead, long token, long diedAt, Key record, Answer next) {}

  /** Locks and elections at the same time, since both wait for a lease to end. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void aDeadOwnersLockIsPassedOnAndItsFencedUpdatesAreRefused() throws Exception {
    List<Inheritance> inheritances = new ArrayList<>();
    try (CheckedBinding opened = stage().open(2 * Ownership.values().length)) {
      for (Ownership ownership : Ownership.values()) {
        if (canOwn(ownership)) {
          inheritances.add(inherit(opened, ownership, 2 * inheritances.size()));
        } else {
          Refused.assertInvalid(opened.submit(0, lock(Keys.next(), ownership)));
        }
      }
      for (Inheritance inheritance : inheritances) {
        assertPassedOn(opened, inheritance);
      }
    }
  }

  private static Inheritance inherit(CheckedBinding opened, Ownership ownership, int client)
      throws Exception {
    Key record = Keys.next();
    opened.insert(record, BEFORE);
    Operation.Lock lock = lock(Keys.next(), ownership);
    Session dead = opened.binding().openSession(client);
    Session heir = opened.binding().openSession(client + 1);
    Answer before = opened.submit(dead, lock).assertOk();
    long diedAt = System.nanoTime();
    opened.submit(dead, new Operation.AbandonLock(lock)).assertOk();
    return new Inheritance(lock, dead, before.version(), diedAt, record, opened.submit(heir, lock));
  }

  private void assertPassedOn(CheckedBinding opened, Inheritance inheritance) throws Exception {
    Operation.Lock lock = inheritance.lock();
    inheritance.next().assertOk();
    assertThat(Duration.ofNanos(inheritance.next().at() - inheritance.diedAt()))
        .as("not before the lease can have ended")
        .isGreaterThan(lock.timeToLive().dividedBy(2));
    assertThat(inheritance.next().version()).as("the token").isGreaterThan(inheritance.token());
    if (can(Capability.FENCED_UPDATE)) {
      assertThat(
              opened.status(
                  inheritance.dead(),
                  new Operation.FencedUpdate(lock, inheritance.record(), AFTER)))
          .isEqualTo(Outcome.CONFLICT);
      opened.assertFound(inheritance.record(), BEFORE);
    }
  }

  @Test
  default void aSessionThatIsClosedOwnsNothing() throws Exception {
    try (CheckedBinding opened = stage().open(2)) {
      // Long enough for a busy machine to release it sooner.
      Operation.Lock lock = lock(Keys.next(), Ownership.LOCK, Duration.ofSeconds(30));
      if (!can(Capability.LOCK)) {
        Refused.assertInvalid(opened.submit(0, new Operation.AbandonLock(lock)));
        Refused.assertInvalid(opened.submit(0, new Operation.Unlock(lock)));
        return;
      }
      Session owner = opened.binding().openSession(0);
      opened.submit(owner, lock).assertOk();
      long closed = System.nanoTime();
      owner.close();
      opened.binding().awaitReleases(lock.timeToLive());

      opened.submit(opened.binding().openSession(1), lock).assertOk();
      assertThat(Duration.ofNanos(System.nanoTime() - closed))
          .as("sooner than by the end of the lease")
          .isLessThan(lock.timeToLive());
    }
  }

  @Test
  default void aRecordGoesWithItsLease() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      Session session = opened.binding().openSession(0);
      if (!can(Capability.LEASE)) {
        Refused.assertInvalid(
            opened.submit(session, new Operation.GrantLease(Duration.ofSeconds(30))));
        Refused.assertInvalid(opened.submit(session, new Operation.RevokeLease(1)));
        return;
      }
      Key record = Keys.next();
      Answer granted =
          opened.submit(session, new Operation.GrantLease(Duration.ofSeconds(30))).assertOk();
      long lease = granted.version();
      opened.submit(session, new Operation.AttachToLease(lease, record, AFTER)).assertOk();
      opened.assertFound(record, AFTER);
      if (can(Capability.LEASE_KEEPALIVE)) {
        opened.submit(session, new Operation.KeepLeaseAlive(lease)).assertOk();
      }
      if (can(Capability.LEASE_TTL)) {
        opened.submit(session, new Operation.QueryLease(lease)).assertOk();
      }
      opened.submit(session, new Operation.RevokeLease(lease)).assertOk();
      opened.assertAbsent(record);
      if (can(Capability.LEASE_KEEPALIVE)) {
        assertThat(opened.status(session, new Operation.KeepLeaseAlive(lease)))
            .isEqualTo(Outcome.NOT_FOUND);
      }
      if (can(Capability.LEASE_TTL)) {
        assertThat(opened.status(session, new Operation.QueryLease(lease)))
            .isEqualTo(Outcome.NOT_FOUND);
      }
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void anUnattendedLeaseEndsWithItsRecord() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      Session session = opened.binding().openSession(0);
      Key record = Keys.next();
      Duration timeToLive = Duration.ofSeconds(10);
      if (!can(Capability.LEASE_EXPIRY)) {
        Refused.assertInvalid(
            opened.submit(session, new Operation.AwaitExpiry(1, record, 1, timeToLive)));
        return;
      }
      long asked = System.nanoTime();
      Answer granted = opened.submit(session, new Operation.GrantLease(timeToLive)).assertOk();
      Answer attached =
          opened
              .submit(session, new Operation.AttachToLease(granted.version(), record, AFTER))
              .assertOk();

      opened
          .submit(
              session,
              new Operation.AwaitExpiry(
                  granted.version(), record, attached.version(), timeToLive.multipliedBy(3)))
          .assertOk();
      assertThat(Duration.ofNanos(System.nanoTime() - asked)).isGreaterThanOrEqualTo(timeToLive);
      opened.assertAbsent(record);
    }
  }
}
