package io.kvbench.bindings.consul;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
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

  static final String NO_WATCH = "Consul's protocol has no watches";
  private static final String NO_DELETE = "cetcd keeps the value of a deleted key";
  private static final String NO_TRANSACTION = "cetcd does not support transactions";

  private final Connection connection;
  private final Dialect dialect;
  private final RecordKeys keys;
  private final int maxBodyBytes;
  private final OptionalInt scanPrefix;

  ConsulSession(Connection connection, ClientOptions options) {
    this.connection = connection;
    this.dialect = options.dialect();
    this.keys = options.keys();
    this.maxBodyBytes = options.maxBodyBytes();
    this.scanPrefix = options.scanPrefix();
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
      case Operation.CompareAndSet change -> swap(change, completion);
      case Operation.Transaction transaction when dialect == Dialect.CETCD ->
          completion.failed(ErrorKind.INVALID, NO_TRANSACTION);
      case Operation.Transaction transaction -> transaction(transaction, completion);
      case Operation.Watch watch -> completion.failed(ErrorKind.INVALID, NO_WATCH);
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
    byte[] path = path(beginning(scan.start(), scanPrefix.getAsInt()), completion);
    if (path != null) {
      connection.submit(
          connection.requests().scan(path, scan.consistency()),
          (answer, told) -> Scans.scanned(answer, start, scan.limit(), told),
          completion);
    }
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
        && isVersion(change, completion)
        && fits(change.value().size(), dialect.valueTooLarge(), completion)) {
      connection.submit(
          connection.requests().swap(path, change.expectedVersion(), change.value()),
          dialect.swapped(),
          completion);
    }
  }

  /** To Consul, 0 means that the record must not be there: another operation. */
  static boolean isVersion(Operation.CompareAndSet change, Completion completion) {
    boolean valid = change.expectedVersion() > 0;
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
    for (Operation.Write write : transaction.writes()) {
      if (write instanceof Operation.CompareAndSet change && !isVersion(change, completion)) {
        return;
      }
    }
    byte[] body = Transactions.encode(transaction, keys);
    if (body == null) {
      completion.failed(ErrorKind.INVALID, keys.complaint());
    } else if (fits(body.length, dialect.transactionTooLarge(), completion)) {
      connection.submit(connection.requests().transaction(body), Answers::committed, completion);
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
}
