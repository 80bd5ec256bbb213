package io.kvbench.bindings.etcd;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnResponse;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Turns operations into requests on one connection. */
final class EtcdSession implements Session, TimeLimit.Watched {
  private final Connection connection;
  private final Requests requests;
  private final TimeLimit limit;

  /** The operation that was sent last. */
  private final AtomicReference<@Nullable Pending> last = new AtomicReference<>();

  private volatile boolean closed;

  EtcdSession(Connection connection, Requests requests, TimeLimit limit) {
    this.connection = connection;
    this.requests = requests;
    this.limit = limit;
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> put(insert.key(), insert.value(), completion);
      case Operation.Read read ->
          send(Rpc.RANGE, requests.read(read), EtcdSession::read, completion);
      case Operation.Update update -> put(update.key(), update.value(), completion);
      case Operation.CompareAndSet change -> transaction(List.of(change), completion);
      case Operation.Delete delete ->
          send(Rpc.DELETE_RANGE, requests.delete(delete.key()), EtcdSession::deleted, completion);
      case Operation.Scan scan ->
          send(Rpc.RANGE, requests.scan(scan), EtcdSession::scanned, completion);
      case Operation.Transaction transaction -> transaction(transaction.writes(), completion);
      case Operation.Watch watch -> watch(watch, completion);
    }
  }

  private void watch(Operation.Watch watch, Completion completion) {
    WatchedPut put =
        new WatchedPut(
            connection,
            requests.watch(watch.key()),
            requests.put(watch.key(), watch.value()),
            completion,
            limit.now());
    last.setRelease(put);
    put.begin();
  }

  private void put(Key key, Value value, Completion completion) {
    send(Rpc.PUT, requests.put(key, value), EtcdSession::written, completion);
  }

  private void transaction(List<? extends Operation.Write> writes, Completion completion) {
    send(Rpc.TRANSACTION, requests.transaction(writes), transacted(writes), completion);
  }

  private void send(Rpc rpc, MessageLite request, KvCall.Meaning meaning, Completion completion) {
    KvCall sent = new KvCall(connection, rpc, request, meaning, completion, limit.now());
    last.setRelease(sent);
    connection.submit(sent);
  }

  // What answers mean.

  static void written(byte[] answer, Completion completion) {
    completion.succeeded(Outcome.OK);
  }

  static KvCall.Meaning transacted(List<? extends Operation.Write> writes) {
    return (answer, completion) ->
        completion.succeeded(TransactionAnswer.outcome(writes, TxnResponse.parseFrom(answer)));
  }

  static void read(byte[] bytes, Completion completion) throws InvalidProtocolBufferException {
    RangeResponse answer = RangeResponse.parseFrom(bytes);
    if (answer.getKvsCount() == 0) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      KeyValue record = answer.getKvs(0);
      completion.found(record.getValue().asReadOnlyByteBuffer(), record.getModRevision());
    }
  }

  static void scanned(byte[] bytes, Completion completion) throws InvalidProtocolBufferException {
    completion.scanned(RangeResponse.parseFrom(bytes).getKvsCount());
  }

  static void deleted(byte[] bytes, Completion completion) throws InvalidProtocolBufferException {
    DeleteRangeResponse answer = DeleteRangeResponse.parseFrom(bytes);
    completion.succeeded(answer.getDeleted() == 0 ? Outcome.NOT_FOUND : Outcome.OK);
  }

  @Override
  public boolean endWhatStartedBefore(long nanos) {
    Pending call = last.getAcquire();
    if (call != null) {
      call.endIfStartedBefore(nanos);
    }
    return closed && (call == null || call.isDone());
  }

  @Override
  public void recover(Duration patience) throws InterruptedException {
    connection.recover(patience);
  }

  @Override
  public Optional<String> server() {
    return connection.endpoint().map(Endpoint::toString);
  }

  @Override
  public void close() {
    closed = true;
  }
}
