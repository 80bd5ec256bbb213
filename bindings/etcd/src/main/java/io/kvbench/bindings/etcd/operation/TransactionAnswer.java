package io.kvbench.bindings.etcd.operation;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnResponse;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.util.List;
import java.util.OptionalLong;

/** The decoder of a transaction's answer, which finds the part that prevented it. */
public final class TransactionAnswer {
  private TransactionAnswer() {}

  /** Returns the common outcome of all writes: the first obstacle, if there is one. */
  public static Outcome outcome(List<? extends Operation.Part> parts, TxnResponse answer)
      throws InvalidProtocolBufferException {
    return answer.getSucceeded()
        ? Outcome.OK
        : obstacle(
            parts,
            answer.getResponsesList().stream()
                .takeWhile(ResponseOp::hasResponseRange)
                .map(each -> each.getResponseRange().getKvsList())
                .map(
                    found ->
                        found.isEmpty()
                            ? OptionalLong.empty()
                            : OptionalLong.of(found.getFirst().getModRevision()))
                .toList());
  }

  /** Returns the same for an answer of jetcd's client. */
  public static Outcome outcome(
      List<? extends Operation.Part> parts, io.etcd.jetcd.kv.TxnResponse answer)
      throws InvalidProtocolBufferException {
    return answer.isSucceeded()
        ? Outcome.OK
        : obstacle(
            parts,
            answer.getGetResponses().stream()
                .map(
                    each ->
                        each.getKvs().isEmpty()
                            ? OptionalLong.empty()
                            : OptionalLong.of(each.getKvs().getFirst().getModRevision()))
                .toList());
  }

  /**
   * Returns the first obstacle.
   *
   * @param found the revisions of the records that were looked up, in the order of the parts with
   *     requirements
   */
  private static Outcome obstacle(List<? extends Operation.Part> parts, List<OptionalLong> found)
      throws InvalidProtocolBufferException {
    int index = 0;
    for (Operation.Part part : parts) {
      Outcome outcome =
          switch (part) {
            case Operation.Insert insert -> Outcome.OK;
            case Operation.Update update -> Outcome.OK;
            case Operation.Delete delete -> present(lookedUp(found, index++));
            case Operation.Guard guard ->
                unchanged(lookedUp(found, index++), guard.expectedVersion());
            case Operation.CompareAndSet change ->
                unchanged(lookedUp(found, index++), change.expectedVersion());
          };
      if (outcome != Outcome.OK) {
        return outcome;
      }
    }
    return Outcome.CONFLICT;
  }

  private static OptionalLong lookedUp(List<OptionalLong> found, int index)
      throws InvalidProtocolBufferException {
    if (index >= found.size()) {
      throw new InvalidProtocolBufferException(
          "a rejected transaction was answered with %d records instead of those requested"
              .formatted(found.size()));
    }
    return found.get(index);
  }

  private static Outcome present(OptionalLong revision) {
    return revision.isEmpty() ? Outcome.NOT_FOUND : Outcome.OK;
  }

  private static Outcome unchanged(OptionalLong revision, long version) {
    if (revision.isEmpty()) {
      return Outcome.NOT_FOUND;
    }
    return revision.getAsLong() == version ? Outcome.OK : Outcome.CONFLICT;
  }
}
