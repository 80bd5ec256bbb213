package io.kvbench.bindings.etcd.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that a decoder with the same table reads the encoded headers. */
class RequestHeadersTest {
  private static final String AUTHORITY = "etcd.example:2379";

  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true);
  private final List<Integer> sizes = new ArrayList<>();

  private Http2Headers sent(RequestHeaders headers, Rpc rpc, @Nullable EtcdToken token)
      throws Http2Exception {
    ByteBuf block = Unpooled.buffer();
    headers.write(block, rpc, token == null ? null : token.field());
    sizes.add(block.readableBytes());
    return decoder.decodeHeaders(1, block);
  }

  private static void assertComplete(Http2Headers headers, Rpc rpc, String scheme, String host) {
    assertThat(headers.method()).hasToString("POST");
    assertThat(headers.scheme()).hasToString(scheme);
    assertThat(headers.path()).hasToString(rpc.path());
    assertThat(headers.authority()).hasToString(host);
    assertThat(headers.get("content-type")).hasToString("application/grpc");
    assertThat(headers.get("te")).hasToString("trailers");
  }

  @Test
  void everyRequestHasAllOfItsHeaders() throws Http2Exception {
    RequestHeaders headers = new RequestHeaders(AUTHORITY, false);

    for (int round = 0; round < 3; round++) {
      for (Rpc rpc : Rpc.values()) {
        Http2Headers sent = sent(headers, rpc, null);
        assertComplete(sent, rpc, "http", AUTHORITY);
        assertThat(sent).hasSize(6);
      }
    }
  }

  @Test
  void whatWasSaidOnceIsNamedByItsNumber() throws Http2Exception {
    RequestHeaders headers = new RequestHeaders(AUTHORITY, true);

    assertComplete(sent(headers, Rpc.PUT, null), Rpc.PUT, "https", AUTHORITY);
    assertComplete(sent(headers, Rpc.PUT, null), Rpc.PUT, "https", AUTHORITY);

    assertThat(sizes.get(0)).isGreaterThan(60);
    assertThat(sizes.get(1)).isEqualTo(6);
  }

  @Test
  void aTokenIsToldEachTimeAndKeptByNobody() throws Http2Exception {
    RequestHeaders headers = new RequestHeaders(AUTHORITY, false);

    for (String text : List.of("first", "second", "x".repeat(5000))) {
      Http2Headers sent = sent(headers, Rpc.RANGE, new EtcdToken(text));
      assertComplete(sent, Rpc.RANGE, "http", AUTHORITY);
      assertThat(sent.get("token")).hasToString(text);
    }

    assertThat(sent(headers, Rpc.RANGE, null).get("token")).isNull();
    assertThat(sizes.getLast()).isEqualTo(6);
  }

  @Test
  void aServerThatKeepsNothingIsToldEverythingEachTime() throws Http2Exception {
    RequestHeaders headers = new RequestHeaders(AUTHORITY, false);
    headers.tableSize(0);
    decoder.maxHeaderTableSize(0);

    for (Rpc rpc : List.of(Rpc.RANGE, Rpc.RANGE, Rpc.TRANSACTION)) {
      assertComplete(sent(headers, rpc, null), rpc, "http", AUTHORITY);
    }

    assertThat(sizes).allMatch(size -> size > 60);
  }

  @Test
  void aServerMayStopKeepingAnythingLater() throws Http2Exception {
    RequestHeaders headers = new RequestHeaders(AUTHORITY, false);
    assertComplete(sent(headers, Rpc.RANGE, null), Rpc.RANGE, "http", AUTHORITY);
    headers.tableSize(0);
    decoder.maxHeaderTableSize(0);

    for (Rpc rpc : List.of(Rpc.RANGE, Rpc.PUT, Rpc.RANGE)) {
      assertComplete(sent(headers, rpc, null), rpc, "http", AUTHORITY);
    }
  }

  @Test
  void namesOfAnyLengthAreWrittenOut() throws Http2Exception {
    for (int length : new int[] {1, 126, 127, 128, 254, 255, 1000}) {
      String host = "h".repeat(length);
      DefaultHttp2HeadersDecoder fresh = new DefaultHttp2HeadersDecoder(true);
      ByteBuf block = Unpooled.buffer();
      new RequestHeaders(host, false).write(block, Rpc.RANGE, null);
      Map<String, Integer> lengths =
          Map.of("authority", fresh.decodeHeaders(1, block).authority().length());
      assertThat(lengths).containsEntry("authority", length);
    }
  }
}
