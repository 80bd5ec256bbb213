package io.kvbench.bindings.consul.library;

import com.orbitz.consul.ConsulException;
import com.orbitz.consul.KeyValueClient;
import com.orbitz.consul.model.kv.ImmutableOperation;
import com.orbitz.consul.model.kv.Verb;
import com.orbitz.consul.option.ConsistencyMode;
import com.orbitz.consul.option.DeleteOptions;
import com.orbitz.consul.option.ImmutableDeleteOptions;
import com.orbitz.consul.option.ImmutablePutOptions;
import com.orbitz.consul.option.ImmutableQueryOptions;
import com.orbitz.consul.option.ImmutableTransactionOptions;
import com.orbitz.consul.option.PutOptions;
import com.orbitz.consul.option.QueryOptions;
import com.orbitz.consul.option.TransactionOptions;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.ConsulTransactions;
import io.kvbench.bindings.consul.api.HttpAnswer;
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
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session that uses consul-client, as applications do: its calls block the caller. */
public final class ConsulLibrarySession extends BlockingSession {
  private static final ConsulFailure NOT_DONE =
      ConsulFailure.other("the server answered false: it did not");

  private static final ConsulFailure OVERTAKEN =
      ConsulFailure.other("another write followed before the version of this one was read");

  static final String TEXT = "consul-client sends values of transactions as text";

  private final ConsulLibraryConnection connection;
  private final ConsulClientOptions options;
  private final Coordination coordination;
  private final PutOptions put;
  private final DeleteOptions delete;
  private final QueryOptions defaultRead;
  private final QueryOptions consistentRead;
  private final QueryOptions staleRead;

  public ConsulLibrarySession(
      ConsulLibraryConnection connection, ConsulClientOptions options, PendingReleases releases) {
    this.connection = connection;
    this.options = options;
    ConsulCoordinationCalls calls = new ConsulLibraryCalls(connection, options, releases);
    this.coordination =
        new Coordination(
            new Lazy<>(() -> new Locks(calls)), new Lazy<>(() -> new ConsulLeases(calls)));
    this.put = ImmutablePutOptions.builder().dc(options.datacenter()).build();
    this.delete = ImmutableDeleteOptions.builder().datacenter(options.datacenter()).build();
    this.defaultRead = query(options.datacenter(), Optional.empty());
    this.consistentRead = query(options.datacenter(), Optional.of(ConsistencyMode.CONSISTENT));
    this.staleRead = query(options.datacenter(), Optional.of(ConsistencyMode.STALE));
  }

  public static QueryOptions query(Optional<String> datacenter, Optional<ConsistencyMode> mode) {
    return ImmutableQueryOptions.builder()
        .datacenter(datacenter)
        .consistencyMode(mode.orElse(ConsistencyMode.DEFAULT))
        .build();
  }

