package io.kvbench.bindings.etcd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.kvbench.core.binding.Traffic;
import io.kvbench.testkit.RecordedTraffic;
import io.kvbench.testkit.RecordedTraffic.Turn;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the recording of etcd's clients. */
class EtcdTrafficTest {
  private static final Traffic TRAFFIC =
      (sink, connection) -> new EtcdTraffic(sink, connection, "p/");

  @TempDir private Path directory;

  /** A connection with one stream per call. */
  private static final class Conversation {
    private final DefaultHttp2HeadersEncoder ofClient = new DefaultHttp2HeadersEncoder();
    private final DefaultHttp2HeadersEncoder ofServer = new DefaultHttp2HeadersEncoder();
    private final List<Turn> turns = new ArrayList<>();
    private int stream = -1;

    Conversation() {
      ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
      ByteBuf settings = frame(Http2FrameTypes.SETTINGS, 0, 0, Unpooled.EMPTY_BUFFER);
      turns.add(Turn.sent(bytes(Unpooled.wrappedBuffer(preface, settings))));
      turns.add(Turn.received(bytes(frame(Http2FrameTypes.SETTINGS, 0, 0, Unpooled.EMPTY_BUFFER))));
    }

    private static byte[] bytes(ByteBuf buffer) {
      byte[] bytes = new byte[buffer.readableBytes()];
      buffer.readBytes(bytes).release();
      return bytes;
    }

    private static ByteBuf frame(int type, int flags, int stream, ByteBuf payload) {
      ByteBuf frame = Unpooled.buffer();
      frame.writeMedium(payload.readableBytes()).writeByte(type).writeByte(flags);
      return frame.writeInt(stream).writeBytes(payload);
    }

    private static ByteBuf data(MessageLite message) {
      byte[] bytes = message.toByteArray();
      return Unpooled.buffer().writeByte(0).writeInt(bytes.length).writeBytes(bytes);
    }

    private ByteBuf headers(DefaultHttp2HeadersEncoder encoder, Http2Headers headers, int flags) {
      try {
        ByteBuf block = Unpooled.buffer();
        encoder.encodeHeaders(stream, headers, block);
        return frame(Http2FrameTypes.HEADERS, Http2Flags.END_HEADERS | flags, stream, block);
      } catch (Http2Exception e) {
        throw new IllegalStateException(e);
      }
    }

    Conversation call(String path, MessageLite request) {
      stream += 2;
      Http2Headers headers =
          new DefaultHttp2Headers()
              .method("POST")
              .scheme("http")
              .path(path)
              .authority("h")
              .set("content-type", "application/grpc")
              .set("token", "s3cret");
      turns.add(
          Turn.sent(
              bytes(
                  Unpooled.wrappedBuffer(
                      headers(ofClient, headers, 0),
                      frame(Http2FrameTypes.DATA, Http2Flags.END_STREAM, stream, data(request))))));
      return this;
    }

    Conversation answer(MessageLite message) {
      Http2Headers first = new DefaultHttp2Headers().status("200");
      Http2Headers last = new DefaultHttp2Headers().set("grpc-status", "0");
      turns.add(
          Turn.received(
              bytes(
                  Unpooled.wrappedBuffer(
                      headers(ofServer, first, 0),
                      frame(Http2FrameTypes.DATA, 0, stream, data(message)),
                      headers(ofServer, last, Http2Flags.END_STREAM)))));
      return this;
    }

    Conversation refusal(int status, String message) {
      Http2Headers only =
          new DefaultHttp2Headers()
              .status("200")
              .set("grpc-status", String.valueOf(status))
              .set("grpc-message", message);
      turns.add(Turn.received(bytes(headers(ofServer, only, Http2Flags.END_STREAM))));
      return this;
    }
  }

  private static final String RANGE = "/etcdserverpb.KV/Range";
  private static final String PUT = "/etcdserverpb.KV/Put";
  private static final String DELETE = "/etcdserverpb.KV/DeleteRange";
  private static final String TXN = "/etcdserverpb.KV/Txn";

