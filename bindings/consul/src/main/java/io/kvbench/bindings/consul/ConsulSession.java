package io.kvbench.bindings.consul;

import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Turns operations into requests on one connection. */
final class ConsulSession implements Session {
  static final String NO_SCAN = "no scan without consul.scan.prefixlength";
  private static final String NO_VERSION = "no record has a version below 1";

  static final String NO_RANGE = "the server takes no start key, limit, order or count of a range";
  private static final String NO_LOCKS = "cetcd's sessions are not those of Consul";
  static final String NO_WATCH = "Consul's protocol has no watches";
  private static final String NO_SESSION = "connections have no sessions of their own";
  static final String NO_CETCD_WATCHER = "cetcd's answer to a write has no version";
  static final String NO_LIBRARY_WATCHER = "kvbench has no watchers through consul-client";
  private static final String NO_DELETE = "cetcd keeps the value of a deleted key";
  private static final String NO_TRANSACTION = "cetcd does not support transactions";

  static final String NO_HISTORY = "Consul keeps no earlier versions to watch from";

  private final Connection connection;
  private final Dialect dialect;
  private final RecordKeys keys;
  private final int maxBodyBytes;
  private final OptionalInt scanPrefix;
  private final Calls calls;
  private final int client;

  private @Nullable Locks locks;
  private @Nullable Leases leases;
  private @Nullable OneShot oneShot;

