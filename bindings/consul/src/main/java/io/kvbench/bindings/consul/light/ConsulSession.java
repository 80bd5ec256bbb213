package io.kvbench.bindings.consul.light;

import io.kvbench.bindings.consul.api.Answers;
import io.kvbench.bindings.consul.api.Dialect;
import io.kvbench.bindings.consul.api.Ranges;
import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.api.ResponseHandler;
import io.kvbench.bindings.consul.api.Transactions;
import io.kvbench.bindings.consul.operation.Calls;
import io.kvbench.bindings.consul.operation.Leases;
import io.kvbench.bindings.consul.operation.Locks;
import io.kvbench.bindings.consul.options.ClientOptions;
import io.kvbench.bindings.consul.wire.Connection;
import io.kvbench.bindings.consul.wire.OneShot;
import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.Lazy;
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

/** A session that sends operations as requests on one connection. */
public final class ConsulSession implements Session {
  public static final String NO_SCAN = "no scan without consul.scan.prefixlength";
  private static final String NO_VERSION = "no record has a version below 1";

  static final String NO_RANGE = "the server takes no start key, limit, order or count of a range";
  private static final String NO_LOCKS = "cetcd's sessions are not those of Consul";
  public static final String NO_WATCH = "Consul's protocol has no watches";
  public static final String NO_CETCD_WATCHER = "cetcd's answer to a write has no version";
  private static final String NO_DELETE = "cetcd keeps the value of a deleted key";
  private static final String NO_TRANSACTION = "cetcd does not support transactions";

  public static final String NO_HISTORY = "Consul keeps no earlier versions";

  private final Connection connection;
  private final Dialect dialect;
  private final RecordKeys keys;
  private final int maxBodyBytes;
  private final OptionalInt scanPrefix;
  private final Calls calls;
  private final Lazy<OneShot> oneShot;
  private final Coordination coordination;

  public ConsulSession(
      Connection connection, ClientOptions options, PendingReleases releases, int client) {
    this.connection = connection;
    this.dialect = options.dialect();
    this.keys = options.keys();
    this.maxBodyBytes = options.maxBodyBytes();
    this.scanPrefix = options.scanPrefix();
    this.calls = new LightCalls(connection, options, releases);
    oneShot = new Lazy<>(() -> connection.oneShot(client));
    coordination =
        new Coordination(new Lazy<>(() -> new Locks(calls)), new Lazy<>(() -> new Leases(calls)));
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
      case Operation.SnapshotRead read -> completion.failed(ErrorKind.INVALID, NO_HISTORY);
      case Operation.ReplayWatch replay -> completion.failed(ErrorKind.INVALID, NO_HISTORY);
      case Operation.OneShot once -> oneShot.get().perform(once, this::readOnce, completion);
      case Operation.Coordination other when dialect == Dialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_LOCKS);
      case Operation.Coordination other -> coordination.submit(other, completion);
    }
  }

  private void readOnce(Operation.ReadOnce read, Completion completion) {
    byte[] path = path(read.key(), completion);
    if (path != null) {
      oneShot.get().read(path, read.consistency(), dialect.read(), completion);
    }
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

  /** Lists all records with a prefix, and counts those from the start on. */
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

  /** Returns the common prefix of a range's keys, or completes the operation and returns null. */
  public static @Nullable Key beginning(Operation.Range range, Completion completion) {
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

  /** Returns the common prefix of the keys of a scan's records. */
  public static Key beginning(Key key, int length) {
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

  /** For Consul, 0 means that the record must not exist, which is another operation. */
  public static boolean isVersion(long version, Completion completion) {
    boolean valid = version > 0;
    if (!valid) {
      completion.failed(ErrorKind.INVALID, NO_VERSION);
    }
    return valid;
  }

  private boolean fits(int bytes, String otherwise, Completion completion) {
    return fits(bytes, maxBodyBytes, otherwise, completion);
  }

  public static boolean fits(int bytes, int limit, String otherwise, Completion completion) {
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
      ResponseHandler handler,
      Completion completion) {
    if (body == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (fits(body.length, dialect.transactionTooLarge(), completion)) {
      connection.submit(connection.requests().transaction(body, consistency), handler, completion);
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
    oneShot.ifMade(OneShot::close);
    coordination.close();
  }
}
