package io.kvbench.core.operation;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One self-contained request to a store. Immutable and safe for any thread. kvbench's own bindings
 * switch over the kinds without a {@code default}, so that the compiler finds every binding that
 * does not handle a new kind; bindings of other projects may reject unknown kinds as {@link
 * ErrorKind#INVALID}. Each kind documents the {@linkplain Outcome answers} it may get besides OK;
 * anything else is an {@linkplain ErrorKind error}.
 */
public sealed interface Operation extends Request {

  /** Returns the type under which this operation is measured. */
  OperationType type();

  /** Returns the key of the first record that this names; null if it names none. */
  default @Nullable Key key() {
    return null;
  }

  /** Returns whether a test holds for the key of any record that this names. */
  default boolean anyKey(Predicate<? super Key> test) {
    Key key = key();
    return key != null && test.test(key);
  }

  /** Returns the writes of records that this consists of, in order. */
  default List<Write> written() {
    return List.of();
  }

  /** One of the parts of a {@link Transaction}, each of which concerns one record. */
  sealed interface Part {
    Key key();
  }

  /** An operation that changes one record. */
  sealed interface Write extends Operation, Part {
    @Override
    Key key();

    @Override
    default List<Write> written() {
      return List.of(this);
    }
  }

  /**
   * A guard: requires that a record has not been written since it was read; only as a part of a
   * transaction, which is otherwise answered with {@link Outcome#CONFLICT}, or {@link
   * Outcome#NOT_FOUND} if the record is gone and the store distinguishes the two.
   *
   * @param expectedVersion the version that the read of the record returned
   */
  record Guard(Key key, long expectedVersion) implements Part {}

  /**
   * The creation of a record. If the key exists, the answer is {@link Outcome#ALREADY_EXISTS}, if
   * the store detects it.
   */
  record Insert(Key key, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.INSERT;
    }
  }

  /**
   * A read of the whole value of one key. Answered with the value, through {@code
   * Completion.found}, which counts as OK, or {@link Outcome#NOT_FOUND}; never with OK alone, since
   * the value must be checked.
   *
   * @param consistency how fresh the answer must be; stores without this consistency reject the
   *     read
   */
  record Read(Key key, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.READ;
    }
  }

  /**
   * A read of the whole value that a key had at a version of the whole store. Answered like a
   * {@link Read}, but with that version in addition to the value.
   *
   * @param snapshot the version of the store, from an earlier answer; 0 for the current one
   * @param consistency how fresh the current version must be
   */
  record SnapshotRead(Key key, long snapshot, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.READ;
    }
  }

  /**
   * An update: replaces the whole value of a record. If the record is missing, the answer is {@link
   * Outcome#NOT_FOUND}, if the store detects it.
   */
  record Update(Key key, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.UPDATE;
    }
  }

  /**
   * A compare-and-set: replaces the whole value of a record if it has not been written since it was
   * read. If it has changed, the answer is {@link Outcome#CONFLICT}; if it is gone, {@link
   * Outcome#NOT_FOUND}, if the store distinguishes the two.
   *
   * @param expectedVersion the version that the read of the record returned
   */
  record CompareAndSet(Key key, long expectedVersion, Value value) implements Write {
    @Override
    public OperationType type() {
      return OperationType.COMPARE_AND_SET;
    }
  }

  /**
   * The deletion of a record. If it is missing, the answer is {@link Outcome#NOT_FOUND}, if the
   * store detects it.
   */
  record Delete(Key key) implements Write {
    @Override
    public OperationType type() {
      return OperationType.DELETE;
    }
  }

  /**
   * A scan, YCSB's operation: reads up to {@code limit} records in key order, starting with the
   * first that is not below {@code start}. {@link Range} has keys only, counts and prefixes. The
   * answer is OK even if there are fewer, and {@link Outcome#NOT_FOUND} if there are none. The
   * binding must have received all records in full when it answers; it does not pass them on.
   *
   * @param start compared byte by byte, unsigned
   * @param limit at least 1
   * @param consistency how fresh the answer must be
   */
  record Scan(Key start, int limit, ReadConsistency consistency) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.SCAN;
    }

    @Override
    public Key key() {
      return start;
    }
  }

  /**
   * A read of a range of records, or only of their keys or their number, in one request. The answer
   * is OK even if there are fewer records than asked for, and {@link Outcome#NOT_FOUND} if there
   * are none. The binding must have received the whole answer when it completes the operation,
   * through {@code Completion.ranged} if the last key is available.
   *
   * @param keys which records
   * @param limit the max number of records; 0 for all. A count has no limit
   * @param content what to return of each record
   * @param descending whether in descending order of keys; the limit then counts from the end
   * @param consistency how fresh the answer must be
   */
  record Range(
      KeyRange keys,
      int limit,
      RangeContent content,
      boolean descending,
      ReadConsistency consistency,
      KeyCount known)
      implements Operation {

    /** A range with an unknown number of records. */
    public Range(
        KeyRange keys,
        int limit,
        RangeContent content,
        boolean descending,
        ReadConsistency consistency) {
      this(keys, limit, content, descending, consistency, KeyCount.UNKNOWN);
    }

    /** Returns how many records the answer must have, unless some were deleted. */
    public OptionalLong expected() {
      OptionalLong all = known.in(keys);
      return all.isEmpty() || limit == 0 ? all : OptionalLong.of(Math.min(limit, all.getAsLong()));
    }

    @Override
    public OperationType type() {
      return OperationType.RANGE;
    }

    @Override
    public @Nullable Key key() {
      return keys.bounds().start().orElse(null);
    }

    /** A prefix is not the key of a record. */
    @Override
    public boolean anyKey(Predicate<? super Key> test) {
      return keys instanceof KeyRange.Between between && between.start().filter(test).isPresent();
    }
  }

  /**
   * A transaction: several writes of different records that are applied atomically, all or none, if
   * all guards hold. If the record of one part is not in the expected state ({@link
   * Outcome#ALREADY_EXISTS}, {@link Outcome#NOT_FOUND}, {@link Outcome#CONFLICT}), nothing is
   * applied, and that outcome is the answer.
   *
   * @param parts at least one, each with a different key
   * @param snapshot a version of the whole store, as a {@link SnapshotRead} was answered with,
   *     after which none of the records to be written may have been written; 0 for no such
   *     condition
   */
  record Transaction(List<? extends Part> parts, long snapshot) implements Operation {
    public Transaction {
      parts = List.copyOf(parts);
      if (parts.isEmpty()) {
        throw new IllegalArgumentException("a transaction needs at least one part");
      }
    }

    /** A transaction whose writes do not depend on a version of the whole store. */
    public Transaction(List<? extends Part> parts) {
      this(parts, 0);
    }

    /** Returns the parts that change records, in order. */
    public List<Write> writes() {
      return parts.stream().filter(Write.class::isInstance).map(Write.class::cast).toList();
    }

    @Override
    public List<Write> written() {
      return writes();
    }

    @Override
    public Key key() {
      return parts.getFirst().key();
    }

    @Override
    public boolean anyKey(Predicate<? super Key> test) {
      return parts.stream().map(Part::key).anyMatch(test);
    }

    @Override
    public OperationType type() {
      return OperationType.TRANSACTION;
    }
  }

  /**
   * A read of several records in one transaction, as they were at one moment. Answered through
   * {@code Completion.scanned} with the number of records that were found.
   *
   * @param keys at least one, all different
   * @param consistency how fresh the answer must be
   */
  record ReadTransaction(List<Key> keys, ReadConsistency consistency) implements Operation {
    public ReadTransaction {
      keys = List.copyOf(keys);
      if (keys.isEmpty()) {
        throw new IllegalArgumentException("a transaction needs at least one key");
      }
    }

    @Override
    public OperationType type() {
      return OperationType.READ_TRANSACTION;
    }

    @Override
    public Key key() {
      return keys.getFirst();
    }

    @Override
    public boolean anyKey(Predicate<? super Key> test) {
      return keys.stream().anyMatch(test);
    }
  }

  /** An operation on locks and leases, which systems without these reject. */
  sealed interface Coordination extends Operation {}

  /** The kind of ownership that a {@link Lock} acquires, by the system's own recipe. */
  enum Ownership {
    LOCK,
    LEADERSHIP
  }

  /**
   * The acquisition of a lock or the leadership of an election: waits until the session is the only
   * owner. The session's ownership is bound to a lease that the binding keeps alive. Answered
   * through {@code Completion.granted} with a fencing token that is greater than that of every
   * owner before.
   *
   * @param timeToLive of the lease: how long the session remains the owner if it dies
   * @param patience how long to wait for the lock, after which the operation is a TIMEOUT; the
   *     binding's timeout applies to the store's answers only
   */
  record Lock(Key key, Ownership ownership, Duration timeToLive, Duration patience)
      implements Coordination {
    @Override
    public OperationType type() {
      return ownership == Ownership.LOCK ? OperationType.LOCK : OperationType.ELECT;
    }
  }

  /**
   * The release of a lock that the session owns; NOT_FOUND if it does not own it any more and the
   * store detects that. If this or the request for the lock fails, the binding must let the
   * session's lease end, since the lock may be held.
   */
  record Unlock(Lock lock) implements Coordination {
    @Override
    public OperationType type() {
      return lock.ownership() == Ownership.LOCK ? OperationType.UNLOCK : OperationType.RESIGN;
    }
  }

  /**
   * The end of the keepalives for the session's locks, without releasing them, as if the owner had
   * died. The session acquires its next lock with a new lease. OK at once.
   *
   * @param lock one that the session owns; all others that it owns are abandoned with it
   */
  record AbandonLock(Lock lock) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.ABANDON_LOCK;
    }
  }

  /**
   * An update that replaces the whole value of a record if the session still owns a lock; {@link
   * Outcome#CONFLICT} if it does not.
   */
  record FencedUpdate(Lock lock, Key key, Value value) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.FENCED_UPDATE;
    }

    @Override
    public List<Write> written() {
      return List.of(new Update(key, value));
    }
  }

  /**
   * The creation of a lease that the binding does not keep alive by itself. Answered through {@code
   * Completion.granted} with a handle for the following operations of this session.
   */
  record GrantLease(Duration timeToLive) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.LEASE_GRANT;
    }
  }

  /**
   * The creation or replacement of a record that disappears with a lease. Answered through {@code
   * Completion.granted} with a version for {@link AwaitExpiry}, or NOT_FOUND if the lease has
   * ended.
   */
  record AttachToLease(long lease, Key key, Value value) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.LEASE_ATTACH;
    }
  }

  /** An extension of a lease to its whole time to live; NOT_FOUND if it has ended. */
  record KeepLeaseAlive(long lease) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.LEASE_KEEPALIVE;
    }
  }

  /** A query of the remaining time to live of a lease; NOT_FOUND if it has ended. */
  record QueryLease(long lease) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.LEASE_TTL;
    }
  }

  /**
   * The revocation of a lease, and with it of the attached records; NOT_FOUND if it has ended and
   * the store detects that.
   */
  record RevokeLease(long lease) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.LEASE_REVOKE;
    }
  }

  /**
   * A wait until a record that was attached to a lease has disappeared.
   *
   * @param version the answer to the {@link AttachToLease}
   * @param limit how long to wait, in addition to the binding's timeout
   */
  record AwaitExpiry(long lease, Key key, long version, Duration limit) implements Coordination {
    @Override
    public OperationType type() {
      return OperationType.LEASE_AWAIT;
    }
  }

  /**
   * A write that watchers of its target report. Answered through {@code Completion.granted} with
   * the version that they report: greater than those of all earlier writes in the store. A store
   * without such versions answers through {@code Completion.succeeded}; its watchers report the
   * value.
   */
  sealed interface Watched extends Operation {
    /** Returns what the watchers watch. */
    WatchTarget target();
  }

  /**
   * A join of a group: creates a record that disappears with the lease. NOT_FOUND if the lease has
   * ended.
   *
   * @param lease one that the session was granted
   * @param member a name that no other member has
   */
  record JoinGroup(long lease, Key group, Key member, Value value)
      implements Coordination, Watched {
    @Override
    public OperationType type() {
      return OperationType.JOIN;
    }

    @Override
    public WatchTarget target() {
      return new WatchTarget.Group(group);
    }
  }

  /**
   * The removal of a member that joined with a lease of the session; NOT_FOUND if it is gone and
   * the store detects that.
   */
  record LeaveGroup(long lease, Key group, Key member) implements Coordination, Watched {
    @Override
    public OperationType type() {
      return OperationType.LEAVE;
    }

    @Override
    public WatchTarget target() {
      return new WatchTarget.Group(group);
    }
  }

  /** An update that watchers report: replaces the whole value of a record. */
  record WatchedUpdate(Key key, Value value) implements Watched {
    /** Values of at least this many bytes are distinct for each write. */
    public static final int DISTINCT = Long.BYTES;

    @Override
    public WatchTarget target() {
      return new WatchTarget.Single(key);
    }

    @Override
    public OperationType type() {
      return OperationType.WATCHED_UPDATE;
    }

    @Override
    public List<Write> written() {
      return List.of(new Update(key, value));
    }
  }

  /**
   * A watch of a record from an earlier write on, until a number of writes have been reported.
   *
   * @param version that of the first of these writes, as a {@link WatchedUpdate} was answered
   * @param writes at least 1
   */
  record ReplayWatch(Key key, long version, int writes) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.WATCH_REPLAY;
    }
  }

  /**
   * An operation on a connection of its own, which a session opens for one read in addition to the
   * shared ones. A session has one at a time. Systems without connections reject these operations.
   * After a failure, only {@link Disconnect} follows.
   */
  sealed interface OneShot extends Operation {}

  /**
   * A TCP connect to the next of the servers, in turn, without sending anything. A connection that
   * the session left open is closed.
   */
  record Connect() implements OneShot {
    @Override
    public OperationType type() {
      return OperationType.CONNECT;
    }
  }

  /**
   * A handshake: whatever a server requires before it takes a request over the connection, such as
   * TLS, the settings of the protocol, a session, authentication. OK at once if that is nothing.
   *
   * @param newSession whether to open a session that {@link Disconnect} closes. Otherwise the
   *     connection continues the session that the client keeps, if the system has sessions
   */
  record Handshake(boolean newSession) implements OneShot {
    @Override
    public OperationType type() {
      return OperationType.HANDSHAKE;
    }
  }

  /** A {@link Read} over the connection; answered in the same way. */
  record ReadOnce(Key key, ReadConsistency consistency) implements OneShot {
    @Override
    public OperationType type() {
      return OperationType.READ;
    }
  }

  /**
   * The end of the connection, after its session if the handshake opened one; OK if there is none.
   * The connection is closed even if this fails.
   */
  record Disconnect() implements OneShot {
    @Override
    public OperationType type() {
      return OperationType.DISCONNECT;
    }
  }

  /**
   * An update of a watched record: a watch is opened, then the value is written, and the operation
   * completes when the write is acknowledged and the watch has reported this very write. Opening
   * the watch is part of the operation's time.
   *
   * <p>If the watch has not reported an acknowledged write within the binding's timeout, the
   * operation ends with {@link ErrorKind#TIMEOUT}. If a watch fires only once, and did so for
   * another client's write, the answer is {@link Outcome#CONFLICT}, although the value is written.
   */
  record Watch(Key key, Value value) implements Operation {
    @Override
    public OperationType type() {
      return OperationType.WATCH;
    }

    @Override
    public List<Write> written() {
      return List.of(new Update(key, value));
    }
  }
}
