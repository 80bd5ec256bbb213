package io.kvbench.bindings.etcd;

import io.grpc.ClientCall;
import io.grpc.Status;
import io.kvbench.core.binding.Completion;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An operation under way. */
final class KvCall<A> extends Call<A> {
  private final ClientCall<?, A> call;
  private final BiConsumer<A, Completion> meaning;
  private final Completion completion;
  private final Login login;
  private final @Nullable String token;
  private final long startedNanos;
  private volatile boolean timedOut;

  /** Whoever looks for calls that take too long may see it late, which does no harm. */
  private boolean done;

  /**
   * @param meaning tells the completion what an answer means to it
   * @param startedNanos the time from which the limit counts
   */
  KvCall(
      ClientCall<?, A> call,
      BiConsumer<A, Completion> meaning,
      Completion completion,
      Login login,
      long startedNanos) {
    this.call = call;
    this.meaning = meaning;
    this.completion = completion;
    this.login = login;
    this.token = login.token();
    this.startedNanos = startedNanos;
  }

  @Nullable String token() {
    return token;
  }

  boolean isDone() {
    return done;
  }

  /** Ends the call if it was started before; that is told to the completion on the event loop. */
  void endIfStartedBefore(long nanos) {
    if (!done && startedNanos - nanos < 0) {
      timedOut = true;
      call.cancel("out of time", null);
    }
  }

  @Override
  void answered(A message) {
    done = true;
    meaning.accept(message, completion);
  }

  @Override
  void failed(Status status) {
    done = true;
    if (Failure.isTokenOver(status)) {
      login.over(token);
    }
    boolean late = timedOut && status.getCode() == Status.Code.CANCELLED;
    Failure failure = late ? Failure.TIMEOUT : Failure.of(status);
    completion.failed(failure.kind(), failure.message());
  }
}
