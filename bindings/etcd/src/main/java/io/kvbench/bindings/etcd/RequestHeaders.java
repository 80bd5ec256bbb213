package io.kvbench.bindings.etcd;

import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers of requests, made once for each RPC. For one connection and its event loop. */
final class RequestHeaders {
  private static final AsciiString TOKEN = AsciiString.cached("token");
  private static final AsciiString POST = AsciiString.cached("POST");
  private static final AsciiString[] GRPC = {
    AsciiString.cached("content-type"), AsciiString.cached("application/grpc"),
    AsciiString.cached("te"), AsciiString.cached("trailers")
  };
  private static final boolean UNCHECKED = false;
  private static final boolean OF_ANY_SIZE = true;

  private final AsciiString authority;
  private final AsciiString scheme;
  private final Map<Rpc, Http2Headers> made = new EnumMap<>(Rpc.class);

  /** The token in what is made. */
  private @Nullable Token token;

  RequestHeaders(String authority, boolean tls) {
    this.authority = AsciiString.of(authority);
    this.scheme = AsciiString.cached(tls ? "https" : "http");
  }

  /** Returns an encoder that lets no server or proxy keep a token, which is a secret. */
  static Http2HeadersEncoder encoder() {
    return new DefaultHttp2HeadersEncoder((name, value) -> TOKEN.contentEquals(name), OF_ANY_SIZE);
  }

  Http2Headers of(Rpc rpc, @Nullable Token sent) {
    if (token != sent) {
      made.clear();
      token = sent;
    }
    Http2Headers known = made.get(rpc);
    if (known == null) {
      known = make(rpc);
      made.put(rpc, known);
    }
    return known;
  }

  private Http2Headers make(Rpc rpc) {
    AsciiString[] others = GRPC;
    if (token != null) {
      others =
          new AsciiString[] {
            GRPC[0], GRPC[1], GRPC[2], GRPC[3], TOKEN, AsciiString.of(token.text())
          };
    }
    return ReadOnlyHttp2Headers.clientHeaders(
        UNCHECKED, POST, AsciiString.of(rpc.path()), scheme, authority, others);
  }
}