  ConsulSession(
      Connection connection, ClientOptions options, PendingReleases releases, int client) {
    this.connection = connection;
    this.dialect = options.dialect();
    this.keys = options.keys();
    this.maxBodyBytes = options.maxBodyBytes();
    this.scanPrefix = options.scanPrefix();
    this.client = client;
    this.calls = new Calls(connection, options, releases);
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> put(insert.key(), insert.value(), completion);
      case Operation.Read read -> read(read, completion);
      case Operation.Update update -> put(update.key(), update.value(), completion);
      case Operation.Delete delete when dialect == Dialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_DELETE);
      case Operation.Delete delete -> delete(delete, completion);
      case Operation.Scan scan -> scan(scan, completion);
      case Operation.Range range -> range(range, completion);
      case Operation.CompareAndSet change -> swap(change, completion);
      case Operation.Transaction transaction when dialect == Dialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_TRANSACTION);
      case Operation.Transaction transaction -> transaction(transaction, completion);
      case Operation.ReadTransaction transaction when dialect == Dialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_TRANSACTION);
      case Operation.ReadTransaction transaction ->
          transaction(
              Transactions.encode(transaction, keys),
              transaction.consistency(),
              (answer, told) -> Answers.readTogether(answer, transaction.keys().size(), told),
              completion);
      case Operation.Watch watch -> completion.failed(ErrorKind.INVALID, NO_WATCH);
      case Operation.WatchedUpdate update when dialect == Dialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_CETCD_WATCHER);
      case Operation.WatchedUpdate update -> update(update, completion);
      case Operation.ReplayWatch replay -> completion.failed(ErrorKind.INVALID, NO_HISTORY);
      case Operation.OneShot operationOnce -> once(operationOnce, completion);
      case Operation.Coordination other when dialect == Dialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_LOCKS);
      case Operation.Coordination coordination -> coordinate(coordination, completion);
    }
  }

  private void once(Operation.OneShot operation, Completion completion) {
    OneShot own = oneShot();
    switch (operation) {
      case Operation.Connect connect -> own.connect(completion);
      case Operation.Handshake handshake when handshake.newSession() ->
          completion.failed(ErrorKind.INVALID, NO_SESSION);
      case Operation.Handshake handshake -> own.handshake(false, completion);
      case Operation.ReadOnce read -> {
        byte[] path = path(read.key(), completion);
        if (path != null) {
          own.read(path, read.consistency(), dialect.read(), completion);
        }
      }
      case Operation.Disconnect disconnect -> own.disconnect(completion);
    }
  }

  private void coordinate(Operation.Coordination operation, Completion completion) {
    switch (operation) {
      case Operation.Lock lock -> locks().acquire(lock, completion);
      case Operation.Unlock unlock -> locks().release(unlock.lock(), completion);
      case Operation.AbandonLock abandon -> locks().abandon(completion);
      case Operation.FencedUpdate update -> locks().update(update, completion);
      case Operation.GrantLease grant -> leases().grant(grant.timeToLive(), completion);
      case Operation.AttachToLease attach -> leases().attach(attach, completion);
      case Operation.KeepLeaseAlive keep -> leases().keepAlive(keep.lease(), completion);
      case Operation.QueryLease query -> completion.failed(ErrorKind.INVALID, Leases.NO_TIME_LEFT);
      case Operation.RevokeLease revoke -> leases().revoke(revoke.lease(), completion);
      case Operation.AwaitExpiry await -> leases().awaitExpiry(await, completion);
      case Operation.JoinGroup join -> leases().join(join, completion);
      case Operation.LeaveGroup leave -> leases().leave(leave, completion);
    }
  }

  /** Most clients have no locks. */
  private Locks locks() {
    Locks known = locks;
    if (known == null) {
      known = new Locks(calls);
      locks = known;
    }
    return known;
  }

  private OneShot oneShot() {
    OneShot known = oneShot;
    if (known == null) {
      known = connection.oneShot(client);
      oneShot = known;
    }
    return known;
  }

  private Leases leases() {
    Leases known = leases;
    if (known == null) {
      known = new Leases(calls);
      leases = known;
    }
    return known;
  }

  private void put(Key key, Value value, Completion completion) {
    byte[] path = path(key, completion);
    if (path != null && fits(value.size(), dialect.valueTooLarge(), completion)) {
      connection.submit(connection.requests().put(path, value), dialect.changed(), completion);
    }
  }

  private void read(Operation.Read read, Completion completion) {
    byte[] path = path(read.key(), completion);
    if (path != null) {
      connection.submit(
          connection.requests().get(path, read.consistency()), dialect.read(), completion);
    }
  }

  private void scan(Operation.Scan scan, Completion completion) {
    if (scanPrefix.isEmpty()) {
      completion.failed(ErrorKind.INVALID, NO_SCAN);
      return;
    }
    String start = keys.text(scan.start());
    if (start == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
      return;
    }
    Key beginning = beginning(scan.start(), scanPrefix.getAsInt());
    list(beginning, false, scan.consistency(), start, scan.limit(), completion);
  }

  private void range(Operation.Range range, Completion completion) {
    Key beginning = beginning(range, completion);
    if (beginning != null) {
      boolean keysOnly = range.content() == RangeContent.KEYS;
      list(beginning, keysOnly, range.consistency(), "", Integer.MAX_VALUE, completion);
    }
  }

  /** Asks for all records that begin with a key, and counts those from the start on. */
  private void list(
      Key beginning,
      boolean keysOnly,
      ReadConsistency consistency,
      String start,
      int limit,
      Completion completion) {
    byte[] path = path(beginning, completion);
    if (path != null) {
      connection.submit(
          connection.requests().range(path, keysOnly, consistency),
          (answer, told) -> Ranges.listed(dialect, answer, start, limit, told),
          completion);
    }
  }

  /** Returns what the keys of a range begin with, or completes the operation and returns null. */
  static @Nullable Key beginning(Operation.Range range, Completion completion) {
    boolean whole =
        range.limit() == 0 && !range.descending() && range.content() != RangeContent.COUNT;
    if (whole && range.keys() instanceof KeyRange.All) {
      return Key.of("");
    }
    if (whole && range.keys() instanceof KeyRange.Prefix(Key prefix)) {
      return prefix;
    }
    completion.failed(ErrorKind.INVALID, NO_RANGE);
    return null;
  }

  /** Returns what the keys of a scan's records begin with. */
  static Key beginning(Key key, int length) {
    byte[] bytes = key.toByteArray();
    return Key.of(Arrays.copyOf(bytes, Math.min(bytes.length, length)));
  }

  private void delete(Operation.Delete delete, Completion completion) {
    byte[] path = path(delete.key(), completion);
    if (path != null) {
      connection.submit(connection.requests().delete(path), Answers::changed, completion);
    }
  }

  private void swap(Operation.CompareAndSet change, Completion completion) {
    byte[] path = path(change.key(), completion);
    if (path != null
        && isVersion(change.expectedVersion(), completion)
        && fits(change.value().size(), dialect.valueTooLarge(), completion)) {
      connection.submit(
          connection.requests().swap(path, change.expectedVersion(), change.value()),
          dialect.swapped(),
          completion);
    }
  }

  /** To Consul, 0 means that the record must not be there: another operation. */
  static boolean isVersion(long version, Completion completion) {
    boolean valid = version > 0;
    if (!valid) {
      completion.failed(ErrorKind.INVALID, NO_VERSION);
    }
    return valid;
  }

  private boolean fits(int bytes, String otherwise, Completion completion) {
    return fits(bytes, maxBodyBytes, otherwise, completion);
  }

  static boolean fits(int bytes, int limit, String otherwise, Completion completion) {
    boolean fits = bytes <= limit;
    if (!fits) {
      completion.failed(ErrorKind.TOO_LARGE, otherwise);
    }
    return fits;
  }

  private void transaction(Operation.Transaction transaction, Completion completion) {
    for (Operation.Part part : transaction.parts()) {
      if ((part instanceof Operation.CompareAndSet(Key key, long version, Value value)
              && !isVersion(version, completion))
          || (part instanceof Operation.Guard(Key guarded, long expected)
              && !isVersion(expected, completion))) {
        return;
      }
    }
    transaction(
        Transactions.encode(transaction, keys),
        ReadConsistency.DEFAULT,
        Answers::committed,
        completion);
  }

  private void update(Operation.WatchedUpdate update, Completion completion) {
    String key = keys.text(update.key());
    transaction(
        key == null ? null : Transactions.update(key, update.value()),
        ReadConsistency.DEFAULT,
        Answers::written,
        completion);
  }

  private void transaction(
      byte @Nullable [] body,
      ReadConsistency consistency,
      Exchange.Meaning meaning,
      Completion completion) {
    if (body == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (fits(body.length, dialect.transactionTooLarge(), completion)) {
      connection.submit(connection.requests().transaction(body, consistency), meaning, completion);
    }
  }

  /** Returns the key's part of the URL, or completes the operation and returns null. */
  private byte @Nullable [] path(Key key, Completion completion) {
    byte[] path = keys.of(key);
    if (path == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    }
    return path;
  }

  @Override
  public Optional<String> server() {
    return Optional.of(connection.endpoint().toString());
  }

  @Override
  public void recover(Duration limit) throws InterruptedException {
    connection.awaitUsable(limit);
  }

  @Override
  public void close() {
    calls.close();
    if (oneShot != null) {
      oneShot.close();
    }
    if (locks != null) {
      locks.close();
    }
    if (leases != null) {
      leases.close();
    }
  }
}
