package io.kvbench.bindings.etcd;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.kvbench.core.binding.Completion;

/** An operation under way. */
final class KvCall extends Exchange implements Pending {
  /** Tells a completion what an answer means to it. */
  @FunctionalInterface
  interface Meaning {
    void tell(byte[] answer, Completion completion) throws InvalidProtocolBufferException;
  }

  private final Connection connection;
  private final Meaning meaning;
  private final Completion completion;
  private final long startedNanos;
  private volatile boolean timedOut;

  /** Whoever looks for calls that take too long may see it late, which does no harm. */
  private boolean done;

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
    super(rpc, request, connection.login().token());
    this.connection = connection;
    this.meaning = meaning;
    this.completion = completion;
    this.startedNanos = startedNanos;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void endIfStartedBefore(long nanos) {
    if (!done && startedNanos - nanos < 0) {
      timedOut = true;
      connection.cancel(this);
    }
  }

  @Override
  void answered(byte[] message) throws InvalidProtocolBufferException {
    done = true;
    meaning.tell(message, completion);
  }

  @Override
  void failed(Status status) {
    done = true;
    if (Failure.isTokenOver(status)) {
      connection.login().over(token);
    }
    boolean late = timedOut && status.getCode() == Status.Code.CANCELLED;
    Failure failure = late ? Failure.TIMEOUT : Failure.of(status);
    completion.failed(failure.kind(), failure.message());
  }
}
