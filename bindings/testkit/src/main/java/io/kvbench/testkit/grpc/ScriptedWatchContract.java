package io.kvbench.testkit.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.grpc.RefusingProxy.Refusal;
import io.kvbench.testkit.grpc.ScriptedGrpcServer.Asked;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract of watches with rare orders of acknowledgements and events, and of writes that are
 * rejected.
 */
@Timeout(120)
public abstract class ScriptedWatchContract {
  /** The key that is watched and written. */
  protected static final Key KEY = Key.of("key");

  /** The written value. */
  protected static final Value VALUE = Value.of(new byte[] {1, 2, 3});

  private ScriptedGrpcServer server;
  private Binding binding;
  private Session session;

  /** Sets the server's constant answers. */
  protected abstract void prepare(ScriptedGrpcServer played) throws Exception;

  /** Returns the name of the setting with the timeout of operations. */
  protected abstract String limit();

  /** Opens the binding with a timeout. */
  protected abstract Binding open(List<String> endpoints, String limit) throws Exception;

  /** Takes the watch and confirms it. */
  protected abstract Asked watched() throws Exception;

  /** Takes the write. */
  protected abstract Asked write() throws Exception;

  /** Returns the acknowledgement of the write. */
  protected abstract byte[] written() throws Exception;

  protected abstract byte[] ownEvent() throws Exception;

  /** Returns the event of another client's write. */
  protected abstract byte[] anothersEvent() throws Exception;

  /** Breaks a watch as a server does on shutdown, and returns the error of the operation. */
  protected abstract ErrorKind broken(Asked watch);

  @BeforeEach
  void start() throws Exception {
    server = new ScriptedGrpcServer();
    prepare(server);
    binding = open(server.endpoints(), "30s");
    session = binding.openSession(0);
  }

  private void limitTo(String limit) throws Exception {
    binding.close();
    binding = open(server.endpoints(), limit);
    session = binding.openSession(0);
  }

  @AfterEach
  void end() {
    binding.close();
    server.close();
  }

  /** Waits for the next request to a method. */
  protected final Asked next(String method) throws InterruptedException {
    return server.next(method);
  }

  /** Begins to watch and write. */
  protected final Answer submit() throws InterruptedException {
    Answer answer = new Answer();
    session.submit(new Operation.Watch(KEY, VALUE), answer);
    return answer;
  }

  /** Waits briefly, since a mistake would complete it immediately. */
  protected static void assertThatNothingCame(Answer answer) throws InterruptedException {
    Thread.sleep(50);
    assertThat(answer.isThere()).isFalse();
  }

  @Test
  void anEventMayComeBeforeTheAcknowledgement() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    Asked write = write();
    watch.say(anothersEvent());
    watch.say(ownEvent());
    assertThatNothingCame(answer);

    write.answer(written());

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  /** A dropped event is not reported to clients. */
  @Test
  void aWriteWithoutAnEventIsATimeoutThatSaysSo() throws Exception {
    limitTo("300ms");
    Answer answer = submit();
    Asked watch = watched();
    write().answer(written());
    watch.say(anothersEvent());

    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message())
        .isEqualTo("the write was acknowledged, and its event did not come within " + limit());
  }

  @Test
  void aWriteWithoutAnAnswerIsATimeoutLikeOthers() throws Exception {
    limitTo("300ms");
    Answer answer = submit();
    watched().say(ownEvent());
    write();

    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message()).startsWith("no answer within");
  }

  /** A refusal of the watch says nothing about the write, which has been sent. */
  @Test
  void aWatchThatIsRefusedAfterTheWriteLeavesDoubt() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    Asked write = write();
    watch.end(Status.PERMISSION_DENIED.withDescription("permission denied"));

    assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
    assertThat(answer.message()).contains("permission denied");
    write.answer(written());
  }

  @Test
  void aWriteThatIsRefusedLeavesNoDoubt() throws Exception {
    Answer answer = submit();
    watched();
    write().end(Status.PERMISSION_DENIED.withDescription("permission denied"));

    assertThat(answer.status()).isEqualTo(ErrorKind.UNAUTHORIZED);
  }

  @Test
  void theNextOperationOpensAnotherWatch() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    write();
    ErrorKind expected = broken(watch);
    assertThat(answer.status()).isEqualTo(expected);

    Answer next = submit();
    Asked another = watched();
    write().answer(written());
    another.say(ownEvent());

    assertThat(next.status()).isEqualTo(Outcome.OK);
  }

  /** Libraries silently retry requests that a server reports as unprocessed. */
  @ParameterizedTest
  @EnumSource
  void aRefusedRequestIsNotSentAgain(Refusal refusal) throws Exception {
    try (RefusingProxy proxy = new RefusingProxy(server.endpoints(), KEY.toString());
        Binding refused = open(proxy.endpoints(), "30s")) {
      Session once = refused.openSession(0);
      Answer answered = new Answer();
      once.submit(new Operation.Update(KEY, VALUE), answered);
      write().answer(written());
      assertThat(answered.status()).isEqualTo(Outcome.OK);

      proxy.refuse(refusal);
      Answer lost = new Answer();
      once.submit(new Operation.Update(KEY, VALUE), lost);

      assertThat(lost.status()).as(lost::toString).isInstanceOf(ErrorKind.class);
      assertThat(proxy.refused()).isEqualTo(1);
    }
  }
}
