package io.kvbench.bindings.dengine;

import static io.kvbench.bindings.dengine.Messages.CANCELLED;
import static io.kvbench.bindings.dengine.Messages.CLIENT;
import static io.kvbench.bindings.dengine.Messages.DELETE;
import static io.kvbench.bindings.dengine.Messages.PROGRESS;
import static io.kvbench.bindings.dengine.Messages.PUT;
import static io.kvbench.bindings.dengine.Messages.UNKNOWN;
import static io.kvbench.bindings.dengine.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.grpc.ScriptedGrpcServer;
import io.kvbench.testkit.grpc.ScriptedGrpcServer.Asked;
import io.kvbench.testkit.grpc.ScriptedWatchContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that an event belongs to the operation's own write if it has the written value. */
class DEngineWatchedPutTest extends ScriptedWatchContract {
  private static final byte[] OWN = VALUE.toByteArray();
  private static final byte[] ANOTHERS = {1, 2, 4};

  @Override
  protected void prepare(ScriptedGrpcServer played) throws IOException {
    Messages.lead(played);
  }

  @Override
  protected String limit() {
    return "dengine.requesttimeout";
  }

  @Override
  protected Binding open(List<String> endpoints, String limit) throws Exception {
    return TestConfig.open(endpoints, Map.of(limit(), limit));
  }

  @Override
  protected Asked watched() throws Exception {
    Asked watch = next(CLIENT + "Watch");
    watch.begin();
    return watch;
  }

  @Override
  protected Asked write() throws Exception {
    return next(CLIENT + "HandleClientWrite");
  }

  @Override
  protected byte[] written() throws IOException {
    byte[] succeeded = message(out -> out.writeBool(1, true));
    return message(out -> out.writeByteArray(2, succeeded));
  }

  @Override
  protected byte[] ownEvent() throws IOException {
    return Messages.event(PUT, OWN, 17);
  }

  @Override
  protected byte[] anothersEvent() throws IOException {
    return Messages.event(PUT, ANOTHERS, 17);
  }

  @Override
  protected ErrorKind broken(Asked watch) {
    watch.end(Status.UNAVAILABLE.withDescription("Watch stream closed"));
    return ErrorKind.CONNECTION_LOST;
  }

  @Test
  void waitsForTheEventWithItsValue() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    Asked write = write();
    watch.say(anothersEvent());
    write.answer(written());
    watch.say(Messages.event(DELETE, new byte[0], 17));
    watch.say(Messages.event(PROGRESS, new byte[0], 17));
    assertThatNothingCame(answer);

    watch.say(ownEvent());

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void anEventOfAnUnknownKindIsAnError() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    write().answer(written());
    watch.say(Messages.event(UNKNOWN, new byte[0], 17));

    assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
    assertThat(answer.message()).isEqualTo(DEngineFailure.GARBLED.message());
  }

  @Test
  void anAnswerThatIsNoMessageIsAnError() throws Exception {
    Answer answer = submit();
    watched();
    write().answer("<html>".getBytes(StandardCharsets.US_ASCII));

    assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
    assertThat(answer.message()).isEqualTo(DEngineFailure.GARBLED.message());
  }

  @Test
  void unknownFieldsAreSkipped() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    write()
        .answer(
            message(
                out -> {
                  out.writeRawBytes(written());
                  out.writeString(99, "of a later version");
                }));
    watch.say(
        message(
            out -> {
              out.writeString(98, "of a later version");
              out.writeRawBytes(ownEvent());
            }));

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void aWatchThatIsCancelledSaysWhy() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    write().answer(written());
    watch.say(Messages.event(CANCELLED, new byte[0], 17));

    assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
    assertThat(answer.message()).contains("cancelled the watch");
  }
}
