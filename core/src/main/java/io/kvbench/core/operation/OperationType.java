package io.kvbench.core.operation;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names under which operations are counted and timed, in code, files and reports. */
public enum OperationType {
  INSERT(Effect.OTHER),
  READ(Effect.READS),
  UPDATE(Effect.OTHER),
  COMPARE_AND_SET(Effect.OTHER),
  DELETE(Effect.OTHER),
  SCAN(Effect.READS),
  RANGE(Effect.READS),
  TRANSACTION(Effect.OTHER),
  READ_TRANSACTION(Effect.READS),
  WATCH(Effect.OTHER),
  WATCHED_UPDATE(Effect.OTHER),
  WATCH_REPLAY(Effect.OTHER),
  LOCK(Effect.COORDINATES),
  UNLOCK(Effect.COORDINATES),
  ELECT(Effect.COORDINATES),
  RESIGN(Effect.COORDINATES),
  FENCED_UPDATE(Effect.COORDINATES),
  ABANDON_LOCK(Effect.COORDINATES),
  LEASE_GRANT(Effect.COORDINATES),
  LEASE_ATTACH(Effect.COORDINATES),
  LEASE_KEEPALIVE(Effect.COORDINATES),
  LEASE_TTL(Effect.COORDINATES),
  LEASE_REVOKE(Effect.COORDINATES),
  LEASE_AWAIT(Effect.COORDINATES),
  JOIN(Effect.COORDINATES),
  LEAVE(Effect.COORDINATES),
  CONNECT(Effect.OTHER),
  HANDSHAKE(Effect.OTHER),
  DISCONNECT(Effect.OTHER),
  /** A composite: its read and its update are also counted under their own types. */
  READ_MODIFY_WRITE(Effect.SPANS, READ, UPDATE),
  /** A composite: its read and its compare-and-set are also counted under their own types. */
  READ_COMPARE_AND_SET(Effect.SPANS, READ, COMPARE_AND_SET),
  /** A composite: its pages are also counted, as ranges. */
  PAGED_RANGE(Effect.READS, RANGE),
  /** A composite: a read over a connection that is opened for it and closed after it. */
  ONE_SHOT_READ(Effect.READS, CONNECT, HANDSHAKE, READ, DISCONNECT),
  /**
   * A composite: reads and a transaction that depends on them, repeated until no other client's
   * write comes in between. Reads, transactions and attempts are also counted under their own
   * types.
   */
  STM(Effect.SPANS, READ, TRANSACTION),
  /** One attempt of a {@link #STM}. */
  STM_ATTEMPT(Effect.SPANS),
  /** A composite: acquiring a lock, a write that requires it, and giving it up. */
  CRITICAL_SECTION(Effect.SPANS, LOCK, FENCED_UPDATE, UNLOCK),
  /** A composite: the same as the leader of an election. */
  LEADERSHIP(Effect.SPANS, ELECT, FENCED_UPDATE, RESIGN),
  /** The time from giving a lock up to the answer to the next owner, who was waiting. */
  LOCK_HANDOVER(Effect.BETWEEN),
  /** The time from the death or pause of an owner to the answer to the next owner. */
  LOCK_FAILOVER(Effect.BETWEEN),
  /** A composite: a keepalive, and before the first one the grant of its lease. */
  LEASE_RENEWAL(Effect.SPANS, LEASE_KEEPALIVE),
  /** A composite: the life of a lease that is revoked. */
  LEASE_CYCLE(Effect.SPANS, LEASE_GRANT, LEASE_ATTACH, LEASE_KEEPALIVE, LEASE_TTL, LEASE_REVOKE),
  /** A composite: the life of a lease that is left to expire. */
  LEASE_LIFETIME(Effect.SPANS, LEASE_GRANT, LEASE_ATTACH, LEASE_AWAIT),
  /** A composite: watching from an earlier version on, and before the first time the writes. */
  MEMBERSHIP(Effect.SPANS, LEASE_GRANT, JOIN, LEASE_KEEPALIVE, LEAVE, LEASE_REVOKE),
  /** A composite: watching from an earlier version on, and before the first time the writes. */
  WATCH_CATCH_UP(Effect.SPANS, WATCHED_UPDATE, WATCH_REPLAY),
  /** How late a lease ended, after its time to live. */
  LEASE_EXPIRY(Effect.BETWEEN),
  /** The time from the request for a watcher until it watches. */
  WATCH_CREATE(Effect.BETWEEN),
  /** The time from sending a write to its delivery to one watcher. */
  WATCH_DELIVERY(Effect.BETWEEN),
  /** The time from a write's acknowledgement to its delivery; 0 if it was delivered first. */
  WATCH_LAG(Effect.BETWEEN),
  /** The time from the event that ends a one-shot watch until the next one is set. */
  WATCH_REARM(Effect.BETWEEN),
  /** The time from the loss of a watcher's connection until it watches again. */
  WATCH_RESUME(Effect.BETWEEN);

  private static final Map<OperationType, Set<OperationType>> PARTS =
      new EnumMap<>(OperationType.class);

  static {
    for (OperationType type : values()) {
      PARTS.put(type, type.ownParts());
    }
  }

  private final Effect effect;

  @SuppressWarnings("ImmutableEnumChecker") // the list is immutable
  private final List<OperationType> parts;

  OperationType(Effect effect, OperationType... parts) {
    this.effect = effect;
    this.parts = List.of(parts);
  }

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
    return effect == Effect.BETWEEN;
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
    return effect == Effect.READS;
  }

  /** Returns whether this waits for an event, and not only for the store to answer. */
  public boolean waits() {
    return this == LOCK || this == ELECT || this == LEASE_AWAIT;
  }

  /** Returns whether this concerns locks, elections, leases or groups. */
  public boolean coordinates() {
    return effect == Effect.COORDINATES;
  }

  /**
   * Returns the types of its operations: itself, unless it is a composite; none for a time between
   * operations.
   */
  public Set<OperationType> parts() {
    return PARTS.getOrDefault(this, Set.of());
  }

  private Set<OperationType> ownParts() {
    Set<OperationType> own = EnumSet.noneOf(OperationType.class);
    own.addAll(parts);
    if (own.isEmpty() && effect != Effect.BETWEEN && effect != Effect.SPANS) {
      own.add(this);
    }
    return Collections.unmodifiableSet(own);
  }

  private enum Effect {
    READS,
    /** Concerns locks, elections, leases or groups. */
    COORDINATES,
    /** Changes or watches records, or opens a connection. */
    OTHER,
    /** Covers several operations, not only reads. */
    SPANS,
    /** The time between operations. */
    BETWEEN
  }
}
