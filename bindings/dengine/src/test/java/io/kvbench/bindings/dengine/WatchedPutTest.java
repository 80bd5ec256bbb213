package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import io.grpc.Status;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a watch when acknowledgement and events come as they rarely do. */
@Timeout(120)
class WatchedPutTest {
  private static final String CLIENT = "d_engine.client.RaftClientService/";
  private static final String WATCH = CLIENT + "Watch";
  private static final String WRITE = CLIENT + "HandleClientWrite";
  private static final byte[] OWN = {1, 2, 3};
  private static final byte[] ANOTHERS = {1, 2, 4};
  private static final int PUT = 0;
  private static final int DELETE = 1;
  private static final int CANCELLED = 2;
  private static final int PROGRESS = 3;

  private PlayedServer server;
  private Binding binding;
  private Session session;

  @BeforeEach
  void open() throws Exception {
    server = new PlayedServer();
    server.always(
        "d_engine.server.cluster.ClusterManagementService/DiscoverLeader",
        message(
            out -> {
              out.writeUInt32(1, 1);
              out.writeUInt64(3, 5);
            }));
    server.always(CLIENT + "HandleClientRead", new byte[0]);
    open("30s");
  }

  private void open(String limit) throws Exception {
    if (binding != null) {
      binding.close();
    }
    Assignments assignments = new Assignments();
    assignments.add("dengine.requesttimeout", limit, Origin.of("-p"));
    Settings settings = Settings.resolve(assignments, DEngineSettings.all(), new Problems());
    binding =
        new DEngineProvider()
            .open(
                DEngineProvider.DENGINE,
                new BindingConfig(server.endpoints(), 1, Duration.ofSeconds(60), settings));
    session = binding.openSession(0);
  }

  @AfterEach
  void end() {
    binding.close();
    server.close();
  }

  /** Writes the fields of a message. */
  private interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] message(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.write(out);
    out.flush();
    return bytes.toByteArray();
  }

  private static byte[] event(int kind, byte[] value) throws IOException {
    return message(
        out -> {
          out.writeByteArray(1, "key".getBytes(StandardCharsets.US_ASCII));
          out.writeByteArray(2, value);
          out.writeEnum(3, kind);
          out.writeUInt64(5, 17);
        });
  }

  private static byte[] written() throws IOException {
    byte[] succeeded = message(out -> out.writeBool(1, true));
    return message(out -> out.writeByteArray(2, succeeded));
  }

  private Answer submit() {
    Answer answer = new Answer();
    session.submit(new Operation.Watch(Key.of("key"), Value.of(OWN)), answer);
    return answer;
  }

  private PlayedServer.Asked watched() throws Exception {
    PlayedServer.Asked watch = server.next(WATCH);
    watch.begin();
    return watch;
  }

  @Test
  void waitsForTheEventWithItsValue() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked watch = server.next(WATCH);
    watch.begin();
    PlayedServer.Asked write = server.next(WRITE);
    watch.say(event(PUT, ANOTHERS));
    write.answer(written());
    watch.say(event(DELETE, new byte[0]));
    watch.say(event(PROGRESS, new byte[0]));
    assertThatNothingCame(answer);

    watch.say(event(PUT, OWN));

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void anEventMayComeBeforeTheAcknowledgement() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked watch = watched();
    PlayedServer.Asked write = server.next(WRITE);
    watch.say(event(PUT, OWN));
    assertThatNothingCame(answer);

    write.answer(written());

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  /** A moment shows only what comes at once, and that is what a mistake would do. */
  private static void assertThatNothingCame(Answer answer) throws InterruptedException {
    Thread.sleep(50);
    assertThat(answer.isThere()).isFalse();
  }

  /** The server tells nobody that it has dropped an event. */
  @Test
  void aWriteWithoutAnEventIsATimeoutThatSaysSo() throws Exception {
    open("300ms");
    Answer answer = submit();
    PlayedServer.Asked watch = watched();
    server.next(WRITE).answer(written());
    watch.say(event(PUT, ANOTHERS));

    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message())
        .isEqualTo(
            "the write was acknowledged, and its event did not come within dengine.requesttimeout");
  }

  @Test
  void aWriteWithoutAnAnswerIsATimeoutLikeOthers() throws Exception {
    open("300ms");
    Answer answer = submit();
    watched().say(event(PUT, OWN));
    server.next(WRITE);

    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message()).startsWith("no answer within");
  }

  @Test
  void aWatchThatIsCancelledSaysWhy() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked watch = watched();
    server.next(WRITE).answer(written());
    watch.say(event(CANCELLED, new byte[0]));

    assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
    assertThat(answer.message()).contains("cancelled the watch");
  }

  @Test
  void theNextOperationOpensAnotherWatch() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked broken = watched();
    server.next(WRITE);
    broken.end(Status.UNAVAILABLE.withDescription("Watch stream closed"));
    assertThat(answer.status()).isEqualTo(ErrorKind.CONNECTION_LOST);

    Answer next = submit();
    PlayedServer.Asked watch = watched();
    server.next(WRITE).answer(written());
    watch.say(event(PUT, OWN));

    assertThat(next.status()).isEqualTo(Outcome.OK);
  }
}
