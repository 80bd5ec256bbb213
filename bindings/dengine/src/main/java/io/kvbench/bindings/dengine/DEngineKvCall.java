package io.kvbench.bindings.dengine;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.kvbench.bindings.dengine.proto.ClientResponse;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.grpc.UnaryCall;
import io.kvbench.core.binding.Completion;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An operation in flight, or held back while the leader is unknown.
 *
 * @param <Q> its request
 * @param <A> its answer
 */
final class DEngineKvCall<Q, A> extends UnaryCall<A> implements DEnginePendingOperation {
  private final DEngineConnection connection;
  private final MethodDescriptor<Q, A> method;
  private final Q request;
  private final BiConsumer<A, Completion> meaning;
  private final Completion completion;
  private final long startedNanos;

  /** Set by the thread that sends or fails a held operation. */
  private final AtomicBoolean taken = new AtomicBoolean();

  /** The leader that it was sent to; null if any server may answer. */
  private volatile @Nullable LeaderRoute route;

  private volatile @Nullable ClientCall<Q, A> call;
  private volatile boolean timedOut;

  /** Read by the timeout thread without a barrier; a stale value is harmless. */
  private boolean done;

  /**
   * @param meaning interprets an answer for the completion
   * @param startedNanos the time from which the limit counts
   */
  DEngineKvCall(
      DEngineConnection connection,
      MethodDescriptor<Q, A> method,
      Q request,
      BiConsumer<A, Completion> meaning,
      Completion completion,
      long startedNanos) {
    this.connection = connection;
    this.method = method;
    this.request = request;
    this.meaning = meaning;
    this.completion = completion;
    this.startedNanos = startedNanos;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public boolean isLeaders() {
    return route != null;
  }

  @Override
  public void sendToLeader(LeaderRoute leader) {
    if (taken.compareAndSet(false, true)) {
      route = leader;
      sendTo(leader.endpoint());
    }
  }

  void sendToAny() {
    if (taken.compareAndSet(false, true)) {
      sendTo(connection.home());
    }
  }

  private void sendTo(Endpoint endpoint) {
    ManagedChannel channel = connection.channel(endpoint);
    if (channel == null) {
      tell(DEngineFailure.CLOSED);
      return;
    }
    ClientCall<Q, A> made = channel.newCall(method, CallOptions.DEFAULT);
    call = made;
    send(made, request, new Metadata());
  }

  @Override
  public void giveUp(DEngineFailure why) {
    if (taken.compareAndSet(false, true)) {
      tell(why);
    }
  }

  @Override
  public void endIfStartedBefore(long nanos) {
    if (!done && startedNanos - nanos < 0) {
      giveUp(DEngineFailure.NO_LEADER);
      ClientCall<Q, A> sent = call;
      if (sent != null) {
        timedOut = true;
        sent.cancel("out of time", null);
      }
    }
  }

  @Override
  protected void answered(A answer) {
    if (answer instanceof ClientResponse response && response.getError() != 0) {
      tell(DEngineFailure.of(response.getError()));
    } else {
      done = true;
      meaning.accept(answer, completion);
    }
  }

  @Override
  protected void failed(Status status) {
    boolean late = timedOut && status.getCode() == Status.Code.CANCELLED;
    tell(late ? DEngineFailure.TIMEOUT : DEngineFailure.of(status));
  }

  /** The client's next operation must not go to where this one has failed. */
  private void tell(DEngineFailure failure) {
    done = true;
    LeaderRoute leader = route;
    if (leader != null && failure.mayMeanAnotherLeader()) {
      connection.leadership().lost(leader);
    }
    failure.tell(completion);
  }
}
