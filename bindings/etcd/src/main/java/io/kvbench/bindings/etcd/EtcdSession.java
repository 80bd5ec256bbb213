package io.kvbench.bindings.etcd;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnResponse;
import io.etcd.jetcd.api.WatchRequest;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
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
final class EtcdSession implements Session, Calls, TimeLimit.Watched {
  private static final String NO_SESSION = "connections to etcd have no sessions";

  private final Connection connection;
  private final Requests requests;
  private final TimeLimit limit;
  private final PendingReleases releases;
  private final int client;

  /** The operation that was sent last. */
  private final AtomicReference<@Nullable Pending> last = new AtomicReference<>();

  private @Nullable Ownerships ownerships;
  private @Nullable Leases leases;
  private @Nullable OneShot oneShot;
  private volatile boolean closed;

  EtcdSession(
      Connection connection,
      Requests requests,
      TimeLimit limit,
      PendingReleases releases,
      int client) {
    this.connection = connection;
    this.requests = requests;
    this.limit = limit;
    this.releases = releases;
    this.client = client;
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
      case Operation.Transaction transaction -> transaction(transaction.parts(), completion);
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
              EtcdSession::foundTogether,
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
      case Operation.OneShot operationOnce -> once(operationOnce, completion);
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
      case Operation.ReadOnce read ->
          own.send(
              completion,
              (known, told) ->
                  new KvCall(
                      known,
                      Rpc.RANGE,
                      requests.read(new Operation.Read(read.key(), read.consistency())),
                      EtcdSession::read,
                      told,
                      limit.now()));
      case Operation.Disconnect disconnect -> own.disconnect(completion);
    }
  }

  private void coordinate(Operation.Coordination operation, Completion completion) {
    switch (operation) {
      case Operation.Lock lock -> ownerships().acquire(lock, completion);
      case Operation.Unlock unlock -> ownerships().release(unlock.lock(), completion);
      case Operation.AbandonLock abandon -> ownerships().abandon(completion);
      case Operation.FencedUpdate update -> ownerships().update(update, completion);
      case Operation.GrantLease grant -> leases().grant(grant.timeToLive(), completion);
      case Operation.AttachToLease attach -> leases().attach(attach, completion);
      case Operation.KeepLeaseAlive keep -> leases().keepAlive(keep.lease(), completion);
      case Operation.QueryLease query -> leases().query(query.lease(), completion);
      case Operation.RevokeLease revoke -> leases().revoke(revoke.lease(), completion);
      case Operation.AwaitExpiry await ->
          await(
              requests.watch(await.key(), await.version()),
              Event.EventType.DELETE,
              1,
              ForwardingCompletion.onSuccess(completion, () -> leases().ended(await.lease())),
              await.limit());
      case Operation.JoinGroup join -> leases().join(join, completion);
      case Operation.LeaveGroup leave -> leases().leave(leave, completion);
    }
  }

  private void await(
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

  /** Most sessions own nothing. */
  private Ownerships ownerships() {
    Ownerships known = ownerships;
    if (known == null) {
      known = new Ownerships(this);
      ownerships = known;
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
      known = new Leases(this);
      leases = known;
    }
    return known;
  }

  @Override
  public Requests requests() {
    return requests;
  }

  @Override
  public PendingReleases releases() {
    return releases;
  }

  @Override
  public Runnable every(Duration interval, Runnable action) {
    return connection.every(interval, action);
  }

  @Override
  public void send(
      Rpc rpc,
      MessageLite request,
      KvCall.Meaning meaning,
      Completion completion,
      @Nullable Duration within) {
    KvCall sent = new KvCall(connection, rpc, request, meaning, completion, start(within));
    last.setRelease(sent);
    connection.submit(sent);
  }

  @Override
  public void sendAside(Rpc rpc, MessageLite request, Completion completion) {
    connection.submit(
        new KvCall(connection, rpc, request, EtcdSession::written, completion, limit.now()));
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

  private void transaction(List<? extends Operation.Part> parts, Completion completion) {
    send(Rpc.TRANSACTION, requests.transaction(parts), transacted(parts), completion);
  }

  // What answers mean.

  static void written(byte[] answer, Completion completion) {
    completion.succeeded(Outcome.OK);
  }

  private static void writtenAt(byte[] answer, Completion completion)
      throws InvalidProtocolBufferException {
    completion.granted(PutResponse.parseFrom(answer).getHeader().getRevision());
  }

  static KvCall.Meaning transacted(List<? extends Operation.Part> parts) {
    return (answer, completion) ->
        completion.succeeded(TransactionAnswer.outcome(parts, TxnResponse.parseFrom(answer)));
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

  /** A count has no records to show, and their number has nothing to do with a limit. */
  static void ranged(Requests requests, byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    RangeResponse answer = RangeResponse.parseFrom(bytes);
    int records = answer.getKvsCount();
    if (records == 0) {
      completion.scanned(Math.clamp(answer.getCount(), 0, Integer.MAX_VALUE));
    } else {
      completion.ranged(records, requests.workloadKey(answer.getKvs(records - 1).getKey()));
    }
  }

  static void foundTogether(byte[] bytes, Completion completion)
      throws InvalidProtocolBufferException {
    completion.scanned(
        TxnResponse.parseFrom(bytes).getResponsesList().stream()
            .mapToInt(each -> each.getResponseRange().getKvsCount())
            .sum());
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
    if (oneShot != null) {
      oneShot.close();
    }
    if (ownerships != null) {
      ownerships.close();
    }
    if (leases != null) {
      leases.close();
    }
  }
}