  private static ByteString text(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static RangeRequest range(String key) {
    return RangeRequest.newBuilder().setKey(text(key)).build();
  }

  private static RangeResponse found(int bytes) {
    return RangeResponse.newBuilder()
        .setCount(1)
        .addKvs(KeyValue.newBuilder().setValue(ByteString.copyFrom(new byte[bytes])))
        .build();
  }

  private static PutRequest put(String key, int bytes) {
    return PutRequest.newBuilder()
        .setKey(text(key))
        .setValue(ByteString.copyFrom(new byte[bytes]))
        .build();
  }

  private static RequestOp writes(String key, int bytes) {
    return RequestOp.newBuilder().setRequestPut(put(key, bytes)).build();
  }

  private static Compare modified(String key, long revision) {
    return Compare.newBuilder()
        .setKey(text(key))
        .setTarget(Compare.CompareTarget.MOD)
        .setModRevision(revision)
        .setResult(Compare.CompareResult.EQUAL)
        .build();
  }

  private static TxnResponse succeeded(boolean succeeded) {
    return TxnResponse.newBuilder().setSucceeded(succeeded).build();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6, 100_000})
  void operationsHaveTheirKeysSizesAndAnswers(int piece) throws Exception {
    Conversation conversation =
        new Conversation()
            .call(RANGE, range("p/a"))
            .answer(found(40_000))
            .call(RANGE, range("p/a").toBuilder().setSerializable(true).build())
            .answer(RangeResponse.getDefaultInstance())
            .call(PUT, put("p/a", 30_000))
            .answer(PutResponse.getDefaultInstance())
            .call(DELETE, DeleteRangeRequest.newBuilder().setKey(text("other")).build())
            .answer(DeleteRangeResponse.newBuilder().setDeleted(1).build())
            .call(RANGE, range("p/").toBuilder().setRangeEnd(text("p0")).build())
            .answer(found(1))
            .call(RANGE, range("p/k").toBuilder().setRangeEnd(text("p0")).setLimit(5).build())
            .answer(RangeResponse.getDefaultInstance())
            .call(PUT, put("p/b", 1))
            .refusal(14, "etcdserver: no leader")
            .call(PUT, put("p/c", 1));

    RecordedTraffic traffic = RecordedTraffic.of(TRAFFIC, directory, piece, conversation.turns);

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations())
        .containsExactly(
            "READ a: OK, 40000 bytes",
            "READ a stale: NOT_FOUND",
            "UPDATE a 30000 bytes: OK",
            "DELETE other: OK",
            "RANGE : OK",
            "RANGE k, : NOT_FOUND",
            "UPDATE b 1 bytes: UNAVAILABLE",
            "UPDATE c 1 bytes: CONNECTION_LOST");
    assertThat(traffic.ignored()).isEmpty();
  }

  @Test
  void transactionsAreWhatTheyDo() throws Exception {
    TxnRequest create =
        TxnRequest.newBuilder().addCompare(modified("p/a", 0)).addSuccess(writes("p/a", 3)).build();
    TxnRequest swap =
        TxnRequest.newBuilder()
            .addCompare(modified("p/a", 9))
            .addSuccess(writes("p/a", 3))
            .addFailure(RequestOp.newBuilder().setRequestRange(range("p/a")))
            .build();
    TxnRequest both =
        TxnRequest.newBuilder().addSuccess(writes("p/a", 3)).addSuccess(writes("p/b", 4)).build();
    TxnRequest reads =
        TxnRequest.newBuilder()
            .addSuccess(RequestOp.newBuilder().setRequestRange(range("p/a")))
            .addSuccess(RequestOp.newBuilder().setRequestRange(range("p/b")))
            .build();
    Conversation conversation =
        new Conversation()
            .call(TXN, create)
            .answer(succeeded(false))
            .call(TXN, swap)
            .answer(succeeded(false))
            .call(TXN, both)
            .answer(succeeded(true))
            .call(TXN, reads)
            .answer(succeeded(true));

    RecordedTraffic traffic = RecordedTraffic.of(TRAFFIC, directory, 100, conversation.turns);

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations())
        .containsExactly(
            "INSERT a 3 bytes: ALREADY_EXISTS",
            "COMPARE_AND_SET a 3 bytes: CONFLICT",
            "TRANSACTION UPDATE a 3 bytes, UPDATE b 4 bytes: OK",
            "READ_TRANSACTION a, b: OK");
  }

  @Test
  void whatHasNoPlaceIsCountedWithoutItsContents() throws Exception {
    Conversation conversation =
        new Conversation()
            .call(
                "/etcdserverpb.Auth/Authenticate",
                AuthenticateRequest.newBuilder().setName("u").setPassword("s3cret").build())
            .answer(PutResponse.getDefaultInstance())
            .call("/other.s3cret/s3cret", PutRequest.getDefaultInstance())
            .answer(PutResponse.getDefaultInstance())
            .call("/etcdserverpb.Watch/Watch", PutRequest.getDefaultInstance());

    RecordedTraffic traffic = RecordedTraffic.of(TRAFFIC, directory, 100, conversation.turns);

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).isEmpty();
    assertThat(traffic.ignored())
        .isEqualTo(Map.of("Auth/Authenticate", 1L, "another call", 1L, "Watch/Watch", 1L));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void requestsForVersionsAreNoCalls(int piece) throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            piece,
            List.of(
                Turn.sent("POST /v HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8)),
                Turn.received("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.UTF_8))));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.ignored()).isEqualTo(Map.of("connection with HTTP/1.1", 1L));
  }

  @Test
  void otherProtocolsAreNotDecoded() throws Exception {
    assertThat(
            RecordedTraffic.of(
                    TRAFFIC, directory, 100, List.of(Turn.sent(new byte[] {22, 3, 1, 2, 0, 1})))
                .failure())
        .contains("it does not begin as HTTP/2");
  }
}
