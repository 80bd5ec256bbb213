package io.kvbench.bindings.etcd.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import io.etcd.jetcd.api.RangeRequest;
import io.grpc.Status;
import io.kvbench.bindings.etcd.TestConfig;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.core.binding.BindingException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of a link with the test as its server, which reads and writes bytes. */
class EtcdLinkTest {
  private static final Duration OPEN_LIMIT = Duration.ofSeconds(3);
  private static final int PREFACE_BYTES = 24;

  private final List<String> owner = new ArrayList<>();
  private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
  private final ByteBuf fromClient = Unpooled.buffer();
  private EtcdLink link;
  private EmbeddedChannel channel;

  @BeforeEach
  void connect() throws BindingException {
    EtcdClientOptions options =
        EtcdClientOptions.of(
            TestConfig.of(
                List.of("127.0.0.1:2379"),
                1,
                OPEN_LIMIT,
                Map.of("etcd.keepalive.time", "20s", "etcd.keepalive.timeout", "5s")));
    link = new EtcdLink(new Told(), new RequestHeaders("etcd", false), options, OPEN_LIMIT);
    channel = new EmbeddedChannel();
    channel.freezeTime();
    channel.pipeline().addLast(link);
    channel.pipeline().fireChannelActive();
    channel.runPendingTasks();
  }

  @AfterEach
  void end() {
    channel.finishAndReleaseAll();
    fromClient.release();
  }

  private final class Told implements EtcdLink.Owner {
    @Override
    public void opened(EtcdLink opened) {
      owner.add("opened");
    }

    @Override
    public void retired(EtcdLink retired, List<EtcdExchange> left) {
      owner.add("retired, " + left.size() + " left");
    }

    @Override
    public void lost(EtcdLink lost, Status why, boolean wasOpen) {
      owner.add("lost" + (wasOpen ? "" : " before it was open") + ": " + why.getDescription());
    }
  }

  private static final class Asked extends EtcdExchange {
    private final List<String> ends = new ArrayList<>();

    Asked(int keyBytes) {
      super(
          Rpc.RANGE,
          RangeRequest.newBuilder().setKey(ByteString.copyFrom(new byte[keyBytes])).build(),
          null);
    }

    @Override
    public void answered(byte[] message) {
      ends.add("answered " + new String(message, StandardCharsets.US_ASCII));
    }

    @Override
    public void failed(Status status) {
      ends.add(status.getCode() + ": " + status.getDescription());
    }
  }

  private Asked send(int keyBytes) {
    Asked asked = new Asked(keyBytes);
    link.send(asked);
    channel.runPendingTasks();
    return asked;
  }

  // The server's frames.

  private static ByteBuf frame(byte type, int flags, int stream, ByteBuf content) {
    ByteBuf frame = Unpooled.buffer();
    frame.writeMedium(content.readableBytes()).writeByte(type).writeByte(flags).writeInt(stream);
    return frame.writeBytes(content);
  }

  private void server(ByteBuf... frames) {
    channel.writeInbound((Object[]) frames);
    channel.runPendingTasks();
  }

  private static ByteBuf ints(int... values) {
    ByteBuf ints = Unpooled.buffer();
    for (int value : values) {
      ints.writeInt(value);
    }
    return ints;
  }

