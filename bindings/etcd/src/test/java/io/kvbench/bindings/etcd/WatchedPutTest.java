package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a watch when acknowledgement and events come as they rarely do. */
@Timeout(120)
class WatchedPutTest {
  private static final String WATCH = "etcdserverpb.Watch/Watch";
  private static final String PUT = "etcdserverpb.KV/Put";
  private static final ByteString KEY = ByteString.copyFromUtf8("key");

  private PlayedServer server;
  private Binding binding;
  private Session session;

  @BeforeEach
  void open() throws Exception {
    server = new PlayedServer();
    server.always("etcdserverpb.KV/Range", RangeResponse.getDefaultInstance().toByteArray());
    open("30s");
  }

  private void open(String limit) throws Exception {
    if (binding != null) {
      binding.close();
    }
    binding = TestConfig.open(server.endpoints(), 1, Map.of("etcd.requesttimeout", limit));
    session = binding.openSession(0);
  }

  @AfterEach
  void end() {
    binding.close();
    server.close();
  }

  private Answer submit() {
    Answer answer = new Answer();
    session.submit(new Operation.Watch(Key.of("key"), Value.of(new byte[] {1})), answer);
    return answer;
  }

  /** Takes the watch and says that it stands. */
  private PlayedServer.Asked watched() throws Exception {
    PlayedServer.Asked watch = server.next(WATCH);
    assertThat(WatchRequest.parseFrom(watch.request()).getCreateRequest().getKey()).isEqualTo(KEY);
    watch.begin();
    watch.say(WatchResponse.newBuilder().setCreated(true).build().toByteArray());
    return watch;
  }

  private PlayedServer.Asked put() throws Exception {
    PlayedServer.Asked put = server.next(PUT);
    assertThat(PutRequest.parseFrom(put.request()).getKey()).isEqualTo(KEY);
    return put;
  }

  private static byte[] written(long revision) {
    return PutResponse.newBuilder()
        .setHeader(ResponseHeader.newBuilder().setRevision(revision))
        .build()
        .toByteArray();
  }

  private static byte[] events(long... revisions) {
    WatchResponse.Builder response = WatchResponse.newBuilder();
    for (long revision : revisions) {
      response.addEvents(
          Event.newBuilder().setKv(KeyValue.newBuilder().setKey(KEY).setModRevision(revision)));
    }
    return response.build().toByteArray();
  }

  @Test
  void waitsForTheEventOfItsOwnWrite() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked watch = watched();
    PlayedServer.Asked put = put();
    watch.say(events(5));
    put.answer(written(7));
    watch.say(events(6));
    assertThatNothingCame(answer);

    watch.say(events(7, 8));

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void anEventMayComeBeforeTheAcknowledgement() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked watch = watched();
    PlayedServer.Asked put = put();
    watch.say(events(6, 7));
    assertThatNothingCame(answer);

    put.answer(written(7));

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  /** A moment shows only what comes at once, and that is what a mistake would do. */
  private static void assertThatNothingCame(Answer answer) throws InterruptedException {
    Thread.sleep(50);
    assertThat(answer.isDone()).isFalse();
  }

  @Test
  void aWriteWithoutAnEventIsATimeoutThatSaysSo() throws Exception {
    open("300ms");
    Answer answer = submit();
    watched();
    put().answer(written(7));

    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message())
        .isEqualTo(
            "the write was acknowledged, and its event did not come within etcd.requesttimeout");
  }

  @Test
  void aWriteWithoutAnAnswerIsATimeoutLikeOthers() throws Exception {
    open("300ms");
    Answer answer = submit();
    watched().say(events(7));
    put();

    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message()).startsWith("no answer within");
  }

  @Test
  void aWatchThatIsCancelledSaysWhy() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked watch = server.next(WATCH);
    watch.begin();
    watch.say(
        WatchResponse.newBuilder()
            .setCreated(true)
            .setCanceled(true)
            .setCancelReason("etcdserver: permission denied")
            .build()
            .toByteArray());

    assertThat(answer.status()).isEqualTo(ErrorKind.UNAUTHORIZED);
    assertThat(answer.message()).contains("permission denied");
  }

  @Test
  void theNextOperationOpensAnotherWatch() throws Exception {
    Answer answer = submit();
    PlayedServer.Asked broken = watched();
    put();
    broken.end(Status.UNAVAILABLE.withDescription("etcdserver: server stopped"));
    assertThat(answer.status()).isEqualTo(ErrorKind.UNAVAILABLE);

    Answer next = submit();
    PlayedServer.Asked watch = watched();
    put().answer(written(9));
    watch.say(events(9));

    assertThat(next.status()).isEqualTo(Outcome.OK);
  }
}
