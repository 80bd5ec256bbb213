package io.kvbench.bindings.etcd.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrailersTest {

  private static Http2Headers headers(String... fields) {
    Http2Headers headers = new DefaultHttp2Headers(false);
    for (int at = 0; at < fields.length; at += 2) {
      headers.add(fields[at], fields[at + 1]);
    }
    return headers;
  }

  @Test
  void aStatusIsToldWithItsWords() {
    assertThat(Trailers.status(headers("grpc-status", "0", "grpc-message", "")).isOk()).isTrue();

    Status refused = Trailers.status(headers("grpc-status", "3", "grpc-message", "etcdserver: no"));
    assertThat(refused.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.getDescription()).isEqualTo("etcdserver: no");
    assertThat(Trailers.status(headers("grpc-status", "14")).getDescription()).isNull();
  }

  @Test
  void aStatusThatNobodyKnowsIsUnknown() {
    assertThat(Trailers.status(headers("grpc-status", "99")).getCode())
        .isEqualTo(Status.Code.UNKNOWN);
    assertThat(Trailers.status(headers("grpc-status", "?")).getCode())
        .isEqualTo(Status.Code.UNKNOWN);
    assertThat(Trailers.status(headers()).getCode()).isEqualTo(Status.Code.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "+0", "-0", "000", "0 ", "0,0", "0x0", "+7"})
  void aNumberThatIsWrittenOtherwiseIsNoStatus(String status) {
    assertThat(Trailers.status(headers("grpc-status", status)).getCode())
        .isEqualTo(Status.Code.UNKNOWN);
    assertThat(Trailers.httpStatus(headers(":status", status + "200")).isOk())
        .isEqualTo(status.isEmpty());
  }

  @Test
  void whatIsNotGrpcSaysWhatHttpSays() {
    assertThat(Trailers.httpStatus(headers(":status", "200")).isOk()).isTrue();
    Status gateway = Trailers.status(headers(":status", "502"));
    assertThat(gateway.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(gateway.getDescription()).contains("502");
    assertThat(Trailers.httpStatus(headers(":status", "415")).getCode())
        .isEqualTo(Status.Code.UNKNOWN);
  }

  @Test
  void percentSignsStandForBytes() {
    assertThat(Trailers.decoded("50%25 of %C3%A9t%c3%a9")).isEqualTo("50% of été");
    assertThat(Trailers.decoded("100% %zz %2")).isEqualTo("100% %zz %2");
  }

  @Test
  void aStreamThatIsResetIsALostConnectionUnlessTheServerMindsTheLoad() {
    assertThat(
            EtcdFailure.of(Trailers.reset(Http2Error.INTERNAL_ERROR.code())).kind().breaksSession())
        .isTrue();
    assertThat(
            EtcdFailure.of(Trailers.reset(Http2Error.REFUSED_STREAM.code())).kind().breaksSession())
        .isTrue();
    assertThat(Trailers.reset(Http2Error.ENHANCE_YOUR_CALM.code()).getCode())
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(Trailers.reset(12345).getDescription()).contains("12345");
  }
}