  private static ByteBuf settings(int... namesAndValues) {
    ByteBuf content = Unpooled.buffer();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      content.writeShort(namesAndValues[at]).writeInt(namesAndValues[at + 1]);
    }
    return frame(Http2FrameTypes.SETTINGS, 0, 0, content);
  }

  private ByteBuf headers(int stream, boolean last, String... fields) throws Http2Exception {
    Http2Headers headers = new DefaultHttp2Headers(false);
    for (int at = 0; at < fields.length; at += 2) {
      headers.add(fields[at], fields[at + 1]);
    }
    ByteBuf block = Unpooled.buffer();
    encoder.encodeHeaders(stream, headers, block);
    int flags = Http2Flags.END_HEADERS | (last ? Http2Flags.END_STREAM : 0);
    return frame(Http2FrameTypes.HEADERS, flags, stream, block);
  }

  private static ByteBuf message(String text) {
    ByteBuf message = Unpooled.buffer().writeByte(0).writeInt(text.length());
    message.writeCharSequence(text, StandardCharsets.US_ASCII);
    return message;
  }

  private void answer(int stream, String text) throws Http2Exception {
    server(
        headers(stream, false, ":status", "200", "content-type", "application/grpc"),
        frame(Http2FrameTypes.DATA, 0, stream, message(text)),
        headers(stream, true, "grpc-status", "0", "grpc-message", ""));
  }

  // The client's frames.

  private List<String> sent() {
    for (ByteBuf piece = channel.readOutbound(); piece != null; piece = channel.readOutbound()) {
      fromClient.writeBytes(piece);
      piece.release();
    }
    List<String> frames = new ArrayList<>();
    if (fromClient.readerIndex() == 0) {
      frames.add(fromClient.readCharSequence(PREFACE_BYTES, StandardCharsets.US_ASCII).toString());
    }
    while (fromClient.isReadable()) {
      int length = fromClient.readMedium();
      byte type = fromClient.readByte();
      Http2Flags flags = new Http2Flags(fromClient.readUnsignedByte());
      int stream = fromClient.readInt();
      frames.add(described(type, flags, stream, fromClient.readSlice(length)));
    }
    return frames;
  }

  private static String described(byte type, Http2Flags flags, int stream, ByteBuf content) {
    return switch (type) {
      case Http2FrameTypes.DATA ->
          "DATA " + stream + ": " + content.readableBytes() + (flags.endOfStream() ? ", last" : "");
      case Http2FrameTypes.HEADERS -> "HEADERS " + stream;
      case Http2FrameTypes.RST_STREAM -> "RST_STREAM " + stream + ": " + content.readInt();
      case Http2FrameTypes.SETTINGS -> "SETTINGS" + (flags.ack() ? ", taken" : "");
      case Http2FrameTypes.PING -> "PING" + (flags.ack() ? ", answer " + content.readLong() : "");
      case Http2FrameTypes.WINDOW_UPDATE -> "WINDOW_UPDATE " + stream;
      default -> "type " + type;
    };
  }

  private void open(int... settings) {
    server(settings(settings));
    sent();
  }

  // The tests.

  @Test
  void isOpenWhenTheServerHasSaidHowItWantsThings() {
    assertThat(sent())
        .containsExactly("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "SETTINGS", "WINDOW_UPDATE 0");
    assertThat(owner).isEmpty();

    server(settings());

    assertThat(owner).containsExactly("opened");
    assertThat(sent()).containsExactly("SETTINGS, taken");
  }

  @Test
  void aServerThatSaysNothingIsGivenUp() {
    channel.advanceTimeBy(OPEN_LIMIT.toMillis() + 1, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();

    assertThat(owner)
        .containsExactly("lost before it was open: the connection was not open in time");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void answersFindTheirRequests() throws Http2Exception {
    open();
    Asked first = send(10);
    Asked second = send(10);
    assertThat(sent())
        .containsExactly("HEADERS 1", "DATA 1: 17, last", "HEADERS 3", "DATA 3: 17, last");

    answer(3, "to the second");
    answer(1, "to the first");

    assertThat(first.ends).containsExactly("answered to the first");
    assertThat(second.ends).containsExactly("answered to the second");
  }

  @Test
  void anAnswerMayComeInAnyPieces() throws Http2Exception {
    open();
    Asked asked = send(10);
    ByteBuf all = Unpooled.buffer();
    all.writeBytes(headers(1, false, ":status", "200"));
    ByteBuf message = message("in pieces");
    while (message.isReadable()) {
      all.writeBytes(frame(Http2FrameTypes.DATA, 0, 1, message.readSlice(1)));
    }
    all.writeBytes(headers(1, true, "grpc-status", "0"));

    while (all.isReadable()) {
      server(all.readRetainedSlice(1));
    }

    assertThat(asked.ends).containsExactly("answered in pieces");
  }

  @Test
  void refusalsAreToldInTheServersWords() throws Http2Exception {
    open();
    Asked asked = send(10);

    server(headers(1, true, ":status", "200", "grpc-status", "9", "grpc-message", "not%20now"));

    assertThat(asked.ends).containsExactly("FAILED_PRECONDITION: not now");
  }

  @Test
  void whatIsNoAnswerOfGrpcFails() throws Http2Exception {
    open();
    Asked tooMuch = send(10);
    Asked compressed = send(10);
    Asked nothing = send(10);
    Asked web = send(10);
    Asked unfinished = send(10);
    sent();

    server(frame(Http2FrameTypes.DATA, 0, 1, Unpooled.copiedBuffer(message("a"), message("b"))));
    server(frame(Http2FrameTypes.DATA, 0, 3, Unpooled.buffer().writeByte(1).writeInt(0)));
    server(headers(5, true, ":status", "200", "grpc-status", "0"));
    server(headers(7, false, ":status", "503"));
    server(frame(Http2FrameTypes.DATA, Http2Flags.END_STREAM, 9, message("a")));

    assertThat(tooMuch.ends).containsExactly("INTERNAL: the server's answer is not gRPC's");
    assertThat(compressed.ends).containsExactly("INTERNAL: the server's answer is not gRPC's");
    assertThat(nothing.ends).containsExactly("INTERNAL: the server sent an empty answer");
    assertThat(web.ends).containsExactly("UNAVAILABLE: HTTP status code 503");
    assertThat(unfinished.ends).containsExactly("INTERNAL: the server's answer is not gRPC's");
    assertThat(sent()).contains("RST_STREAM 1: 8", "RST_STREAM 3: 8", "RST_STREAM 7: 8");
    assertThat(owner).containsExactly("opened");
  }

  @Test
  void largeRequestsGoInFramesThatTheServerTakesAndWaitForRoom() throws Http2Exception {
    open();
    Asked large = send(100_000);
    // 65,535 bytes is the default window of a server.
    assertThat(sent())
        .containsExactly(
            "HEADERS 1", "DATA 1: 16384", "DATA 1: 16384", "DATA 1: 16384", "DATA 1: 16383");

    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 1, ints(1_000_000)));
    assertThat(sent()).isEmpty();
    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 0, ints(10_000)));
    assertThat(sent()).containsExactly("DATA 1: 10000");
    Asked small = send(10);
    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 0, ints(1_000_000)));
    assertThat(sent())
        .containsExactly("HEADERS 3", "DATA 1: 16384", "DATA 1: 8090, last", "DATA 3: 17, last");

    answer(1, "large");
    answer(3, "small");
    assertThat(large.ends).containsExactly("answered large");
    assertThat(small.ends).containsExactly("answered small");
  }

  @Test
  void theServerMayChangeItsMindAboutRoom() {
    open(4, 10, 5, 20_000);
    send(100);
    assertThat(sent()).containsExactly("HEADERS 1", "DATA 1: 10");

    server(settings(4, 0));
    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 1, ints(15)));
    assertThat(sent()).contains("DATA 1: 5");

    server(settings(4, 30_000));
    assertThat(sent()).contains("DATA 1: 92, last");
    send(30_000 - 20);
    assertThat(sent()).containsExactly("HEADERS 3", "DATA 3: 20000", "DATA 3: 9989, last");
  }

  @Test
  void anAnswerThatComesBeforeAllIsSentEndsTheSending() throws Http2Exception {
    open();
    Asked large = send(100_000);
    sent();

    server(headers(1, true, ":status", "200", "grpc-status", "8", "grpc-message", "too large"));
    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 0, ints(1_000_000)));

    assertThat(large.ends).containsExactly("RESOURCE_EXHAUSTED: too large");
    assertThat(sent()).containsExactly("RST_STREAM 1: 8");
  }

  @Test
  void noMoreIsUnderWayThanTheServerWants() throws Http2Exception {
    open(3, 1);
    send(10);
    Asked second = send(10);
    Asked third = send(10);
    assertThat(sent()).containsExactly("HEADERS 1", "DATA 1: 17, last");

    link.cancel(second, Status.CANCELLED);
    answer(1, "first");

    assertThat(sent()).containsExactly("HEADERS 3", "DATA 3: 17, last");
    answer(3, "third");
    assertThat(second.ends).containsExactly("CANCELLED: null");
    assertThat(third.ends).containsExactly("answered third");
  }

  @Test
  void whatIsCancelledIsResetAndItsAnswerIgnored() throws Http2Exception {
    open();
    Asked asked = send(10);
    sent();

    link.cancel(asked, Status.CANCELLED);
    link.cancel(asked, Status.CANCELLED);
    channel.runPendingTasks();
    answer(1, "too late");

    assertThat(asked.ends).containsExactly("CANCELLED: null");
    assertThat(sent()).containsExactly("RST_STREAM 1: 8");
  }

  @Test
  void aStreamThatTheServerResetsFailsAlone() throws Http2Exception {
    open();
    Asked first = send(10);
    Asked second = send(10);

    server(frame(Http2FrameTypes.RST_STREAM, 0, 1, ints(7)));
    answer(3, "fine");

    assertThat(first.ends).containsExactly("UNAVAILABLE: RST_STREAM with REFUSED_STREAM");
    assertThat(second.ends).containsExactly("answered fine");
  }

  @Test
  void aServerThatSaysGoodbyeAnswersWhatItHasSeen() throws Http2Exception {
    open(3, 2);
    Asked seen = send(10);
    Asked unseen = send(10);
    Asked unsent = send(10);

    server(frame(Http2FrameTypes.GO_AWAY, 0, 0, ints(1, 0)));
    assertThat(owner).containsExactly("opened", "retired, 1 left");
    assertThat(unseen.ends).containsExactly("UNAVAILABLE: the server ends the connection");
    assertThat(seen.ends).isEmpty();
    assertThat(channel.isOpen()).isTrue();

    answer(1, "goodbye");
    assertThat(seen.ends).containsExactly("answered goodbye");
    assertThat(unsent.ends).isEmpty();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void pingsAreAnswered() {
    open();

    server(frame(Http2FrameTypes.PING, 0, 0, Unpooled.buffer().writeLong(42)));

    assertThat(sent()).containsExactly("PING, answer 42");
  }

  @Test
  void aSilentConnectionIsTestedAndGivenUp() {
    open();
    pass(60);
    assertThat(sent()).isEmpty();

    Asked asked = send(10);
    pass(20);
    assertThat(sent()).contains("PING");
    server(frame(Http2FrameTypes.PING, Http2Flags.ACK, 0, Unpooled.buffer().writeLong(0)));
    pass(5);
    assertThat(asked.ends).isEmpty();

    pass(20);
    assertThat(sent()).contains("PING");
    pass(5);
    assertThat(asked.ends).containsExactly("UNAVAILABLE: no answer within etcd.keepalive.timeout");
    assertThat(channel.isOpen()).isFalse();
  }

  private void pass(int seconds) {
    for (int second = 0; second < seconds; second++) {
      channel.advanceTimeBy(1, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }
    channel.runPendingTasks();
  }

  @Test
  void whatIsUnderWayFailsWhenTheConnectionBreaks() {
    open(3, 1);
    Asked underWay = send(10);
    Asked inLine = send(10);

    assertThat(channel.close().isSuccess()).isTrue();
    channel.runPendingTasks();

    assertThat(owner).containsExactly("opened", "lost: connection closed");
    assertThat(underWay.ends).containsExactly("UNAVAILABLE: connection closed");
    assertThat(inLine.ends).containsExactly("UNAVAILABLE: connection closed");
  }

  @Test
  void requestsThatWaitAreSentWhenTheServerTakesMoreAtATime() {
    open(3, 0);
    send(10);
    send(10);
    assertThat(sent()).isEmpty();

    server(settings(3, 1));
    assertThat(sent()).containsExactly("SETTINGS, taken", "HEADERS 1", "DATA 1: 17, last");
    server(settings(3, 2));
    assertThat(sent()).containsExactly("SETTINGS, taken", "HEADERS 3", "DATA 3: 17, last");
  }

  @Test
  void aLengthTakesMemoryOnlyAsItsMessageComes() throws Http2Exception {
    open();
    Asked asked = send(10);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    server(headers(1, false, ":status", "200"));
    server(frame(Http2FrameTypes.DATA, 0, 1, Unpooled.buffer().writeByte(0).writeInt(1 << 30)));

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
    server(headers(1, true, "grpc-status", "0"));
    assertThat(asked.ends).containsExactly("INTERNAL: the server sent an empty answer");
  }

  @Test
  void aLargeMessageIsReadWhole() throws Http2Exception {
    open();
    Asked asked = send(10);
    String text = "0123456789".repeat(500_000);
    ByteBuf message = message(text);

    server(headers(1, false, ":status", "200"));
    while (message.isReadable()) {
      int length = Math.min(16_000, message.readableBytes());
      server(frame(Http2FrameTypes.DATA, 0, 1, message.readSlice(length)));
    }
    server(headers(1, true, "grpc-status", "0"));

    assertThat(asked.ends).containsExactly("answered " + text);
  }

  @Test
  void informationalHeadersPrecedeAnAnswer() throws Http2Exception {
    open();
    Asked asked = send(10);

    server(headers(1, false, ":status", "103", "link", "</style.css>"));
    answer(1, "fine");

    assertThat(asked.ends).containsExactly("answered fine");
  }

  @Test
  void anAnswerWithoutHeadersIsNone() throws Http2Exception {
    open();
    Asked asked = send(10);

    server(frame(Http2FrameTypes.DATA, 0, 1, message("a")), headers(1, true, "grpc-status", "0"));

    assertThat(asked.ends).containsExactly("INTERNAL: the server's answer is not gRPC's");
  }

  @Test
  void aConnectionThatWasRefusedIsNotOpenedByWhatFollows() {
    server(Unpooled.wrappedBuffer(frame(Http2FrameTypes.GO_AWAY, 0, 0, ints(0, 0)), settings()));

    assertThat(owner)
        .containsExactly("lost before it was open: the server does not want connections");
  }

  @Test
  void roomBeyondTheProtocolsLimitEndsTheConnection() {
    open();
    Asked asked = send(10);

    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 1, ints(Integer.MAX_VALUE)));

    assertThat(asked.ends).containsExactly("UNAVAILABLE: connection broken");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void roomOfAllRequestsTogetherHasTheSameLimit() {
    open();

    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 0, ints(Integer.MAX_VALUE)));

    assertThat(owner).containsExactly("opened", "lost: connection broken");
  }

  @Test
  void settingsThatGiveARequestTooMuchRoomEndTheConnection() {
    open();
    send(100_000);

    server(frame(Http2FrameTypes.WINDOW_UPDATE, 0, 1, ints(Integer.MAX_VALUE - 65_535)));
    server(settings(4, Integer.MAX_VALUE));

    assertThat(owner).containsExactly("opened", "lost: connection broken");
  }

  @Test
  void bytesThatAreNotHttp2EndTheConnection() {
    open();
    Asked asked = send(10);

    server(Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request\r\n\r\n", StandardCharsets.US_ASCII));

    assertThat(asked.ends).hasSize(1).first().asString().startsWith("UNAVAILABLE");
    assertThat(channel.isOpen()).isFalse();
  }
}
