package io.kvbench.bindings.etcd;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.kvbench.core.binding.Completion;

/** An operation that is one request with one answer. */
final class KvCall extends PendingExchange {
  /** Tells a completion what an answer means to it. */
  @FunctionalInterface
  interface Meaning {
    void tell(byte[] answer, Completion completion) throws InvalidProtocolBufferException;
  }

  private final Meaning meaning;

  /**
   * @param startedNanos the time from which the limit counts
   */
  KvCall(
      Connection connection,
      Rpc rpc,
      MessageLite request,
      Meaning meaning,
      Completion completion,
      long startedNanos) {
    super(connection, rpc, request, completion, startedNanos);
    this.meaning = meaning;
  }

  @Override
  void answered(byte[] message) throws InvalidProtocolBufferException {
    meaning.tell(message, completion);
    end();
  }
}
