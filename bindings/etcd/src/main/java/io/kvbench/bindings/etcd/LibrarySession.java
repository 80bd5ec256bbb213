package io.kvbench.bindings.etcd;

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
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Sends operations through jetcd's client, as an application does. */
final class LibrarySession implements Session {
  /** As the end of a range: the end of the namespace. As its beginning: the first key. */
  private static final ByteSequence ZERO = ByteSequence.from(new byte[1]);

  private static final GetOption STALE = GetOption.builder().withSerializable(true).build();
  private static final GetOption KEYS_ONLY = GetOption.builder().withKeysOnly(true).build();

  private final LibraryConnection connection;
  private final LibraryCalls calls;

  /** Without a prefix, nothing is no key to etcd. */
  private final boolean prefixed;

  LibrarySession(LibraryConnection connection, LibraryCalls calls, boolean prefixed) {
    this.connection = connection;
    this.calls = calls;
    this.prefixed = prefixed;
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> put(insert.key(), insert.value(), completion);
      case Operation.Read read -> read(read, completion);
      case Operation.Update update -> put(update.key(), update.value(), completion);
      case Operation.CompareAndSet change -> transaction(List.of(change), completion);
      case Operation.Delete delete ->
          send(kv -> kv.delete(bytes(delete.key())), LibrarySession::deleted, completion);
      case Operation.Scan scan -> scan(scan, completion);
      case Operation.Transaction transaction -> transaction(transaction.writes(), completion);
      case Operation.Watch watch ->
          new LibraryWatch(connection, calls.start(completion))
              .start(bytes(watch.key()), bytes(watch.value()));
    }
  }

  private void put(Key key, Value value, Completion completion) {
    send(
        kv -> kv.put(bytes(key), bytes(value)),
        (answer, told) -> told.succeeded(Outcome.OK),
        completion);
  }

  private void read(Operation.Read read, Completion completion) {
    GetOption option = read.consistency() == ReadConsistency.STALE ? STALE : GetOption.DEFAULT;
    send(kv -> kv.get(bytes(read.key()), option), LibrarySession::found, completion);
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
        (answer, told) -> told.scanned(answer.getKvs().size()),
        completion);
  }

  private void transaction(List<? extends Operation.Write> writes, Completion completion) {
    send(
        kv -> transaction(kv, writes),
        (answer, told) -> told.succeeded(TransactionAnswer.outcome(writes, answer)),
        completion);
  }

  /** As {@link Requests#transaction} writes it. */
  private static CompletableFuture<TxnResponse> transaction(
      KV kv, List<? extends Operation.Write> writes) {
    List<Cmp> compares = new ArrayList<>();
    List<Op> success = new ArrayList<>();
    List<Op> failure = new ArrayList<>();
    for (Operation.Write write : writes) {
      ByteSequence key = bytes(write.key());
      switch (write) {
        case Operation.Insert insert -> success.add(put(key, insert.value()));
        case Operation.Update update -> success.add(put(key, update.value()));
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
    return kv.txn()
        .If(compares.toArray(Cmp[]::new))
        .Then(success.toArray(Op[]::new))
        .Else(failure.toArray(Op[]::new))
        .commit();
  }

  private static Op put(ByteSequence key, Value value) {
    return Op.put(key, bytes(value), PutOption.DEFAULT);
  }

  private <A extends Response> void send(
      Function<KV, CompletableFuture<A>> request,
      LibraryCall.Meaning<? super A> meaning,
      Completion completion) {
    calls.start(completion).send(() -> request.apply(connection.kv()), meaning);
  }

  private static ByteSequence bytes(Key key) {
    return ByteSequence.from(key.toByteArray());
  }

  private static ByteSequence bytes(Value value) {
    return ByteSequence.from(value.toByteArray());
  }

  private static void found(GetResponse answer, Completion completion) {
    if (answer.getKvs().isEmpty()) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      KeyValue record = answer.getKvs().getFirst();
      completion.found(ByteBuffer.wrap(record.getValue().getBytes()), record.getModRevision());
    }
  }

  private static void deleted(DeleteResponse answer, Completion completion) {
    completion.succeeded(answer.getDeleted() == 0 ? Outcome.NOT_FOUND : Outcome.OK);
  }

  @Override
  public void recover(Duration limit) throws InterruptedException {
    connection.recover(limit);
  }

  @Override
  public Optional<String> server() {
    return connection.endpoint().map(Endpoint::toString);
  }
}
