package io.kvbench.runner.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Traffic;
import io.kvbench.core.binding.TrafficDecoder;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes pass the proxy as they are, whatever its decoder makes of them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecordingProxyTest {
  private static final int BYTES = 3 << 20;

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final AtomicLong time = new AtomicLong();
  private ServerSocket server;

  /** Keeps what it is given. */
  private static final class Copy implements TrafficDecoder {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private static void take(ByteBuffer bytes, ByteArrayOutputStream all) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      all.writeBytes(copy);
    }

    @Override
    public void sent(ByteBuffer bytes, long micros) {
      take(bytes, sent);
    }

    @Override
    public void received(ByteBuffer bytes, long micros) {
      take(bytes, received);
    }

    @Override
    public void closed(long micros) {
      closed.complete(null);
    }
  }

  /** Fails at the first bytes of the server. */
  private static final class Failing implements TrafficDecoder {
    @Override
    public void sent(ByteBuffer bytes, long micros) {}

    @Override
    public void received(ByteBuffer bytes, long micros) throws IOException {
      throw new IOException("not a word of it");
    }

    @Override
    public void closed(long micros) {}
  }

  /** No decoder of this test uses it. */
  private static final class NoSink implements TraceSink {
    @Override
    public SessionTrace session(String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void ignored(String what) {
      throw new UnsupportedOperationException();
    }
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private RecordingProxy proxy(Traffic traffic) throws IOException {
    return RecordingProxy.start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new Upstream("127.0.0.1", server.getLocalPort(), Optional.empty(), Optional.empty()),
        traffic,
        new NoSink(),
        time::incrementAndGet,
        notes::add);
  }

  /** Sends back all that comes, and ends when that ends. */
  private CompletableFuture<Void> echo() {
    return CompletableFuture.runAsync(
        () -> {
          try (Socket socket = server.accept()) {
            socket.getInputStream().transferTo(socket.getOutputStream());
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static byte[] random() {
    byte[] bytes = new byte[BYTES];
    new SplittableRandom(3).nextBytes(bytes);
    return bytes;
  }

  /** Returns what comes back through the proxy, whose end the client announces first. */
  private static byte[] exchange(RecordingProxy proxy, byte[] bytes) throws Exception {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      CompletableFuture<byte[]> back =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      client.getOutputStream().write(bytes);
      client.shutdownOutput();
      return back.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void bothDirectionsPassUnchangedAndAreShownToTheDecoder() throws Exception {
    Copy copy = new Copy();
    CompletableFuture<Void> echo = echo();
    byte[] bytes = random();
    try (RecordingProxy proxy = proxy((sink, connection) -> copy)) {
      assertThat(exchange(proxy, bytes)).isEqualTo(bytes);
      copy.closed.get(60, TimeUnit.SECONDS);

      assertThat(copy.sent.toByteArray()).isEqualTo(bytes);
      assertThat(copy.received.toByteArray()).isEqualTo(bytes);
      assertThat(proxy.connections()).isEqualTo(1);
      assertThat(proxy.undecoded()).isZero();
    }
    echo.get(60, TimeUnit.SECONDS);
    assertThat(notes).isEmpty();
  }

  @Test
  void bytesThatCannotBeDecodedPassAndAreCounted() throws Exception {
    CompletableFuture<Void> echo = echo();
    byte[] bytes = random();
    try (RecordingProxy proxy = proxy((sink, connection) -> new Failing())) {
      assertThat(exchange(proxy, bytes)).isEqualTo(bytes);
      assertThat(proxy.undecoded()).isEqualTo(1);
    }
    echo.get(60, TimeUnit.SECONDS);
    assertThat(notes).singleElement().asString().endsWith("not a word of it");
  }

  @Test
  void aServerThatIsNotThereIsToldAndTheClientIsHungUpOn() throws Exception {
    server.close();
    try (RecordingProxy proxy = proxy((sink, connection) -> new Copy())) {
      assertThat(exchange(proxy, new byte[0])).isEmpty();
      exchange(proxy, new byte[0]);
    }
    assertThat(notes).singleElement().asString().startsWith("cannot connect to 127.0.0.1:");
  }

  @Test
  void closingEndsConnectionsThatAreOpen() throws Exception {
    Copy copy = new Copy();
    CompletableFuture<Void> echo = echo();
    try (Socket client = new Socket()) {
      try (RecordingProxy proxy = proxy((sink, connection) -> copy)) {
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()));
        client.getOutputStream().write(1);
        assertThat(client.getInputStream().read()).isEqualTo(1);
      }
      copy.closed.get(60, TimeUnit.SECONDS);
      assertThat(copy.sent.toByteArray()).containsExactly(1);
    }
    echo.get(60, TimeUnit.SECONDS);
  }
}
