package io.kvbench.bindings.etcd.traffic;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.kvbench.bindings.etcd.traffic.EtcdCallDecoder.Answer;
import io.kvbench.bindings.etcd.traffic.EtcdCallDecoder.AnswerReader;
import io.kvbench.bindings.etcd.traffic.EtcdCallDecoder.Read;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decoder from transactions to operations, by their effects if the conditions hold. One write
 * under a condition on its own record is an insert, a compare-and-set, an update or a deletion.
 */
final class EtcdTransactionDecoder {
  private final EtcdCallDecoder calls;

  EtcdTransactionDecoder(EtcdCallDecoder calls) {
    this.calls = calls;
  }

  Read read(TxnRequest transaction) {
    List<TracedPart> writes = new ArrayList<>();
    List<TracedPart> reads = new ArrayList<>();
    for (RequestOp op : transaction.getSuccessList()) {
      Optional<String> unfit = add(transaction, op, writes, reads);
      if (unfit.isPresent()) {
        return Read.ignored("KV/Txn with " + unfit.get());
      }
    }
    if (writes.isEmpty()) {
      return reads.isEmpty()
          ? Read.ignored("KV/Txn without an operation")
          : Read.of(
              TracedRequest.of(OperationType.READ_TRANSACTION, reads, ReadConsistency.DEFAULT),
              answer(Outcome.CONFLICT));
    }
    if (writes.size() > 1 || !reads.isEmpty()) {
      return Read.of(
          TracedRequest.of(OperationType.TRANSACTION, writes, ReadConsistency.DEFAULT),
          answer(Outcome.CONFLICT));
    }
    return single(writes.getFirst(), transaction);
  }

  /** Adds the effect of an operation; returns why a trace cannot represent it, if so. */
  private Optional<String> add(
      TxnRequest transaction, RequestOp op, List<TracedPart> writes, List<TracedPart> reads) {
    switch (op.getRequestCase()) {
      case REQUEST_PUT ->
          writes.add(
              new TracedPart(
                  type(transaction, op.getRequestPut().getKey()),
                  calls.key(op.getRequestPut().getKey()),
                  op.getRequestPut().getValue().size()));
      case REQUEST_DELETE_RANGE -> {
        if (!op.getRequestDeleteRange().getRangeEnd().isEmpty()) {
          return Optional.of("a deletion of several keys");
        }
        writes.add(
            new TracedPart(
                OperationType.DELETE,
                calls.key(op.getRequestDeleteRange().getKey()),
                TracedPart.NONE));
      }
      case REQUEST_RANGE -> {
        if (!op.getRequestRange().getRangeEnd().isEmpty()) {
          return Optional.of("a range of several keys");
        }
        reads.add(
            new TracedPart(
                OperationType.READ_TRANSACTION,
                calls.key(op.getRequestRange().getKey()),
                TracedPart.NONE));
      }
      case REQUEST_TXN, REQUEST_NOT_SET -> {
        return Optional.of("a nested transaction");
      }
    }
    return Optional.empty();
  }

  /** Returns the type of a put, by the conditions on its own record. */
  private static OperationType type(TxnRequest transaction, ByteString key) {
    Compare condition = condition(transaction, key);
    if (condition == null) {
      return OperationType.UPDATE;
    }
    if (requiresNone(condition)) {
      return OperationType.INSERT;
    }
    return condition.getResult() == Compare.CompareResult.EQUAL
        ? OperationType.COMPARE_AND_SET
        : OperationType.UPDATE;
  }

  private static @Nullable Compare condition(TxnRequest transaction, ByteString key) {
    for (Compare compare : transaction.getCompareList()) {
      if (compare.getKey().equals(key)) {
        return compare;
      }
    }
    return null;
  }

  private static boolean requiresNone(Compare compare) {
    boolean zero =
        switch (compare.getTarget()) {
          case CREATE -> compare.getCreateRevision() == 0;
          case MOD -> compare.getModRevision() == 0;
          case VERSION -> compare.getVersion() == 0;
          default -> false;
        };
    return zero && compare.getResult() == Compare.CompareResult.EQUAL;
  }

  private static Read single(TracedPart write, TxnRequest transaction) {
    Outcome otherwise =
        switch (write.type()) {
          case INSERT -> Outcome.ALREADY_EXISTS;
          case COMPARE_AND_SET -> Outcome.CONFLICT;
          default ->
              transaction.getCompareList().stream()
                      .anyMatch(compare -> compare.getTarget() == Compare.CompareTarget.VERSION)
                  ? Outcome.NOT_FOUND
                  : Outcome.CONFLICT;
        };
    return Read.of(
        TracedRequest.of(write.type(), List.of(write), ReadConsistency.DEFAULT), answer(otherwise));
  }

  private static AnswerReader answer(Outcome otherwise) {
    return message ->
        Answer.of(TxnResponse.parseFrom(message).getSucceeded() ? Outcome.OK : otherwise);
  }
}
