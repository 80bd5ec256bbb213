package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnResponse;
import io.etcd.jetcd.api.WatchRequest;
import io.kvbench.bindings.etcd.operation.EtcdCoordinationCalls;
import io.kvbench.bindings.etcd.operation.EtcdLeases;
import io.kvbench.bindings.etcd.operation.EtcdOwnerships;
import io.kvbench.bindings.etcd.operation.EtcdPendingOperation;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.operation.HeaderRevision;
import io.kvbench.bindings.etcd.operation.TransactionAnswer;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.Lazy;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A session that sends operations as requests on one connection. */
public final class EtcdSession implements Session, TimeLimit.Watched {
  private final EtcdConnection connection;
  private final EtcdRequests requests;
  private final TimeLimit limit;
  private final Lazy<EtcdOneShot> oneShot;
  private final Coordination coordination;

  /** The operation that was sent last. */
  private final AtomicReference<@Nullable EtcdPendingOperation> last = new AtomicReference<>();

  private volatile boolean closed;

  public EtcdSession(
      EtcdConnection connection,
      EtcdRequests requests,
      TimeLimit limit,
      PendingReleases releases,
      int client) {
    this.connection = connection;
    this.requests = requests;
    this.limit = limit;
    EtcdCoordinationCalls calls = new EtcdLightCalls(this, connection, requests, releases);
    oneShot = new Lazy<>(() -> connection.oneShot(client));
    coordination =
        new Coordination(
            new Lazy<>(() -> new EtcdOwnerships(calls)), new Lazy<>(() -> new EtcdLeases(calls)));
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> write(insert, insert.value(), completion);
      case Operation.Read read ->
          send(Rpc.RANGE, requests.read(read), EtcdSession::read, completion);
      case Operation.SnapshotRead read ->
          send(
              Rpc.RANGE,
              requests.read(read),
              (answer, told) -> readAt(read.snapshot(), answer, told),
              completion);
      case Operation.Update update -> write(update, update.value(), completion);
      case Operation.CompareAndSet change ->
          transaction(new Operation.Transaction(List.of(change)), completion);
      case Operation.Delete delete ->
          send(Rpc.DELETE_RANGE, requests.delete(delete.key()), EtcdSession::deleted, completion);
      case Operation.Scan scan ->
          send(
              Rpc.RANGE,
              requests.scan(scan),
              (answer, told) -> scanned(requests, answer, told),
              completion);
      case Operation.Transaction transaction -> transaction(transaction, completion);
      case Operation.Range range when requests.areTransactions() ->
          send(
              Rpc.TRANSACTION,
              requests.transaction(range),
              (answer, told) -> rangedInTransaction(requests, answer, told),
              completion);
      case Operation.Range range ->
          send(
              Rpc.RANGE,
              requests.range(range),
              (answer, told) -> ranged(requests, answer, told),
              completion);
      case Operation.ReadTransaction transaction ->
          send(
              Rpc.TRANSACTION,
              requests.transaction(transaction),
              (answer, told) -> foundTogether(transaction.keys(), answer, told),
              completion);
      case Operation.Watch watch -> watch(watch, completion);
      case Operation.WatchedUpdate update ->
          send(
              Rpc.PUT,
              requests.put(update.key(), update.value()),
              EtcdSession::writtenAt,
              completion);
      case Operation.ReplayWatch replay ->
          await(
              requests.watch(replay.key(), replay.version() - 1),
              Event.EventType.PUT,
              replay.writes(),
              completion,
              null);
      case Operation.OneShot operationOnce ->
          oneShot.get().perform(operationOnce, this::readOnce, completion);
      case Operation.Coordination other -> coordination.submit(other, completion);
    }
  }

  private void readOnce(Operation.ReadOnce read, Completion completion) {
    oneShot
        .get()
        .send(
            completion,
            (known, told) ->
                new EtcdKvCall(
                    known,
                    Rpc.RANGE,
                    requests.read(new Operation.Read(read.key(), read.consistency())),
                    EtcdSession::read,
                    told,
                    limit.now()));
  }

  void await(
      WatchRequest watch,
      Event.EventType kind,
      int count,
      Completion completion,
      @Nullable Duration within) {
    AwaitedEvents awaited =
        new AwaitedEvents(connection, watch, kind, count, completion, start(within));
    last.setRelease(awaited);
    connection.submit(awaited);
  }

  private long start(@Nullable Duration within) {
    return within == null ? limit.now() : limit.startOf(within);
  }

  /** Sends a request with the binding's timeout. */
  void send(
      Rpc rpc, MessageLite request, EtcdKvCall.ResponseHandler handler, Completion completion) {
    send(rpc, request, handler, completion, null);
  }

  /**
   * Sends a request with a timeout of its own.
   *
   * @param within null for the binding's timeout
   */
  void send(
      Rpc rpc,
      MessageLite request,
      EtcdKvCall.ResponseHandler handler,
      Completion completion,
      @Nullable Duration within) {
    EtcdKvCall sent = new EtcdKvCall(connection, rpc, request, handler, completion, start(within));
    last.setRelease(sent);
    connection.submit(sent);
  }

  /** Sends a request outside the client's operations, whose time limit does not apply. */
  void sendAside(Rpc rpc, MessageLite request, Completion completion) {
    connection.submit(
        new EtcdKvCall(connection, rpc, request, EtcdSession::written, completion, limit.now()));
  }

  private void watch(Operation.Watch watch, Completion completion) {
    EtcdWatchedPut put =
        new EtcdWatchedPut(
            connection,
            requests.watch(watch.key()),
            requests.put(watch.key(), watch.value()),
            completion,
            limit.now());
    last.setRelease(put);
    put.begin();
  }

  private void write(Operation.Write write, Value value, Completion completion) {
    if (requests.areTransactions()) {
      transaction(new Operation.Transaction(List.of(write)), completion);
    } else {
      send(Rpc.PUT, requests.put(write.key(), value), EtcdSession::wrote, completion);
    }
  }

  private void transaction(Operation.Transaction transaction, Completion completion) {
    send(
        Rpc.TRANSACTION,
        requests.transaction(transaction),
        transacted(transaction.parts()),
        completion);
  }

  // The methods below interpret answers.

  public static void written(byte[] answer, Completion completion) {
    completion.succeeded(Outcome.OK);
  }

  public static void wrote(byte[] answer, Completion completion) {
    long revision = HeaderRevision.of(answer);
    if (revision > 0) {
      completion.wrote(revision);
    } else {
      written(answer, completion);
    }
  }

  static void writtenAt(byte[] answer, Completion completion)
      throws InvalidProtocolBufferException {
    completion.granted(PutResponse.parseFrom(answer).getHeader().getRevision());
  }

  public static EtcdKvCall.ResponseHandler transacted(List<? extends Operation.Part> parts) {
    return (bytes, completion) -> {
      TxnResponse answer = TxnResponse.parseFrom(bytes);
      Outcome outcome = TransactionAnswer.outcome(parts, answer);
      if (outcome == Outcome.OK) {
        completion.wrote(answer.getHeader().getRevision());
      } else {
        completion.succeeded(outcome);
      }
    };
  }

  public static void read(byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    RangeResponse answer = RangeResponse.parseFrom(bytes);
    if (answer.getKvsCount() == 0) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      KeyValue record = answer.getKvs(0);
      long revision = record.getModRevision();
      completion.found(record.getValue().asReadOnlyByteBuffer(), revision, revision, 0);
    }
  }

  /** An answer has the current revision, regardless of the requested one. */
  private static void readAt(long snapshot, byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    RangeResponse answer = RangeResponse.parseFrom(bytes);
    if (answer.getKvsCount() == 0) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      KeyValue record = answer.getKvs(0);
      completion.found(
          record.getValue().asReadOnlyByteBuffer(),
          record.getModRevision(),
          record.getModRevision(),
          snapshot > 0 ? snapshot : answer.getHeader().getRevision());
    }
  }

  public static void scanned(EtcdRequests requests, byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    RangeResponse answer = RangeResponse.parseFrom(bytes);
    passOn(requests, answer, completion);
    completion.scanned(answer.getKvsCount());
  }

  /** Passes on the records of a range if they are needed. */
  private static void passOn(EtcdRequests requests, RangeResponse answer, Completion completion)
      throws InvalidProtocolBufferException {
    FoundRecords records = completion.receiver();
    if (records != null) {
      for (KeyValue each : answer.getKvsList()) {
        records.found(
            requests.workloadKey(each.getKey()),
            each.getValue().asReadOnlyByteBuffer(),
            each.getModRevision());
      }
    }
  }

  public static void ranged(EtcdRequests requests, byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    ranged(requests, RangeResponse.parseFrom(bytes), completion);
  }

  public static void rangedInTransaction(EtcdRequests requests, byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    TxnResponse answer = TxnResponse.parseFrom(bytes);
    if (answer.getResponsesCount() != 1) {
      throw new InvalidProtocolBufferException("a transaction was answered without its range");
    }
    ranged(requests, answer.getResponses(0).getResponseRange(), completion);
  }

  /** A count has no records, and its number is not limited. */
  private static void ranged(EtcdRequests requests, RangeResponse answer, Completion completion)
      throws InvalidProtocolBufferException {
    passOn(requests, answer, completion);
    int records = answer.getKvsCount();
    if (records == 0) {
      completion.scanned(Math.clamp(answer.getCount(), 0, Integer.MAX_VALUE));
    } else {
      completion.ranged(records, requests.workloadKey(answer.getKvs(records - 1).getKey()));
    }
  }

  public static void foundTogether(List<Key> keys, byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    List<ResponseOp> parts = TxnResponse.parseFrom(bytes).getResponsesList();
    FoundRecords records = completion.receiver();
    int found = 0;
    for (int index = 0; index < parts.size(); index++) {
      RangeResponse part = parts.get(index).getResponseRange();
      found += part.getKvsCount();
      if (records != null && index < keys.size()) {
        passOn(keys.get(index), part, records);
      }
    }
    completion.scanned(found);
  }

  private static void passOn(Key key, RangeResponse part, FoundRecords records) {
    if (part.getKvsCount() == 0) {
      records.missing(key);
    } else {
      KeyValue record = part.getKvs(0);
      records.found(key, record.getValue().asReadOnlyByteBuffer(), record.getModRevision());
    }
  }

  public static void deleted(byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    DeleteRangeResponse answer = DeleteRangeResponse.parseFrom(bytes);
    if (answer.getDeleted() == 0) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      completion.wrote(answer.getHeader().getRevision());
    }
  }

  @Override
  public boolean endWhatStartedBefore(long nanos) {
    EtcdPendingOperation call = last.getAcquire();
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
    oneShot.ifMade(EtcdOneShot::close);
    coordination.close();
  }
}
