package io.kvbench.bindings.etcd;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnResponse;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.util.List;

/** Finds out what kept a transaction from being carried out. */
final class TransactionAnswer {
  private TransactionAnswer() {}

  /** Returns the outcome of all writes together: the first obstacle, if there is one. */
  static Outcome outcome(List<? extends Operation.Write> writes, TxnResponse answer)
      throws InvalidProtocolBufferException {
    if (answer.getSucceeded()) {
      return Outcome.OK;
    }
    int index = 0;
    for (Operation.Write write : writes) {
      Outcome outcome =
          switch (write) {
            case Operation.Insert insert -> Outcome.OK;
            case Operation.Update update -> Outcome.OK;
            case Operation.Delete delete -> present(lookedUp(answer, index++));
            case Operation.CompareAndSet change ->
                unchanged(lookedUp(answer, index++), change.expectedVersion());
          };
      if (outcome != Outcome.OK) {
        return outcome;
      }
    }
    return Outcome.CONFLICT;
  }

  private static RangeResponse lookedUp(TxnResponse answer, int index)
      throws InvalidProtocolBufferException {
    if (index >= answer.getResponsesCount()) {
      throw new InvalidProtocolBufferException(
          "a rejected transaction was answered with %d records instead of those requested"
              .formatted(answer.getResponsesCount()));
    }
    return answer.getResponses(index).getResponseRange();
  }

  private static Outcome present(RangeResponse record) {
    return record.getKvsCount() == 0 ? Outcome.NOT_FOUND : Outcome.OK;
  }

  private static Outcome unchanged(RangeResponse record, long version) {
    if (record.getKvsCount() == 0) {
      return Outcome.NOT_FOUND;
    }
    return record.getKvs(0).getModRevision() == version ? Outcome.OK : Outcome.CONFLICT;
  }
}
