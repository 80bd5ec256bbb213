package io.kvbench.bindings.etcd.light;

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
import io.kvbench.bindings.etcd.TestConfig;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.grpc.ScriptedGrpcServer;
import io.kvbench.testkit.grpc.ScriptedGrpcServer.Asked;
import io.kvbench.testkit.grpc.ScriptedWatchContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that an event belongs to the operation's own write if it has the write's revision. */
class EtcdWatchedPutTest extends ScriptedWatchContract {
  private static final String WATCH = "etcdserverpb.Watch/Watch";
  private static final ByteString KEY_BYTES = ByteString.copyFromUtf8(KEY.toString());

  @Override
  protected void prepare(ScriptedGrpcServer played) {
    played.always(
        "etcdserverpb.KV/Range",
        RangeResponse.newBuilder()
            .setHeader(ResponseHeader.newBuilder().setRevision(6))
            .build()
            .toByteArray());
  }

  @Override
  protected String limit() {
    return "etcd.requesttimeout";
  }

  @Override
  protected Binding open(List<String> endpoints, String limit) throws Exception {
    return TestConfig.open(endpoints, 1, Map.of(limit(), limit));
  }

  @Override
  protected Asked watched() throws Exception {
    Asked watch = next(WATCH);
    assertThat(WatchRequest.parseFrom(watch.request()).getCreateRequest().getKey())
        .isEqualTo(KEY_BYTES);
    watch.begin();
    watch.say(WatchResponse.newBuilder().setCreated(true).build().toByteArray());
    return watch;
  }

  @Override
  protected Asked write() throws Exception {
    Asked put = next("etcdserverpb.KV/Put");
    assertThat(PutRequest.parseFrom(put.request()).getKey()).isEqualTo(KEY_BYTES);
    return put;
  }

  @Override
  protected byte[] written() {
    return PutResponse.newBuilder()
        .setHeader(ResponseHeader.newBuilder().setRevision(7))
        .build()
        .toByteArray();
  }

  @Override
  protected byte[] ownEvent() {
    return events(6, 7);
  }

  @Override
  protected byte[] anothersEvent() {
    return events(5);
  }

  private static byte[] events(long... revisions) {
    WatchResponse.Builder response = WatchResponse.newBuilder();
    for (long revision : revisions) {
      response.addEvents(
          Event.newBuilder()
              .setKv(KeyValue.newBuilder().setKey(KEY_BYTES).setModRevision(revision)));
    }
    return response.build().toByteArray();
  }

  @Override
  protected ErrorKind broken(Asked watch) {
    watch.end(Status.UNAVAILABLE.withDescription("etcdserver: server stopped"));
    return ErrorKind.UNAVAILABLE;
  }

  @Test
  void waitsForTheEventOfItsOwnWrite() throws Exception {
    Answer answer = submit();
    Asked watch = watched();
    Asked put = write();
    watch.say(events(5));
    put.answer(written());
    watch.say(events(6));
    assertThatNothingCame(answer);

    watch.say(events(7, 8));

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void aWatchThatIsCancelledSaysWhy() throws Exception {
    Answer answer = submit();
    Asked watch = next(WATCH);
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
}
