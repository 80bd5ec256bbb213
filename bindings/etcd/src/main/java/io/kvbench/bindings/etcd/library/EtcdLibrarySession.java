package io.kvbench.bindings.etcd.library;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Response;
import io.etcd.jetcd.kv.DeleteResponse;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.kvbench.bindings.etcd.operation.EtcdCoordinationCalls;
import io.kvbench.bindings.etcd.operation.EtcdLeases;
import io.kvbench.bindings.etcd.operation.EtcdOwnerships;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.operation.TransactionAnswer;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.Lazy;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A session that sends operations through jetcd's client, as applications do. */
public final class EtcdLibrarySession implements Session {
  /** As the end of a range: the end of the namespace. As its start: the first key. */
  private static final ByteSequence ZERO = ByteSequence.from(new byte[1]);

  private static final GetOption STALE = GetOption.builder().withSerializable(true).build();
  private static final GetOption KEYS_ONLY = GetOption.builder().withKeysOnly(true).build();

  private final EtcdLibraryConnection connection;
  private final EtcdLibraryCalls calls;

  /** Without a prefix, etcd rejects an empty key. */
  private final boolean prefixed;

  private final boolean previous;
  private final boolean transactions;
  private final Coordination coordination;

  public EtcdLibrarySession(
      EtcdLibraryConnection connection,
      EtcdLibraryCalls calls,
      PendingReleases releases,
      EtcdClientOptions options) {
    this.connection = connection;
    this.calls = calls;
    this.prefixed = !options.prefix().isEmpty();
    this.previous = options.previous();
    this.transactions = options.transactions();
    EtcdCoordinationCalls asked =
        new JetcdCalls(connection, calls, releases, options.prefix().size());
    coordination =
        new Coordination(
            new Lazy<>(() -> new EtcdOwnerships(asked)), new Lazy<>(() -> new EtcdLeases(asked)));
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> write(insert, insert.value(), completion);
      case Operation.Read read -> read(read, completion);
      case Operation.SnapshotRead read -> read(read, completion);
      case Operation.Update update -> write(update, update.value(), completion);
      case Operation.CompareAndSet change ->
          transaction(new Operation.Transaction(List.of(change)), completion);
      case Operation.Delete delete ->
          send(kv -> kv.delete(bytes(delete.key())), EtcdLibrarySession::deleted, completion);
      case Operation.Scan scan -> scan(scan, completion);
      case Operation.Transaction transaction -> transaction(transaction, completion);
      case Operation.Range range -> range(range, completion);
      case Operation.ReadTransaction transaction ->
          send(
              kv -> transaction(kv, transaction),
              (answer, told) -> foundTogether(transaction.keys(), answer, told),
              completion);
      case Operation.ReplayWatch replay -> replay(replay, completion);
      case Operation.OneShot other ->
          completion.failed(ErrorKind.INVALID, "client=library has no one-shot reads");
      case Operation.Coordination other -> coordination.submit(other, completion);
      case Operation.WatchedUpdate update ->
          send(
              kv -> kv.put(bytes(update.key()), bytes(update.value())),
              EtcdLibrarySession::writtenAt,
              completion);
      case Operation.Watch watch ->
          LibraryWatch.start(
              connection, calls.start(completion), bytes(watch.key()), bytes(watch.value()));
    }
  }

  private void replay(Operation.ReplayWatch replay, Completion completion) {
    EtcdLibraryWatcher.await(
        connection,
        calls.start(completion),
        bytes(replay.key()),
        replay.version(),
        WatchEvent.EventType.PUT,
        replay.writes());
  }

  public Watcher watch(WatchTarget target, WatchListener listener) {
    WatchOption.Builder option = WatchOption.builder().withCreateNotify(true).withPrevKV(previous);
    Set<WatchEvent.EventType> kinds =
        target instanceof WatchTarget.Group
            ? EnumSet.of(WatchEvent.EventType.PUT, WatchEvent.EventType.DELETE)
            : EnumSet.of(WatchEvent.EventType.PUT);
    EtcdLibraryWatcher watcher = new EtcdLibraryWatcher(connection, listener, kinds);
    switch (target) {
      case WatchTarget.Single(Key key) -> watcher.start(bytes(key), option.build());
      case WatchTarget.All() ->
          watcher.start(prefixed ? ByteSequence.EMPTY : ZERO, option.withRange(ZERO).build());
      case WatchTarget.Group(Key group) ->
          watcher.start(
              bytes(EtcdRequests.member(group, Key.of(""))), option.isPrefix(true).build());
    }
    return watcher;
  }

  private void write(Operation.Write write, Value value, Completion completion) {
    if (transactions) {
      transaction(new Operation.Transaction(List.of(write)), completion);
    } else {
      send(kv -> kv.put(bytes(write.key()), bytes(value)), EtcdLibrarySession::wrote, completion);
    }
  }

  private static void wrote(Response answer, Completion completion) {
    completion.wrote(answer.getHeader().getRevision());
  }

  private void read(Operation.Read read, Completion completion) {
    GetOption option = read.consistency() == ReadConsistency.STALE ? STALE : GetOption.DEFAULT;
    send(kv -> kv.get(bytes(read.key()), option), EtcdLibrarySession::found, completion);
  }

  private void read(Operation.SnapshotRead read, Completion completion) {
    GetOption option =
        GetOption.builder()
            .withRevision(read.snapshot())
            .withSerializable(read.snapshot() > 0 || read.consistency() == ReadConsistency.STALE)
            .build();
    send(
        kv -> kv.get(bytes(read.key()), option),
        (answer, told) -> foundAt(read.snapshot(), answer, told),
        completion);
  }

  private void scan(Operation.Scan scan, Completion completion) {
    GetOption option =
        GetOption.builder()
            .withRange(ZERO)
            .withLimit(scan.limit())
            .withSerializable(scan.consistency() == ReadConsistency.STALE)
            .build();
    ByteSequence start = bytes(scan.start());
    send(
        kv -> kv.get(start.isEmpty() && !prefixed ? ZERO : start, option),
        EtcdLibrarySession::scanned,
        completion);
  }

  private void range(Operation.Range range, Completion completion) {
    KeyRange.Between bounds = range.keys().bounds();
    GetOption.Builder option =
        GetOption.builder()
            .withRange(bounds.end().map(EtcdLibrarySession::bytes).orElse(ZERO))
            .withLimit(range.limit())
            .withKeysOnly(range.content() == RangeContent.KEYS)
            .withCountOnly(range.content() == RangeContent.COUNT)
            .withSerializable(range.consistency() == ReadConsistency.STALE);
    if (range.descending()) {
      option.withSortField(GetOption.SortTarget.KEY).withSortOrder(GetOption.SortOrder.DESCEND);
    }
    ByteSequence bound = bounds.start().map(EtcdLibrarySession::bytes).orElse(ByteSequence.EMPTY);
    ByteSequence start = bound.isEmpty() && !prefixed ? ZERO : bound;
    if (transactions) {
      send(
          kv -> kv.txn().Then(Op.get(start, option.build())).commit(),
          (answer, told) -> ranged(answer.getGetResponses().getFirst(), told),
          completion);
    } else {
      send(kv -> kv.get(start, option.build()), EtcdLibrarySession::ranged, completion);
    }
  }

  private static void scanned(GetResponse answer, Completion completion) {
    passOn(answer, completion);
    completion.scanned(answer.getKvs().size());
  }

  /** Passes on the records of a range if they are needed; jetcd removes the namespace. */
  private static void passOn(GetResponse answer, Completion completion) {
    FoundRecords records = completion.receiver();
    if (records != null) {
      for (KeyValue each : answer.getKvs()) {
        passOn(Key.of(each.getKey().getBytes()), each, records);
      }
    }
  }

  private static void passOn(Key key, KeyValue record, FoundRecords records) {
    records.found(key, ByteBuffer.wrap(record.getValue().getBytes()), record.getModRevision());
  }

  private static void ranged(GetResponse answer, Completion completion) {
    passOn(answer, completion);
    if (answer.getKvs().isEmpty()) {
      completion.scanned(Math.clamp(answer.getCount(), 0, Integer.MAX_VALUE));
    } else {
      completion.ranged(
          answer.getKvs().size(), Key.of(answer.getKvs().getLast().getKey().getBytes()));
    }
  }

  private static CompletableFuture<TxnResponse> transaction(
      KV kv, Operation.ReadTransaction transaction) {
    GetOption option =
        transaction.consistency() == ReadConsistency.STALE ? STALE : GetOption.DEFAULT;
    return kv.txn()
        .Then(transaction.keys().stream().map(key -> Op.get(bytes(key), option)).toArray(Op[]::new))
        .commit();
  }

  private static void foundTogether(List<Key> keys, TxnResponse answer, Completion completion) {
    List<GetResponse> parts = answer.getGetResponses();
    FoundRecords records = completion.receiver();
    for (int index = 0; records != null && index < Math.min(keys.size(), parts.size()); index++) {
      List<KeyValue> found = parts.get(index).getKvs();
      if (found.isEmpty()) {
        records.missing(keys.get(index));
      } else {
        passOn(keys.get(index), found.getFirst(), records);
      }
    }
    completion.scanned(parts.stream().mapToInt(each -> each.getKvs().size()).sum());
  }

  private void transaction(Operation.Transaction transaction, Completion completion) {
    send(
        kv -> transaction(kv, transaction),
        (answer, told) -> transacted(transaction, answer, told),
        completion);
  }

  private static void transacted(
      Operation.Transaction transaction, TxnResponse answer, Completion completion)
      throws InvalidProtocolBufferException {
    Outcome outcome = TransactionAnswer.outcome(transaction.parts(), answer);
    if (outcome == Outcome.OK) {
      wrote(answer, completion);
    } else {
      completion.succeeded(outcome);
    }
  }

  /** As {@link EtcdRequests#transaction} builds it. */
  private static CompletableFuture<TxnResponse> transaction(
      KV kv, Operation.Transaction transaction) {
    List<Cmp> compares = new ArrayList<>();
    List<Op> success = new ArrayList<>();
    List<Op> failure = new ArrayList<>();
    for (Operation.Part part : transaction.parts()) {
      ByteSequence key = bytes(part.key());
      switch (part) {
        case Operation.Insert insert -> success.add(put(key, insert.value()));
        case Operation.Update update -> success.add(put(key, update.value()));
        case Operation.Guard guard -> {
          compares.add(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(guard.expectedVersion())));
          failure.add(Op.get(key, KEYS_ONLY));
        }
        case Operation.CompareAndSet change -> {
          compares.add(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(change.expectedVersion())));
          success.add(put(key, change.value()));
          failure.add(Op.get(key, KEYS_ONLY));
        }
        case Operation.Delete delete -> {
          compares.add(new Cmp(key, Cmp.Op.GREATER, CmpTarget.version(0)));
          success.add(Op.delete(key, DeleteOption.DEFAULT));
          failure.add(Op.get(key, KEYS_ONLY));
        }
      }
    }
    if (transaction.snapshot() > 0) {
      CmpTarget<?> after = CmpTarget.modRevision(transaction.snapshot() + 1);
      transaction
          .writes()
          .forEach(write -> compares.add(new Cmp(bytes(write.key()), Cmp.Op.LESS, after)));
    }
    return kv.txn()
        .If(compares.toArray(Cmp[]::new))
        .Then(success.toArray(Op[]::new))
        .Else(failure.toArray(Op[]::new))
        .commit();
  }

  static Op put(ByteSequence key, Value value) {
    return Op.put(key, bytes(value), PutOption.DEFAULT);
  }

  private <A extends Response> void send(
      Function<KV, CompletableFuture<A>> request,
      LibraryCall.ResponseHandler<? super A> handler,
      Completion completion) {
    calls.start(completion).send(() -> request.apply(connection.kv()), handler);
  }

  static ByteSequence bytes(Key key) {
    return ByteSequence.from(key.toByteArray());
  }

  static ByteSequence bytes(Value value) {
    return ByteSequence.from(value.toByteArray());
  }

  static void writtenAt(Response answer, Completion completion) {
    completion.granted(answer.getHeader().getRevision());
  }

  private static void found(GetResponse answer, Completion completion) {
    if (answer.getKvs().isEmpty()) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      KeyValue record = answer.getKvs().getFirst();
      long revision = record.getModRevision();
      completion.found(ByteBuffer.wrap(record.getValue().getBytes()), revision, revision, 0);
    }
  }

  /** An answer has the current revision, regardless of the requested one. */
  private static void foundAt(long snapshot, GetResponse answer, Completion completion) {
    if (answer.getKvs().isEmpty()) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      KeyValue record = answer.getKvs().getFirst();
      completion.found(
          ByteBuffer.wrap(record.getValue().getBytes()),
          record.getModRevision(),
          record.getModRevision(),
          snapshot > 0 ? snapshot : answer.getHeader().getRevision());
    }
  }

  private static void deleted(DeleteResponse answer, Completion completion) {
    if (answer.getDeleted() == 0) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      wrote(answer, completion);
    }
  }

  @Override
  public void recover(Duration limit) throws InterruptedException {
    connection.recover(limit);
  }

  @Override
  public void close() {
    coordination.close();
  }

  @Override
  public Optional<String> server() {
    return connection.endpoint().map(Endpoint::toString);
  }
}
