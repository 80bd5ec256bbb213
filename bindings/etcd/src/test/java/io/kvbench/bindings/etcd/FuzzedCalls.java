package io.kvbench.bindings.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnResponse;
import io.kvbench.bindings.etcd.light.EtcdConnection;
import io.kvbench.bindings.etcd.light.EtcdKvCall;
import io.kvbench.bindings.etcd.light.EtcdSession;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Mutation;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Operations of every kind as calls, each with a possible answer of a server. */
final class FuzzedCalls {
  private static final Key KEY = Key.of("key");
  private static final ResponseHeader HEADER =
      ResponseHeader.newBuilder().setRevision(1L << 40).setRaftTerm(3).build();
  private static final KeyValue RECORD =
      KeyValue.newBuilder()
          .setKey(ByteString.copyFromUtf8("key"))
          .setModRevision(5)
          .setValue(ByteString.copyFrom(new byte[200]))
          .build();
  private static final List<? extends Operation.Write> WRITES =
      List.of(
          new Operation.Delete(KEY), new Operation.CompareAndSet(KEY, 6, Value.of(new byte[9])));

  private final EtcdConnection connection;
  private final EtcdRequests requests = new EtcdRequests(ByteString.EMPTY, false, false);

  /**
   * @param connection never connected: it only provides its login
   */
  FuzzedCalls(EtcdConnection connection) {
    this.connection = connection;
  }

  /** A call, its answer, and its end. */
  static final class Asked implements Completion {
    private EtcdExchange exchange;
    private byte[] answer;
    private int calls;
    private Optional<ErrorKind> kind = Optional.empty();
    private String words = "no end";

    EtcdExchange exchange() {
      return exchange;
    }

    byte[] answer() {
      return answer;
    }

    /** Returns its stream; 0 before it has one. */
    int stream() {
      return exchange.stream;
    }

    boolean ended() {
      return calls > 0;
    }

    int calls() {
      return calls;
    }

    /** Returns its error kind, if it failed. */
    Optional<ErrorKind> kind() {
      return kind;
    }

    @Override
    public void succeeded(Outcome outcome) {
      calls++;
      words = outcome.toString();
    }

    @Override
    public void found(ByteBuffer value, long version) {
      succeeded(Outcome.OK);
    }

    @Override
    public void failed(ErrorKind failed, String message) {
      calls++;
      kind = Optional.of(failed);
      words = failed + ": " + message;
    }

    @Override
    public String toString() {
      return exchange.rpc + " (" + words + ")";
    }
  }

  Asked next(Mutation mutation) {
    return switch (mutation.below(7)) {
      case 0 ->
          asked(
              Rpc.RANGE,
              requests.read(new Operation.Read(KEY, ReadConsistency.DEFAULT)),
              EtcdSession::read,
              RangeResponse.newBuilder().setHeader(HEADER).setCount(1).addKvs(RECORD).build());
      case 1 ->
          asked(
              Rpc.PUT,
              requests.put(KEY, Value.of(new byte[mutation.oneIn(4) ? 90_000 : 50])),
              EtcdSession::wrote,
              PutResponse.newBuilder().setHeader(HEADER).build());
      case 2 ->
          asked(
              Rpc.DELETE_RANGE,
              requests.delete(KEY),
              EtcdSession::deleted,
              DeleteRangeResponse.newBuilder().setHeader(HEADER).setDeleted(1).build());
      case 3 ->
          asked(
              Rpc.RANGE,
              requests.scan(new Operation.Scan(KEY, 10, ReadConsistency.STALE)),
              (answer, told) -> EtcdSession.scanned(requests, answer, told),
              RangeResponse.newBuilder().setHeader(HEADER).addKvs(RECORD).addKvs(RECORD).build());
      case 4 ->
          asked(
              Rpc.RANGE,
              requests.range(
                  new Operation.Range(
                      KeyRange.from(KEY), 10, RangeContent.KEYS, true, ReadConsistency.STALE)),
              (answer, told) -> EtcdSession.ranged(requests, answer, told),
              RangeResponse.newBuilder().setHeader(HEADER).addKvs(RECORD).setCount(1).build());
      case 5 ->
          asked(
              Rpc.TRANSACTION,
              requests.transaction(
                  new Operation.ReadTransaction(List.of(KEY), ReadConsistency.DEFAULT)),
              (answer, told) -> EtcdSession.foundTogether(List.of(KEY), answer, told),
              TxnResponse.newBuilder().setHeader(HEADER).addResponses(found()).build());
      case 6 ->
          asked(
              Rpc.TRANSACTION,
              requests.transaction(
                  new Operation.Range(
                      KeyRange.from(KEY), 10, RangeContent.KEYS, true, ReadConsistency.STALE)),
              (answer, told) -> EtcdSession.rangedInTransaction(requests, answer, told),
              TxnResponse.newBuilder().setHeader(HEADER).addResponses(found()).build());
      default ->
          asked(
              Rpc.TRANSACTION,
              requests.transaction(new Operation.Transaction(WRITES)),
              EtcdSession.transacted(WRITES),
              TxnResponse.newBuilder()
                  .setHeader(HEADER)
                  .setSucceeded(mutation.oneIn(2))
                  .addResponses(found())
                  .addResponses(found())
                  .build());
    };
  }

  private static ResponseOp found() {
    return ResponseOp.newBuilder()
        .setResponseRange(RangeResponse.newBuilder().addKvs(RECORD))
        .build();
  }

  private Asked asked(
      Rpc rpc, MessageLite request, EtcdKvCall.ResponseHandler handler, MessageLite answer) {
    Asked asked = new Asked();
    asked.exchange = new EtcdKvCall(connection, rpc, request, handler, asked, 0);
    asked.answer = answer.toByteArray();
    return asked;
  }
}
