package io.kvbench.bindings.dengine;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.MethodDescriptor;
import io.kvbench.bindings.dengine.proto.ClientReadRequest;
import io.kvbench.bindings.dengine.proto.ClientResponse;
import io.kvbench.bindings.dengine.proto.ClientWriteRequest;
import io.kvbench.bindings.dengine.proto.KeyAndValue;
import io.kvbench.bindings.dengine.proto.ReadResults;
import io.kvbench.bindings.dengine.proto.ScanResponse;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A session that sends operations as requests on one connection. */
final class DEngineSession implements Session, TimeLimit.Watched {
  private static final String NO_RANGE =
      "d-engine's scan returns whole records below a prefix, with no order, start or limit";

  private static final int DISTINCT = Operation.WatchedUpdate.DISTINCT;
  private static final String TOO_SHORT =
      "a watched update of d-engine is known by its value, which needs %d bytes or more"
          .formatted(DISTINCT);

  private final DEngineConnection connection;
  private final DEngineRequests requests;
  private final TimeLimit limit;

  /** The operation that was sent last. */
  private final AtomicReference<@Nullable DEnginePendingOperation> last = new AtomicReference<>();

  /** The last value read: records have no versions here, so values are compared. */
  private volatile @Nullable Found found;

  private long versions;
  private volatile long writtenBytes;
  private volatile boolean closed;

  /**
   * A value that was read.
   *
   * @param version its number for the engine; no other value has the same
   */
  private record Found(long version, ByteString value) {}

  /**
   * @param number of the session, unique within the binding
   */
  DEngineSession(
      DEngineConnection connection, DEngineRequests requests, TimeLimit limit, int number) {
    this.connection = connection;
    this.requests = requests;
    this.limit = limit;
    this.versions = (long) number << 40;
  }

