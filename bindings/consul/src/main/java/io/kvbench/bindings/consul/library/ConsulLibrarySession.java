package io.kvbench.bindings.consul.library;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.ConsulTransactions;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.library.LibraryClient.ReadOptions;
import io.kvbench.bindings.consul.library.LibraryClient.Stored;
import io.kvbench.bindings.consul.library.LibraryClient.TransactionStep;
import io.kvbench.bindings.consul.library.LibraryClient.WriteCondition;
import io.kvbench.bindings.consul.operation.ConsulCoordinationCalls;
import io.kvbench.bindings.consul.operation.ConsulLeases;
import io.kvbench.bindings.consul.operation.Locks;
import io.kvbench.bindings.consul.operation.RequestChecks;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.Lazy;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.BlockingSession;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session that uses consul-client, as applications do: its calls block the caller. */
public final class ConsulLibrarySession extends BlockingSession {
  private static final ConsulFailure NOT_DONE =
      ConsulFailure.other("the server answered false: it did not");

  private static final ConsulFailure OVERTAKEN =
      ConsulFailure.other("another write followed before the version of this one was read");

  private final ConsulLibraryConnection connection;
  private final ConsulClientOptions options;
  private final Coordination coordination;

  public ConsulLibrarySession(
      ConsulLibraryConnection connection, ConsulClientOptions options, PendingReleases releases) {
    this.connection = connection;
    this.options = options;
    ConsulCoordinationCalls calls = new ConsulLibraryCalls(connection, options, releases);
    this.coordination =
        new Coordination(
            new Lazy<>(() -> new Locks(calls)), new Lazy<>(() -> new ConsulLeases(calls)));
  }

