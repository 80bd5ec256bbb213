package io.kvbench.bindings.consul.traffic;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.core.binding.TrafficDecoder;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.core.trace.TracedPart;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The decoder of one HTTP/1.1 connection, whose answers come in the order of the requests. The
 * connection is the session. Headers, including tokens, are read by the HTTP decoder only.
 */
public final class ConsulTraffic implements TrafficDecoder {
  private static final int LONGEST = 1 << 27;
  private static final int LONGEST_LINE = 1 << 17;
  private static final int LONGEST_HEADERS = 1 << 20;
  private static final int LONGEST_CHUNK = 1 << 16;

  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private record UnansweredConsulRequest(
      SessionTrace.@Nullable Ongoing ongoing, ConsulRequestDecoder.Form form) {}

  private final TraceSink sink;
  private final SessionTrace session;
  private final ConsulRequestDecoder requests;
  private final Deque<UnansweredConsulRequest> sent = new ArrayDeque<>();

  /**
   * For requests without an answer yet: whether the answer has no body, regardless of its length.
   */
  private final Deque<Boolean> heads = new ArrayDeque<>();

  private final EmbeddedChannel fromClient =
      new EmbeddedChannel(
          new HttpRequestDecoder(LONGEST_LINE, LONGEST_HEADERS, LONGEST_CHUNK),
          new HttpObjectAggregator(LONGEST));
  private final EmbeddedChannel fromServer =
      new EmbeddedChannel(
          new HttpResponseDecoder(LONGEST_LINE, LONGEST_HEADERS, LONGEST_CHUNK) {
            @Override
            protected boolean isContentAlwaysEmpty(HttpMessage answer) {
              return answersHead(answer) || super.isContentAlwaysEmpty(answer);
            }
          },
          new HttpObjectAggregator(LONGEST));

  /**
   * Creates the decoder of a connection.
   *
   * @param prefix removed from recorded keys
   */
  public ConsulTraffic(TraceSink sink, String connection, String prefix) {
    this.sink = sink;
    session = sink.session(connection);
    requests = new ConsulRequestDecoder(prefix);
  }

  @Override
  public void sent(ByteBuffer bytes, long micros) throws IOException {
    feed(fromClient, bytes);
    for (FullHttpRequest request = fromClient.readInbound();
        request != null;
        request = fromClient.readInbound()) {
      try {
        check(request);
        request(request, micros);
      } finally {
        request.release();
      }
    }
  }

  private static void feed(EmbeddedChannel channel, ByteBuffer bytes) throws IOException {
    ByteBuf copy = Unpooled.copiedBuffer(bytes);
    try {
      channel.writeInbound(copy);
      channel.releaseOutbound(); // only the server answers
    } catch (RuntimeException e) {
      throw new IOException("it is not HTTP/1.1", e);
    }
  }

  private static void check(HttpMessage message) throws IOException {
    if (message.decoderResult().isFailure()) {
      throw new IOException("it is not HTTP/1.1");
    }
  }

  private void request(FullHttpRequest request, long micros) throws IOException {
    ConsulRequestDecoder.Read read =
        requests.read(request.method().name(), request.uri(), request.content());
    read.ignored().ifPresent(sink::ignored);
    sent.add(
        new UnansweredConsulRequest(
            read.request().map(each -> session.begin(each, micros)).orElse(null), read.form()));
    heads.add(request.method().equals(HttpMethod.HEAD));
  }

  @Override
  public void received(ByteBuffer bytes, long micros) throws IOException {
    feed(fromServer, bytes);
    for (FullHttpResponse answer = fromServer.readInbound();
        answer != null;
        answer = fromServer.readInbound()) {
      try {
        check(answer);
        if (answer.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
          answer(answer, micros);
        }
      } finally {
        answer.release();
      }
    }
  }

  /** Called once for each answer, after its headers. */
  private boolean answersHead(HttpMessage message) {
    boolean last =
        message instanceof HttpResponse answer
            && answer.status().codeClass() != HttpStatusClass.INFORMATIONAL;
    return last && Boolean.TRUE.equals(heads.poll());
  }

  private void answer(FullHttpResponse answer, long micros) throws IOException {
    UnansweredConsulRequest request = sent.poll();
    if (request == null) {
      throw new IOException("an answer to no request");
    }
    SessionTrace.Ongoing ongoing = request.ongoing();
    if (ongoing != null) {
      session.end(ongoing, status(answer, request.form()), bytes(answer, request.form()), micros);
    }
  }

  private static Status status(FullHttpResponse answer, ConsulRequestDecoder.Form form) {
    int code = answer.status().code();
    if (code == NOT_FOUND) {
      return Outcome.NOT_FOUND;
    } else if (code == CONFLICT) {
      return Outcome.CONFLICT;
    } else if (answer.status().codeClass() != HttpStatusClass.SUCCESS) {
      return ConsulFailure.of(code, answer.content().toString(StandardCharsets.UTF_8)).kind();
    }
    boolean refused =
        form != ConsulRequestDecoder.Form.RAW
            && answer.content().readableBytes() <= "false\n".length()
            && answer.content().toString(StandardCharsets.UTF_8).strip().equals("false");
    if (!refused) {
      return Outcome.OK;
    }
    return form == ConsulRequestDecoder.Form.CREATED ? Outcome.ALREADY_EXISTS : Outcome.CONFLICT;
  }

  /** Values in JSON are in Base64, of which four characters are up to three bytes. */
  private static int bytes(FullHttpResponse answer, ConsulRequestDecoder.Form form) {
    if (answer.status().codeClass() != HttpStatusClass.SUCCESS) {
      return TracedPart.NONE;
    }
    return switch (form) {
      case RAW -> answer.content().readableBytes();
      case JSON ->
          ConsulRequestDecoder.valueBytes(answer.content().toString(StandardCharsets.UTF_8));
      case CREATED, OTHER -> TracedPart.NONE;
    };
  }

  @Override
  public void closed(long micros) {
    for (UnansweredConsulRequest request = sent.poll(); request != null; request = sent.poll()) {
      SessionTrace.Ongoing ongoing = request.ongoing();
      if (ongoing != null) {
        session.end(ongoing, ErrorKind.CONNECTION_LOST, TracedPart.NONE, micros);
      }
    }
    finish(fromClient);
    finish(fromServer);
  }

  private static void finish(EmbeddedChannel channel) {
    try {
      boolean unused = channel.finishAndReleaseAll();
    } catch (PrematureChannelClosureException e) {
      // The connection ended within a message, which is then not an operation.
    }
  }
}
