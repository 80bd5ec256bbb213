package io.kvbench.core.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingSessionTest {
  private static final Operation DELETE = new Operation.Delete(Key.of("key"));

  private final Ends ends = new Ends();

  @AfterEach
  void leaveNoInterruptionBehind() {
    Thread.interrupted();
  }

  @Test
  void theOperationIsOverWhenSubmitReturns() {
    submit(completion -> completion.succeeded(Outcome.NOT_FOUND));
    submit(completion -> completion.found(ByteBuffer.wrap(new byte[3]), 0));
    submit(completion -> completion.failed(ErrorKind.THROTTLED, "slower"));

    assertThat(ends.seen).containsExactly("NOT_FOUND", "found 3", "THROTTLED slower");
  }

  @Test
  void anExceptionIsAFailureOfTheKindThatTheBindingNames() {
    submit(
        completion -> {
          throw new TimeoutException("no answer in 1 s");
        });
    submit(
        completion -> {
          throw new IllegalStateException("closed");
        });

    assertThat(ends.seen).containsExactly("TIMEOUT no answer in 1 s", "OTHER closed");
  }

  @Test
  void anExceptionWithoutAMessageIsCalledByItsName() {
    submit(
        completion -> {
          throw new TimeoutException();
        });

    assertThat(ends.seen).containsExactly("TIMEOUT TimeoutException");
  }

  @Test
  void anInterruptionAbandonsTheOperationAndStaysVisible() {
    Thread.currentThread().interrupt();

    submit(completion -> Thread.sleep(60_000));

    assertThat(ends.seen).containsExactly("ABANDONED interrupted");
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void anErrorIsNotTheStoresAnswer() {
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(
            () ->
                submit(
                    completion -> {
                      throw new StackOverflowError();
                    }));
    assertThat(ends.seen).isEmpty();
  }

  private interface Call {
    void answer(Completion completion) throws Exception;
  }

  private void submit(Call call) {
    Session session =
        new BlockingSession() {
          @Override
          protected void perform(Operation operation, Completion completion) throws Exception {
            assertThat(operation).isSameAs(DELETE);
            call.answer(completion);
          }

          @Override
          protected ErrorKind errorKind(Exception exception) {
            return exception instanceof TimeoutException ? ErrorKind.TIMEOUT : ErrorKind.OTHER;
          }
        };
    session.submit(DELETE, ends);
  }

  /** A completion that records the ends of operations, in order. */
  private static final class Ends implements Completion {
    final List<String> seen = new ArrayList<>();

    @Override
    public void succeeded(Outcome outcome) {
      seen.add(outcome.name());
    }

    @Override
    public void found(ByteBuffer value, long version) {
      seen.add("found " + value.remaining());
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      seen.add(kind + " " + message);
    }
  }
}