  private QueryOptions query(ReadConsistency consistency) {
    return switch (consistency) {
      case DEFAULT -> defaultRead;
      case LINEARIZABLE -> consistentRead;
      case STALE -> staleRead;
    };
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
      case Operation.Transaction transaction -> completion.failed(ErrorKind.INVALID, TEXT);
      case Operation.ReadTransaction transaction -> read(transaction, completion);
      case Operation.Watch watch -> completion.failed(ErrorKind.INVALID, RequestChecks.NO_WATCH);
      case Operation.WatchedUpdate update -> update(update, completion);
      case Operation.SnapshotRead read ->
          completion.failed(ErrorKind.INVALID, RequestChecks.NO_HISTORY);
      case Operation.ReplayWatch replay ->
          completion.failed(ErrorKind.INVALID, RequestChecks.NO_HISTORY);
      case Operation.OneShot other ->
          completion.failed(ErrorKind.INVALID, "client=library has no one-shot reads");
      case Operation.FencedUpdate update -> completion.failed(ErrorKind.INVALID, TEXT);
      case Operation.Coordination other -> coordination.submit(other, completion);
    }
  }

  private void put(Key key, Value value, Completion completion) {
    String text = text(key, completion);
    if (text != null && fits(value, completion)) {
      connection.send(
          keys -> changed(keys.putValue(text, value.toByteArray(), 0, put)), completion);
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
          keys -> {
            if (!keys.putValue(text, update.value().toByteArray(), flags, put)) {
              return changed(false);
            }
            return keys.getValue(text, defaultRead)
                .filter(record -> record.getFlags() == flags)
                .<Consumer<Completion>>map(record -> told -> told.granted(record.getModifyIndex()))
                .orElse(told -> OVERTAKEN.tell(told));
          },
          completion);
    }
  }

  private void read(Operation.Read read, Completion completion) {
    String text = text(read.key(), completion);
    if (text != null) {
      connection.send(keys -> found(keys, text, query(read.consistency())), completion);
    }
  }

  private static Consumer<Completion> found(KeyValueClient keys, String key, QueryOptions query) {
    return keys.getValue(key, query)
        .<Consumer<Completion>>map(
            record -> {
              byte[] value = record.getValueAsBytes().orElse(new byte[0]);
              long index = record.getModifyIndex();
              return told -> told.found(ByteBuffer.wrap(value), index, index, 0);
            })
        .orElse(told -> told.succeeded(Outcome.NOT_FOUND));
  }

  private void read(Operation.ReadTransaction transaction, Completion completion) {
    List<ImmutableOperation> gets = new ArrayList<>(transaction.keys().size());
    for (Key key : transaction.keys()) {
      String text = text(key, completion);
      if (text == null) {
        return;
      }
      gets.add(ImmutableOperation.builder().verb(Verb.GET.toValue()).key(text).build());
    }
    TransactionOptions together =
        ImmutableTransactionOptions.builder()
            .datacenter(options.datacenter())
            .consistencyMode(query(transaction.consistency()).getConsistencyMode())
            .build();
    connection.send(keys -> found(keys, together, gets, transaction.keys()), completion);
  }

  private static Consumer<Completion> found(
      KeyValueClient keys,
      TransactionOptions options,
      List<ImmutableOperation> gets,
      List<Key> wanted) {
    try {
      List<Map<String, com.orbitz.consul.model.kv.Value>> results =
          keys.performTransaction(options, gets.toArray(ImmutableOperation[]::new))
              .getResponse()
              .results();
      return told -> {
        FoundRecords records = told.receiver();
        if (records != null && results.size() == wanted.size()) {
          for (int index = 0; index < results.size(); index++) {
            Key key = wanted.get(index);
            results.get(index).values().forEach(record -> passOn(key, record, records));
          }
        }
        told.scanned(results.size());
      };
    } catch (ConsulException e) {
      if (e.getCode() == HttpAnswer.CONFLICT
          && ConsulTransactions.isOfNone(String.valueOf(e.getMessage()))) {
        return told -> told.succeeded(Outcome.NOT_FOUND);
      }
      throw e;
    }
  }

  private static void passOn(
      Key key, com.orbitz.consul.model.kv.Value record, FoundRecords records) {
    byte[] value = record.getValueAsBytes().orElse(new byte[0]);
    records.found(key, ByteBuffer.wrap(value), record.getModifyIndex());
  }

  /** Completes a range with records, which are passed on if they are needed. */
  private Consumer<Completion> scanned(List<com.orbitz.consul.model.kv.Value> found) {
    return told -> {
      FoundRecords records = told.receiver();
      if (records != null) {
        int prefix = options.keys().prefix().length();
        found.stream()
            .filter(record -> Key.isKey(record.getKey()))
            .forEach(record -> passOn(Key.of(record.getKey().substring(prefix)), record, records));
      }
      told.scanned(found.size());
    };
  }

  private void swap(Operation.CompareAndSet change, Completion completion) {
    String text = text(change.key(), completion);
    if (text != null
        && RequestChecks.isVersion(change.expectedVersion(), completion)
        && fits(change.value(), completion)) {
      PutOptions unchanged =
          ImmutablePutOptions.builder().from(put).cas(change.expectedVersion()).build();
      connection.send(
          keys -> {
            boolean done = keys.putValue(text, change.value().toByteArray(), 0, unchanged);
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
          keys -> {
            keys.deleteKey(text, delete);
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
          keys ->
              scanned(
                  keys.getValues(String.valueOf(beginning), query(scan.consistency())).stream()
                      .filter(record -> record.getKey().compareTo(start) >= 0)
                      .limit(scan.limit())
                      .toList()),
          completion);
    }
  }

  private void range(Operation.Range range, Completion completion) {
    Key beginning = RequestChecks.beginning(range, completion);
    String prefix = beginning == null ? null : text(beginning, completion);
    if (prefix != null) {
      QueryOptions query = query(range.consistency());
      connection.send(
          keys -> {
            if (range.content() == RangeContent.KEYS) {
              int records = countKeys(keys, prefix, query);
              return told -> told.scanned(records);
            }
            return scanned(keys.getValues(prefix, query));
          },
          completion);
    }
  }

  /** If there are none, consul-client throws. */
  private static int countKeys(KeyValueClient keys, String prefix, QueryOptions query) {
    try {
      return keys.getKeys(prefix, query).size();
    } catch (ConsulException e) {
      if (e.getCode() == HttpAnswer.NOT_FOUND) {
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
