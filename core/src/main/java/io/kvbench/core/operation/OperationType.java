package io.kvbench.core.operation;

import java.util.EnumSet;
import java.util.Set;

/** The names under which operations are counted and timed, in code, files and reports. */
public enum OperationType {
  INSERT,
  READ,
  UPDATE,
  COMPARE_AND_SET,
  DELETE,
  SCAN,
  RANGE,
  TRANSACTION,
  READ_TRANSACTION,
  WATCH,
  WATCHED_UPDATE,
  WATCH_REPLAY,
  LOCK,
  UNLOCK,
  ELECT,
  RESIGN,
  FENCED_UPDATE,
  ABANDON_LOCK,
  LEASE_GRANT,
  LEASE_ATTACH,
  LEASE_KEEPALIVE,
  LEASE_TTL,
  LEASE_REVOKE,
  LEASE_AWAIT,
  JOIN,
  LEAVE,
  CONNECT,
  HANDSHAKE,
  DISCONNECT,
  /** A composite: its read and its update are also counted under their own types. */
  READ_MODIFY_WRITE,
  /** A composite: its read and its compare-and-set are also counted under their own types. */
  READ_COMPARE_AND_SET,
  /** A composite: its pages are also counted, as ranges. */
  PAGED_RANGE,
  /** A composite: a read over a connection that is opened for it and closed after it. */
  ONE_SHOT_READ,
  /**
   * A composite: reads and a transaction that depends on them, repeated until no other client's
   * write comes in between. Reads, transactions and attempts are also counted under their own
   * types.
   */
  STM,
  /** One attempt of a {@link #STM}. */
  STM_ATTEMPT,
  /** A composite: acquiring a lock, a write that requires it, and giving it up. */
  CRITICAL_SECTION,
  /** A composite: the same as the leader of an election. */
  LEADERSHIP,
  /** The time from giving a lock up to the answer to the next owner, who was waiting. */
  LOCK_HANDOVER,
  /** The time from the death or pause of an owner to the answer to the next owner. */
  LOCK_FAILOVER,
  /** A composite: a keepalive, and before the first one the grant of its lease. */
  LEASE_RENEWAL,
  /** A composite: the life of a lease that is revoked. */
  LEASE_CYCLE,
  /** A composite: the life of a lease that is left to expire. */
  LEASE_LIFETIME,
  /** A composite: watching from an earlier version on, and before the first time the writes. */
  MEMBERSHIP,
  /** A composite: watching from an earlier version on, and before the first time the writes. */
  WATCH_CATCH_UP,
  /** How late a lease ended, after its time to live. */
  LEASE_EXPIRY,
  /** The time from the request for a watcher until it watches. */
  WATCH_CREATE,
  /** The time from sending a write to its delivery to one watcher. */
  WATCH_DELIVERY,
  /** The time from a write's acknowledgement to its delivery; 0 if it was delivered first. */
  WATCH_LAG,
  /** The time from the event that ends a one-shot watch until the next one is set. */
  WATCH_REARM,
  /** The time from the loss of a watcher's connection until it watches again. */
  WATCH_RESUME;

  /**
   * Returns whether this covers several operations or the time between some, so that it must be
   * excluded from sums over operations.
   */
  public boolean isComposite() {
    return !parts().contains(this);
  }

  /** Returns types of requests together with the types of their parts. */
  public static Set<OperationType> withParts(Set<OperationType> requests) {
    Set<OperationType> all = EnumSet.noneOf(OperationType.class);
    requests.forEach(
        type -> {
          all.add(type);
          all.addAll(type.parts());
        });
    return all;
  }

  /** Returns whether this is neither a request nor a part of one, but a time between operations. */
  public boolean isBetween() {
    return parts().isEmpty() && this != STM_ATTEMPT;
  }

  /**
   * Returns whether a rate per second is meaningful. Watchers are created before a phase begins,
   * and the other times between operations occur as often as the operations cause them; deliveries
   * have the rate of the watchers.
   */
  public boolean hasRate() {
    return !isBetween() || this == WATCH_DELIVERY;
  }