  @Override
  public void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation.Insert insert -> put(insert.key(), insert.value(), completion);
      case Operation.Read read -> read(read, completion);
      case Operation.Update update -> put(update.key(), update.value(), completion);
      case Operation.CompareAndSet change -> compareAndSet(change, completion);
      case Operation.Delete delete ->
          write(requests.delete(delete.key()), DEngineSession::written, completion);
      case Operation.Scan scan -> completion.failed(ErrorKind.INVALID, NO_RANGE);
      case Operation.Transaction transaction ->
          completion.failed(ErrorKind.INVALID, "d-engine carries out one write in a request");
      case Operation.Range range -> range(range, completion);
      case Operation.ReadTransaction transaction ->
          completion.failed(ErrorKind.INVALID, "d-engine looks up each key of a read by itself");
      case Operation.SnapshotRead read ->
          completion.failed(ErrorKind.INVALID, "d-engine reads the latest values only");
      case Operation.ReplayWatch replay ->
          completion.failed(ErrorKind.INVALID, "d-engine watches from now on only");
      case Operation.OneShot other ->
          completion.failed(ErrorKind.INVALID, "gRPC does not report when it has connected");
      case Operation.Coordination other ->
          completion.failed(ErrorKind.INVALID, "d-engine has neither locks nor leases");
      case Operation.Watch watch -> watch(watch, completion);
      case Operation.WatchedUpdate update when update.value().size() < DISTINCT ->
          completion.failed(ErrorKind.INVALID, TOO_SHORT);
      case Operation.WatchedUpdate update -> put(update.key(), update.value(), completion);
    }
  }

  private void watch(Operation.Watch watch, Completion completion) {
    count(watch.value());
    DEngineWatchedPut put =
        new DEngineWatchedPut(connection, requests, watch, completion, limit.now());
    last.setRelease(put);
    connection.leadership().send(put);
  }

  private void put(Key key, Value value, Completion completion) {
    count(value);
    write(requests.put(key, value), DEngineSession::written, completion);
  }

  /** Written by one thread at a time; read by the query of servers. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void count(Value value) {
    writtenBytes += value.size();
  }

  /** Returns how many bytes of values were sent. */
  long writtenBytes() {
    return writtenBytes;
  }

  private void read(Operation.Read read, Completion completion) {
    ClientReadRequest request = requests.read(read.key(), read.consistency());
    DEngineKvCall<ClientReadRequest, ClientResponse> call =
        call(Method.READ, request, this::read, completion);
    if (read.consistency() == ReadConsistency.STALE) {
      call.sendToAny();
    } else {
      connection.leadership().send(call);
    }
  }

  private void read(ClientResponse answer, Completion completion) {
    ReadResults read = answer.getReadData();
    if (read.getResultsCount() == 0) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      Found present = new Found(++versions, read.getResults(0).getValue());
      found = present;
      completion.found(present.value().asReadOnlyByteBuffer(), present.version());
    }
  }

  /** Only the leader answers, regardless of the consistency. */
  private void range(Operation.Range range, Completion completion) {
    if (range.keys() instanceof KeyRange.Between
        || range.content() != RangeContent.RECORDS
        || range.limit() > 0
        || range.descending()) {
      completion.failed(ErrorKind.INVALID, NO_RANGE);
      return;
    }
    Key prefix =
        range.keys() instanceof KeyRange.Prefix(Key given)
            ? given
            : DEngineClusterStateReader.EVERY_KEY;
    connection
        .leadership()
        .send(call(Method.SCAN, requests.scan(prefix), this::scanned, completion));
  }

  private void scanned(ScanResponse answer, Completion completion) {
    FoundRecords records = completion.receiver();
    try {
      if (records != null) {
        for (ByteString entry : answer.getEntriesList()) {
          KeyAndValue record = KeyAndValue.parseFrom(entry);
          records.found(
              requests.workloadKey(record.getKey()), record.getValue().asReadOnlyByteBuffer(), 0);
        }
      }
      completion.scanned(answer.getEntriesCount());
    } catch (InvalidProtocolBufferException e) {
      DEngineFailure.GARBLED.tell(completion);
    }
  }

  private void compareAndSet(Operation.CompareAndSet change, Completion completion) {
    Found present = found;
    if (present == null || present.version() != change.expectedVersion()) {
      completion.failed(
          ErrorKind.INVALID, "d-engine compares values, and this session has read another one");
      return;
    }
    count(change.value());
    write(
        requests.compareAndSwap(change.key(), present.value(), change.value()),
        (answer, told) -> told.succeeded(succeeded(answer) ? Outcome.OK : Outcome.CONFLICT),
        completion);
  }

  /** Returns whether a write was applied. */
  static boolean succeeded(ClientResponse answer) {
    return answer.getWriteResult().getSucceeded();
  }

  private static void written(ClientResponse answer, Completion completion) {
    if (succeeded(answer)) {
      completion.succeeded(Outcome.OK);
    } else {
      DEngineFailure.NOT_CARRIED_OUT.tell(completion);
    }
  }

  private void write(
      ClientWriteRequest request,
      BiConsumer<ClientResponse, Completion> meaning,
      Completion completion) {
    connection.leadership().send(call(Method.WRITE, request, meaning, completion));
  }

  private <Q, A> DEngineKvCall<Q, A> call(
      MethodDescriptor<Q, A> method,
      Q request,
      BiConsumer<A, Completion> meaning,
      Completion completion) {
    DEngineKvCall<Q, A> call =
        new DEngineKvCall<>(connection, method, request, meaning, completion, limit.now());
    last.setRelease(call);
    return call;
  }

  @Override
  public boolean endWhatStartedBefore(long nanos) {
    DEnginePendingOperation call = last.getAcquire();
    if (call != null) {
      call.endIfStartedBefore(nanos);
    }
    return closed && (call == null || call.isDone());
  }

  @Override
  public void recover(Duration patience) throws InterruptedException {
    DEnginePendingOperation call = last.getAcquire();
    if (call != null && call.isLeaders()) {
      connection.recoverLeader(patience);
    } else {
      connection.recoverHome(Deadline.in(patience));
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
