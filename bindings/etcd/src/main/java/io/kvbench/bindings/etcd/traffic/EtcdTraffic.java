package io.kvbench.bindings.etcd.traffic;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.wire.Trailers;
import io.kvbench.core.binding.TrafficDecoder;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.core.trace.TracedPart;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decoder of one HTTP/2 connection with gRPC calls. The connection is the session. A trace
 * cannot represent streaming calls, such as watches, or connections with HTTP/1.1, over which
 * servers report their version and metrics. Headers and messages with tokens and passwords are not
 * read.
 */
public final class EtcdTraffic implements TrafficDecoder {
  /** A call with one request and one answer. */
  private static final class Call {
    private final EtcdCallDecoder.@Nullable Method method;
    private final GrpcMessage request = new GrpcMessage();
    private final GrpcMessage answer = new GrpcMessage();
    private EtcdCallDecoder.@Nullable Read read;
    private SessionTrace.@Nullable Ongoing ongoing;

    Call(EtcdCallDecoder.@Nullable Method method) {
      this.method = method;
    }
  }

  private final TraceSink sink;
  private final SessionTrace session;
  private final EtcdCallDecoder calls;
  private final Http2Direction fromClient;
  private final Http2Direction fromServer;
  private final Map<Integer, Call> open = new HashMap<>();
  private long now;

  /**
   * Creates the decoder of a connection.
   *
   * @param prefix removed from recorded keys, one character for each byte
   */
  public EtcdTraffic(TraceSink sink, String connection, String prefix) {
    this.sink = sink;
    session = sink.session(connection);
    calls = new EtcdCallDecoder(prefix);
    fromClient = new Http2Direction(true, new ClientFrames());
    fromServer = new Http2Direction(false, new ServerFrames());
  }

  @Override
  public void sent(ByteBuffer bytes, long micros) throws IOException {
    now = micros;
    if (fromClient.isHttp1()) {
      return;
    }
    fromClient.read(bytes);
    if (fromClient.isHttp1()) {
      sink.ignored("connection with HTTP/1.1");
    }
  }

  @Override
  public void received(ByteBuffer bytes, long micros) throws IOException {
    now = micros;
    if (!fromClient.isHttp1()) {
      fromServer.read(bytes);
    }
  }

  @Override
  public void closed(long micros) {
    now = micros;
    open.values().forEach(call -> end(call, ErrorKind.CONNECTION_LOST, TracedPart.NONE));
    open.clear();
    fromClient.close();
    fromServer.close();
  }

  private void end(Call call, io.kvbench.core.operation.Status answer, int bytes) {
    SessionTrace.Ongoing ongoing = call.ongoing;
    if (ongoing != null) {
      session.end(ongoing, answer, bytes, now);
      call.ongoing = null;
    }
  }

  /** The frames of one side, whose priorities do not matter. */
  private abstract class Frames extends Http2FrameAdapter {
    /** Takes data of a call. */
    abstract void data(Call call, ByteBuf data) throws Http2Exception;

    /** Returns the direction to which this side's settings apply. */
    abstract Http2Direction opposite();

    @Override
    public final void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean last)
        throws Http2Exception {
      onHeadersRead(context, stream, headers, padding, last);
    }

    @Override
    public final int onDataRead(
        ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean last)
        throws Http2Exception {
      int size = data.readableBytes() + padding;
      Call call = open.get(stream);
      if (call != null) {
        data(call, data);
      }
      return size;
    }

    @Override
    public final void onRstStreamRead(ChannelHandlerContext context, int stream, long error) {
      Call call = open.remove(stream);
      if (call != null) {
        end(call, ErrorKind.OTHER, TracedPart.NONE);
      }
    }

    @Override
    public final void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
        throws Http2Exception {
      opposite().allowTable(settings.headerTableSize());
    }
  }

  /** The client's frames. */
  private final class ClientFrames extends Frames {
    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int padding,
        boolean last) {
      CharSequence path = headers.path();
      if (path == null) {
        return; // trailers, which gRPC's clients do not send
      }
      Optional<EtcdCallDecoder.Method> method = EtcdCallDecoder.Method.of(path.toString());
      if (method.isEmpty()) {
        sink.ignored(EtcdCallDecoder.name(path.toString()));
      }
      open.put(stream, new Call(method.orElse(null)));
    }

    @Override
    void data(Call call, ByteBuf data) throws Http2Exception {
      if (call.method != null && call.request.add(data)) {
        request(call, call.method);
      }
    }

    @Override
    Http2Direction opposite() {
      return fromServer;
    }

    private void request(Call call, EtcdCallDecoder.Method method) throws Http2Exception {
      if (call.request.isCompressed()) {
        sink.ignored(method + " with a compressed request");
        return;
      }
      try {
        EtcdCallDecoder.Read read = calls.read(method, call.request.bytes());
        read.ignored().ifPresent(sink::ignored);
        call.read = read;
        call.ongoing = read.request().map(each -> session.begin(each, now)).orElse(null);
      } catch (InvalidProtocolBufferException e) {
        throw Http2Direction.undecodable(e);
      }
    }
  }

  /** The server's frames. */
  private final class ServerFrames extends Frames {
    @Override
    public void onHeadersRead(
        ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean last)
        throws Http2Exception {
      if (!last) {
        return;
      }
      Call call = open.remove(stream);
      if (call != null && call.ongoing != null) {
        answered(call, Trailers.status(headers));
      }
    }

    private void answered(Call call, Status status) throws Http2Exception {
      EtcdCallDecoder.Read read = call.read;
      if (!status.isOk() || read == null) {
        end(call, EtcdFailure.of(status).kind(), TracedPart.NONE);
        return;
      }
      if (call.answer.isCompressed() || !call.answer.isWhole()) {
        end(call, Outcome.OK, TracedPart.NONE);
        return;
      }
      try {
        EtcdCallDecoder.Answer answer = read.answer().read(call.answer.bytes());
        end(call, answer.status(), answer.bytes());
      } catch (InvalidProtocolBufferException e) {
        throw Http2Direction.undecodable(e);
      }
    }

    @Override
    void data(Call call, ByteBuf data) throws Http2Exception {
      if (call.ongoing != null) {
        call.answer.add(data);
      }
    }

    @Override
    Http2Direction opposite() {
      return fromClient;
    }
  }
}