  /** Returns whether this only reads records. */
  public boolean reads() {
    return switch (this) {
      case READ, SCAN, RANGE, PAGED_RANGE, READ_TRANSACTION, ONE_SHOT_READ -> true;
      case CONNECT, HANDSHAKE, DISCONNECT -> false;
      case INSERT, UPDATE, COMPARE_AND_SET, DELETE, TRANSACTION, WATCH, WATCHED_UPDATE -> false;
      case READ_MODIFY_WRITE, READ_COMPARE_AND_SET, STM, STM_ATTEMPT -> false;
      case LOCK, UNLOCK, ELECT, RESIGN, FENCED_UPDATE, ABANDON_LOCK -> false;
      case LEASE_GRANT, LEASE_ATTACH, LEASE_KEEPALIVE, LEASE_TTL, LEASE_REVOKE, LEASE_AWAIT ->
          false;
      case JOIN, LEAVE, MEMBERSHIP, WATCH_REPLAY, WATCH_CATCH_UP -> false;
      case CRITICAL_SECTION, LEADERSHIP, LOCK_HANDOVER, LOCK_FAILOVER -> false;
      case LEASE_RENEWAL, LEASE_CYCLE, LEASE_LIFETIME, LEASE_EXPIRY -> false;
      case WATCH_CREATE, WATCH_DELIVERY, WATCH_LAG, WATCH_REARM, WATCH_RESUME -> false;
    };
  }

  /** Returns whether this waits for an event, and not only for the store to answer. */
  public boolean waits() {
    return this == LOCK || this == ELECT || this == LEASE_AWAIT;
  }

  /** Returns whether this concerns locks, elections, leases or groups. */
  public boolean coordinates() {
    return switch (this) {
      case LOCK, UNLOCK, ELECT, RESIGN, FENCED_UPDATE, ABANDON_LOCK -> true;
      case LEASE_GRANT, LEASE_ATTACH, LEASE_KEEPALIVE, LEASE_TTL, LEASE_REVOKE, LEASE_AWAIT -> true;
      case JOIN, LEAVE -> true;
      default -> false;
    };
  }

  /**
   * Returns the types of its operations: itself, unless it is a composite; none for a time between
   * operations.
   */
  public Set<OperationType> parts() {
    return switch (this) {
      case READ_MODIFY_WRITE -> EnumSet.of(READ, UPDATE);
      case READ_COMPARE_AND_SET -> EnumSet.of(READ, COMPARE_AND_SET);
      case PAGED_RANGE -> EnumSet.of(RANGE);
      case ONE_SHOT_READ -> EnumSet.of(CONNECT, HANDSHAKE, READ, DISCONNECT);
      case STM -> EnumSet.of(READ, TRANSACTION);
      case CRITICAL_SECTION -> EnumSet.of(LOCK, FENCED_UPDATE, UNLOCK);
      case LEADERSHIP -> EnumSet.of(ELECT, FENCED_UPDATE, RESIGN);
      case LEASE_RENEWAL -> EnumSet.of(LEASE_KEEPALIVE);
      case LEASE_CYCLE ->
          EnumSet.of(LEASE_GRANT, LEASE_ATTACH, LEASE_KEEPALIVE, LEASE_TTL, LEASE_REVOKE);
      case LEASE_LIFETIME -> EnumSet.of(LEASE_GRANT, LEASE_ATTACH, LEASE_AWAIT);
      case MEMBERSHIP -> EnumSet.of(LEASE_GRANT, JOIN, LEASE_KEEPALIVE, LEAVE, LEASE_REVOKE);
      case WATCH_CATCH_UP -> EnumSet.of(WATCHED_UPDATE, WATCH_REPLAY);
      case STM_ATTEMPT, LOCK_HANDOVER, LOCK_FAILOVER, LEASE_EXPIRY ->
          EnumSet.noneOf(OperationType.class);
      case WATCH_CREATE, WATCH_DELIVERY, WATCH_LAG, WATCH_REARM, WATCH_RESUME ->
          EnumSet.noneOf(OperationType.class);
      case INSERT, READ, UPDATE, COMPARE_AND_SET, DELETE, SCAN, RANGE -> EnumSet.of(this);
      case TRANSACTION, READ_TRANSACTION, WATCH, WATCHED_UPDATE, WATCH_REPLAY -> EnumSet.of(this);
      case CONNECT, HANDSHAKE, DISCONNECT -> EnumSet.of(this);
      case LOCK, UNLOCK, ELECT, RESIGN, FENCED_UPDATE, ABANDON_LOCK -> EnumSet.of(this);
      case LEASE_GRANT, LEASE_ATTACH, LEASE_KEEPALIVE, LEASE_TTL, LEASE_REVOKE, LEASE_AWAIT ->
          EnumSet.of(this);
      case JOIN, LEAVE -> EnumSet.of(this);
    };
  }
}
