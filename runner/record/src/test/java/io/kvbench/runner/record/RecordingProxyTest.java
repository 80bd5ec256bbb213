package io.kvbench.runner.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Traffic;
import io.kvbench.core.binding.TrafficDecoder;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.testkit.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that bytes pass the proxy unchanged, regardless of its decoder. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecordingProxyTest {
  private static final int BYTES = 3 << 20;

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final AtomicLong time = new AtomicLong();
  private ServerSocket server;

  /** A decoder that keeps the bytes it receives. */
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

  /** A decoder that fails at the first bytes of the server. */
  private record Failing(boolean isTooLarge) implements TrafficDecoder {
    @Override
    public void sent(ByteBuffer bytes, long micros) {}

    @Override
    public void received(ByteBuffer bytes, long micros) throws IOException {
      if (isTooLarge) {
        throw new OutOfMemoryError("not a word of it");
      }
      throw new IOException("not a word of it");
    }

    @Override
    public void closed(long micros) {}
  }

  /** A sink that no decoder of this test uses. */
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
    return proxy(
        traffic, Downstream.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
  }

  private RecordingProxy proxy(Traffic traffic, Downstream downstream) throws IOException {
    return RecordingProxy.start(
        downstream,
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bytesThatCannotBeDecodedPassAndAreCounted(boolean isTooLarge) throws Exception {
    CompletableFuture<Void> echo = echo();
    byte[] bytes = random();
    try (RecordingProxy proxy = proxy((sink, connection) -> new Failing(isTooLarge))) {
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
      proxy.stop();
      assertThat(proxy.failed()).isEqualTo(2);
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

  @Test
  void manyConnectionsAreOpenAtTheSameTime() throws Exception {
    int count = 1_000;
    List<Socket> clients = new ArrayList<>();
    try (ServerSocket many = new ServerSocket(0, count, InetAddress.getLoopbackAddress());
        RecordingProxy proxy =
            RecordingProxy.start(
                Downstream.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                new Upstream("127.0.0.1", many.getLocalPort(), Optional.empty(), Optional.empty()),
                (sink, connection) -> new Copy(),
                new NoSink(),
                time::incrementAndGet,
                notes::add)) {
      Thread.ofVirtual().start(() -> echoAll(many, count));
      for (int number = 0; number < count; number++) {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        clients.add(client);
        client.getOutputStream().write(number % 251);
      }
      for (int number = 0; number < count; number++) {
        assertThat(clients.get(number).getInputStream().read()).isEqualTo(number % 251);
      }
      assertThat(proxy.openConnections()).isEqualTo(count);
      for (Socket client : clients) {
        client.close();
      }
    }
    assertThat(notes).isEmpty();
  }

  private static void echoAll(ServerSocket server, int count) {
    for (int number = 0; number < count; number++) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual()
            .start(
                () -> {
                  try (socket) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                  } catch (IOException e) {
                    // The proxy has closed it at the end of the test.
                  }
                });
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void clientsNeedTheCertificateThatTheProxyAsksFor(@TempDir Path directory) throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair pair = certificates.valid("both");
    SSLContext known =
        TlsContexts.mutual(new PemPair(pair.certificate(), pair.key()), certificates.authority());
    SSLContext unknown = TlsContexts.trusting(certificates.authority());
    Copy copy = new Copy();
    Downstream downstream =
        new Downstream(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.of(known), true);
    try (RecordingProxy proxy = proxy((sink, connection) -> copy, downstream)) {
      try (Socket stranger = unknown.getSocketFactory().createSocket("127.0.0.1", proxy.port());
          Socket plain = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
        assertThatThrownBy(() -> ask(stranger)).isInstanceOf(IOException.class);
        plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      CompletableFuture<Void> echo = echo();
      try (Socket client = known.getSocketFactory().createSocket("127.0.0.1", proxy.port())) {
        assertThat(ask(client)).isEqualTo(7);
      }
      echo.get(60, TimeUnit.SECONDS);
      copy.closed.get(60, TimeUnit.SECONDS);
      proxy.stop();

      assertThat(proxy.failed()).isEqualTo(2);
    }
    assertThat(copy.sent.toByteArray()).containsExactly(7);
    assertThat(notes).hasSize(2).allMatch(note -> note.startsWith("a client was refused: "));
  }

  private static int ask(Socket client) throws IOException {
    client.getOutputStream().write(7);
    return client.getInputStream().read();
  }
}