  @Override
  protected void perform(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> put(insert.key(), insert.value(), completion);
      case Operation.Update update -> put(update.key(), update.value(), completion);
      case Operation.Read read -> read(read, completion);
      case Operation.CompareAndSet change -> swap(change, completion);
      case Operation.Delete deletion -> delete(deletion, completion);
      case Operation.Scan scan -> scan(scan, completion);
      case Operation.Range range -> range(range, completion);
      case Operation.Transaction transaction ->
          completion.failed(ErrorKind.INVALID, ConsulLibraryCalls.TEXT);
      case Operation.ReadTransaction transaction -> read(transaction, completion);
      case Operation.Watch watch -> completion.failed(ErrorKind.INVALID, RequestChecks.NO_WATCH);
      case Operation.WatchedUpdate update -> update(update, completion);
      case Operation.SnapshotRead read ->
          completion.failed(ErrorKind.INVALID, RequestChecks.NO_HISTORY);
      case Operation.ReplayWatch replay ->
          completion.failed(ErrorKind.INVALID, RequestChecks.NO_HISTORY);
      case Operation.OneShot other ->
          completion.failed(ErrorKind.INVALID, "client=library has no one-shot reads");
      case Operation.FencedUpdate update ->
          completion.failed(ErrorKind.INVALID, ConsulLibraryCalls.TEXT);
      case Operation.Coordination other -> coordination.submit(other, completion);
    }
  }

  private void put(Key key, Value value, Completion completion) {
    String text = text(key, completion);
    if (text != null && fits(value, completion)) {
      connection.send(client -> changed(client.put(text, value.toByteArray(), 0)), completion);
    }
  }

  private static Consumer<Completion> changed(boolean done) {
    return done ? told -> told.succeeded(Outcome.OK) : told -> NOT_DONE.tell(told);
  }

  /** The answer to a put has no index; the flags show whether the record is from this write. */
  private void update(Operation.WatchedUpdate update, Completion completion) {
    String text = text(update.key(), completion);
    if (text != null && fits(update.value(), completion)) {
      long flags = ConsulLibraryCalls.flags();
      connection.send(
          client -> {
            if (!client.put(text, update.value().toByteArray(), flags)) {
              return changed(false);
            }
            return client
                .get(text, ReadOptions.PLAIN)
                .filter(record -> record.flags() == flags)
                .<Consumer<Completion>>map(record -> told -> told.granted(record.index()))
                .orElse(told -> OVERTAKEN.tell(told));
          },
          completion);
    }
  }

  private void read(Operation.Read read, Completion completion) {
    String text = text(read.key(), completion);
    if (text != null) {
      ReadOptions options = ReadOptions.of(read.consistency());
      connection.send(client -> found(client, text, options), completion);
    }
  }

  private static Consumer<Completion> found(LibraryClient client, String key, ReadOptions options) {
    return client
        .get(key, options)
        .<Consumer<Completion>>map(
            record -> {
              byte[] value = record.value();
              long index = record.index();
              return told -> told.found(ByteBuffer.wrap(value), index, index, 0);
            })
        .orElse(told -> told.succeeded(Outcome.NOT_FOUND));
  }

  private void read(Operation.ReadTransaction transaction, Completion completion) {
    List<TransactionStep> gets = new ArrayList<>(transaction.keys().size());
    for (Key key : transaction.keys()) {
      String text = text(key, completion);
      if (text == null) {
        return;
      }
      gets.add(TransactionStep.of("get", text));
    }
    connection.send(client -> found(client, gets, transaction), completion);
  }

  private static Consumer<Completion> found(
      LibraryClient client, List<TransactionStep> gets, Operation.ReadTransaction transaction) {
    List<Key> wanted = transaction.keys();
    try {
      List<? extends List<? extends Stored>> results =
          client.transact(gets, transaction.consistency());
      return told -> {
        FoundRecords records = told.receiver();
        if (records != null && results.size() == wanted.size()) {
          for (int index = 0; index < results.size(); index++) {
            Key key = wanted.get(index);
            results.get(index).forEach(record -> passOn(key, record, records));
          }
        }
        told.scanned(results.size());
      };
    } catch (RuntimeException e) {
      if (LibraryErrors.hasStatus(e, HttpAnswer.CONFLICT)
          && ConsulTransactions.isOfNone(String.valueOf(e.getMessage()))) {
        return told -> told.succeeded(Outcome.NOT_FOUND);
      }
      throw e;
    }
  }

  private static void passOn(Key key, Stored record, FoundRecords records) {
    records.found(key, ByteBuffer.wrap(record.value()), record.index());
  }

  /** Completes a range with records, which are passed on if they are needed. */
  private Consumer<Completion> scanned(List<? extends Stored> found) {
    return told -> {
      FoundRecords records = told.receiver();
      if (records != null) {
        int prefix = options.keys().prefix().length();
        found.stream()
            .filter(record -> Key.isKey(record.key()))
            .forEach(record -> passOn(Key.of(record.key().substring(prefix)), record, records));
      }
      told.scanned(found.size());
    };
  }

  private void swap(Operation.CompareAndSet change, Completion completion) {
    String text = text(change.key(), completion);
    if (text != null
        && RequestChecks.isVersion(change.expectedVersion(), completion)
        && fits(change.value(), completion)) {
      WriteCondition unchanged = WriteCondition.unchanged(change.expectedVersion());
      connection.send(
          client -> {
            boolean done = client.put(text, change.value().toByteArray(), unchanged);
            return told -> told.succeeded(done ? Outcome.OK : Outcome.CONFLICT);
          },
          completion);
    }
  }

  /** consul-client does not report the result. */
  private void delete(Operation.Delete deletion, Completion completion) {
    String text = text(deletion.key(), completion);
    if (text != null) {
      connection.send(
          client -> {
            client.delete(text);
            return told -> told.succeeded(Outcome.OK);
          },
          completion);
    }
  }

  private void scan(Operation.Scan scan, Completion completion) {
    Key prefix = RequestChecks.beginning(scan, options.scanPrefix(), completion);
    String start = prefix == null ? null : text(scan.start(), completion);
    if (prefix != null && start != null) {
      String beginning = options.keys().text(prefix);
      connection.send(
          client ->
              scanned(
                  client
                      .list(String.valueOf(beginning), ReadOptions.of(scan.consistency()))
                      .stream()
                      .filter(record -> record.key().compareTo(start) >= 0)
                      .limit(scan.limit())
                      .toList()),
          completion);
    }
  }

  private void range(Operation.Range range, Completion completion) {
    Key beginning = RequestChecks.beginning(range, completion);
    String prefix = beginning == null ? null : text(beginning, completion);
    if (prefix != null) {
      ReadOptions options = ReadOptions.of(range.consistency());
      connection.send(
          client -> {
            if (range.content() == RangeContent.KEYS) {
              int records = countKeys(client, prefix, options);
              return told -> told.scanned(records);
            }
            return scanned(client.list(prefix, options));
          },
          completion);
    }
  }

  /** If there are none, consul-client throws. */
  private static int countKeys(LibraryClient client, String prefix, ReadOptions options) {
    try {
      return client.countKeys(prefix, options);
    } catch (RuntimeException e) {
      if (LibraryErrors.hasStatus(e, HttpAnswer.NOT_FOUND)) {
        return 0;
      }
      throw e;
    }
  }

  private boolean fits(Value value, Completion completion) {
    return RequestChecks.fits(value.size(), options, completion);
  }

  /** Returns the key with the prefix, or completes the operation and returns null. */
  private @Nullable String text(Key key, Completion completion) {
    String text = options.keys().text(key);
    if (text == null) {
      completion.failed(ErrorKind.INVALID, options.keys().complaint());
    } else if (text.startsWith("/")) {
      completion.failed(
          ErrorKind.INVALID, "consul-client removes the slash that this key begins with");
      return null;
    }
    return text;
  }

  @Override
  protected ErrorKind errorKind(Exception exception) {
    return ErrorKind.OTHER;
  }

  @Override
  public void close() {
    coordination.close();
  }

  @Override
  public Optional<String> server() {
    return Optional.of(connection.endpoint().toString());
  }

  @Override
  public void recover(Duration limit) throws InterruptedException {
    connection.recover(limit);
  }
}
