package io.kvbench.bindings.etcd.light;

import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.operation.EtcdPendingOperation;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.Completion;

/** An operation with one exchange. */
abstract class PendingExchange extends EtcdExchange implements EtcdPendingOperation {
  final Completion completion;
  final EtcdConnection connection;
  private final long startedNanos;
  private volatile boolean timedOut;

  /** Read by the timeout thread without a barrier; a stale value is harmless. */
  private boolean done;

  /**
   * @param startedNanos the time from which the limit counts
   */
  PendingExchange(
      EtcdConnection connection,
      Rpc rpc,
      MessageLite request,
      Completion completion,
      long startedNanos) {
    super(rpc, request, connection.login().token());
    this.connection = connection;
    this.completion = completion;
    this.startedNanos = startedNanos;
  }

  @Override
  public final boolean isDone() {
    return done;
  }

  @Override
  public final void endIfStartedBefore(long nanos) {
    if (!done && startedNanos - nanos < 0) {
      timedOut = true;
      cancel();
    }
  }

  final void cancel() {
    connection.cancel(this);
  }

  /** Ends the operation; returns whether it had not ended before. */
  final boolean end() {
    boolean first = !done;
    done = true;
    return first;
  }

  @Override
  public void failed(Status status) {
    if (!end()) {
      return;
    }
    if (EtcdFailure.isTokenOver(status)) {
      connection.login().over(token);
    }
    boolean late = timedOut && status.getCode() == Status.Code.CANCELLED;
    (late ? timeout() : meaning(EtcdFailure.of(status))).tell(completion);
  }

  /** Returns the failure of the operation, given that of one of its requests. */
  EtcdFailure meaning(EtcdFailure failure) {
    return failure;
  }

  /** Returns the failure of an operation that took too long. */
  EtcdFailure timeout() {
    return EtcdFailure.TIMEOUT;
  }
}
