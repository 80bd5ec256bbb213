package io.kvbench.bindings.consul.light;

import io.kvbench.bindings.consul.api.ConsulAnswers;
import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.api.ConsulTransactions;
import io.kvbench.bindings.consul.api.Ranges;
import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.api.ResponseHandler;
import io.kvbench.bindings.consul.operation.ConsulCoordinationCalls;
import io.kvbench.bindings.consul.operation.ConsulLeases;
import io.kvbench.bindings.consul.operation.Locks;
import io.kvbench.bindings.consul.operation.RequestChecks;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.wire.ConsulConnection;
import io.kvbench.bindings.consul.wire.ConsulOneShot;
import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.Lazy;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A session that sends operations as requests on one connection. */
public final class ConsulSession implements Session {
  private static final String NO_LOCKS = "cetcd's sessions are not those of Consul";
  public static final String NO_CETCD_WATCHER = "cetcd's answer to a write has no version";
  private static final String NO_DELETE = "cetcd keeps the value of a deleted key";
  private static final String NO_TRANSACTION = "cetcd does not support transactions";

  private final ConsulConnection connection;
  private final ConsulDialect dialect;
  private final RecordKeys keys;
  private final ConsulClientOptions options;
  private final ConsulCoordinationCalls calls;
  private final Lazy<ConsulOneShot> oneShot;
  private final Coordination coordination;

  public ConsulSession(
      ConsulConnection connection,
      ConsulClientOptions options,
      PendingReleases releases,
      int client) {
    this.connection = connection;
    this.dialect = options.dialect();
    this.keys = options.keys();
    this.options = options;
    this.calls = new ConsulLightCalls(connection, options, releases);
    oneShot = new Lazy<>(() -> connection.oneShot(client));
    coordination =
        new Coordination(
            new Lazy<>(() -> new Locks(calls)), new Lazy<>(() -> new ConsulLeases(calls)));
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> put(insert.key(), insert.value(), completion);
      case Operation.Read read -> read(read, completion);
      case Operation.Update update -> put(update.key(), update.value(), completion);
      case Operation.Delete delete when dialect == ConsulDialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_DELETE);
      case Operation.Delete delete -> delete(delete, completion);
      case Operation.Scan scan -> scan(scan, completion);
      case Operation.Range range -> range(range, completion);
      case Operation.CompareAndSet change -> swap(change, completion);
      case Operation.Transaction transaction when dialect == ConsulDialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_TRANSACTION);
      case Operation.Transaction transaction -> transaction(transaction, completion);
      case Operation.ReadTransaction transaction when dialect == ConsulDialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_TRANSACTION);
      case Operation.ReadTransaction transaction ->
          transaction(
              ConsulTransactions.encode(transaction, keys),
              transaction.consistency(),
              (answer, told) -> ConsulAnswers.readTogether(answer, transaction.keys(), told),
              completion);
      case Operation.Watch watch -> completion.failed(ErrorKind.INVALID, RequestChecks.NO_WATCH);
      case Operation.WatchedUpdate update when dialect == ConsulDialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_CETCD_WATCHER);
      case Operation.WatchedUpdate update -> update(update, completion);
      case Operation.SnapshotRead read ->
          completion.failed(ErrorKind.INVALID, RequestChecks.NO_HISTORY);
      case Operation.ReplayWatch replay ->
          completion.failed(ErrorKind.INVALID, RequestChecks.NO_HISTORY);
      case Operation.OneShot once -> oneShot.get().perform(once, this::readOnce, completion);
      case Operation.Coordination other when dialect == ConsulDialect.CETCD ->
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
    if (path != null && RequestChecks.fits(value.size(), options, completion)) {
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
    Key beginning = RequestChecks.beginning(scan, options.scanPrefix(), completion);
    if (beginning == null) {
      return;
    }
    String start = keys.text(scan.start());
    if (start == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else {
      list(beginning, false, scan.consistency(), start, scan.limit(), completion);
    }
  }

  private void range(Operation.Range range, Completion completion) {
    Key beginning = RequestChecks.beginning(range, completion);
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
          (answer, told) -> Ranges.listed(dialect, answer, keys.prefix(), start, limit, told),
          completion);
    }
  }

  private void delete(Operation.Delete delete, Completion completion) {
    byte[] path = path(delete.key(), completion);
    if (path != null) {
      connection.submit(connection.requests().delete(path), ConsulAnswers::changed, completion);
    }
  }

  private void swap(Operation.CompareAndSet change, Completion completion) {
    byte[] path = path(change.key(), completion);
    if (path != null
        && RequestChecks.isVersion(change.expectedVersion(), completion)
        && RequestChecks.fits(change.value().size(), options, completion)) {
      connection.submit(
          connection.requests().swap(path, change.expectedVersion(), change.value()),
          dialect.swapped(),
          completion);
    }
  }

  private void transaction(Operation.Transaction transaction, Completion completion) {
    for (Operation.Part part : transaction.parts()) {
      if ((part instanceof Operation.CompareAndSet(Key key, long version, Value value)
              && !RequestChecks.isVersion(version, completion))
          || (part instanceof Operation.Guard(Key guarded, long expected)
              && !RequestChecks.isVersion(expected, completion))) {
        return;
      }
    }
    transaction(
        ConsulTransactions.encode(transaction, keys),
        ReadConsistency.DEFAULT,
        ConsulAnswers::committed,
        completion);
  }

  private void update(Operation.WatchedUpdate update, Completion completion) {
    String key = keys.text(update.key());
    transaction(
        key == null ? null : ConsulTransactions.update(key, update.value()),
        ReadConsistency.DEFAULT,
        ConsulAnswers::written,
        completion);
  }

  private void transaction(
      byte @Nullable [] body,
      ReadConsistency consistency,
      ResponseHandler handler,
      Completion completion) {
    if (body == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (RequestChecks.fits(body, options, completion)) {
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
    oneShot.ifMade(ConsulOneShot::close);
    coordination.close();
  }
}
