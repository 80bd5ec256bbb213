package io.kvbench.bindings.support.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Answer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OneShotConnectionTest {
  private static final String LATE = "too late";

  private final EventLoops loops = EventLoops.start("pocket", 1);

  /** A protocol whose handshake ends on the test's command. */
  private final class Pocket extends OneShotConnection {
    private volatile boolean ready = true;
    private volatile boolean failing;
    private final AtomicInteger abandoned = new AtomicInteger();

    Pocket(Duration limit) {
      super(loop(), limit, LATE);
    }

    @Override
    protected void connect(Completion completion) {
      throw new UnsupportedOperationException("the tests choose the server");
    }

    @Override
    protected void begin(Channel channel, boolean newSession, Completion completion) {
      if (ready) {
        completion.succeeded(Outcome.OK);
        completion.failed(ErrorKind.OTHER, "what comes after the end is of no interest");
      }
    }

    @Override
    protected void endSession(Completion completion) {
      if (failing) {
        completion.failed(ErrorKind.OTHER, "the session did not end");
      } else {
        super.endSession(completion);
      }
    }

    @Override
    protected void abandonSession() {
      abandoned.incrementAndGet();
    }
  }

  private EventLoop loop() {
    return loops.group().next();
  }

  private static ServerSocket server() throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server.setSoTimeout(60_000);
    return server;
  }

  private static InetSocketAddress address(ServerSocket server) {
    return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
  }

  private static String connect(OneShotConnection connection, InetSocketAddress to)
      throws InterruptedException {
    Answer answer = new Answer();
    connection.connect(to, answer);
    answer.status();
    return answer.toString();
  }

  private static String handshake(OneShotConnection connection) throws InterruptedException {
    Answer answer = new Answer();
    connection.handshake(false, answer);
    answer.status();
    return answer.toString();
  }

  private static String disconnect(OneShotConnection connection) throws InterruptedException {
    Answer answer = new Answer();
    connection.disconnect(answer);
    answer.status();
    return answer.toString();
  }

  @AfterEach
  void end() {
    loops.end();
  }

  @Test
  void opensAndClosesOneConnectionAfterAnother() throws Exception {
    Pocket connection = new Pocket(Duration.ofMinutes(1));
    try (ServerSocket server = server()) {
      for (int round = 0; round < 3; round++) {
        assertThat(connect(connection, address(server))).isEqualTo("OK");
        try (Socket accepted = server.accept()) {
          assertThat(handshake(connection)).isEqualTo("OK");
          assertThat(disconnect(connection)).isEqualTo("OK");
          assertThat(accepted.getInputStream().read()).as("the end").isEqualTo(-1);
        }
        assertThat(disconnect(connection)).isEqualTo("OK");
        assertThat(handshake(connection)).startsWith("CONNECTION_LOST");
      }
    }
  }

  @Test
  void closesWhatWasLeftOpen() throws Exception {
    Pocket connection = new Pocket(Duration.ZERO);
    try (ServerSocket server = server()) {
      assertThat(connect(connection, address(server))).isEqualTo("OK");
      try (Socket left = server.accept()) {
        assertThat(connect(connection, address(server))).isEqualTo("OK");
        assertThat(left.getInputStream().read()).as("the end").isEqualTo(-1);
        assertThat(connection.abandoned).hasValue(1);
      }
      try (Socket left = server.accept()) {
        connection.close();
        assertThat(left.getInputStream().read()).as("the end").isEqualTo(-1);
      }
      assertThat(connect(connection, address(server))).startsWith("CONNECTION_LOST");
    }
  }

  @Test
  void anOperationThatTakesTooLongIsATimeoutAndClosesTheConnection() throws Exception {
    Pocket connection = new Pocket(Duration.ofMillis(300));
    connection.ready = false;
    try (ServerSocket server = server()) {
      assertThat(connect(connection, address(server))).isEqualTo("OK");
      try (Socket left = server.accept()) {
        assertThat(handshake(connection)).isEqualTo("TIMEOUT: " + LATE);
        assertThat(left.getInputStream().read()).as("the end").isEqualTo(-1);
      }
    }
  }

  @Test
  void aSessionThatDoesNotEndDoesNotKeepTheConnectionOpen() throws Exception {
    Pocket connection = new Pocket(Duration.ZERO);
    connection.failing = true;
    try (ServerSocket server = server()) {
      assertThat(connect(connection, address(server))).isEqualTo("OK");
      try (Socket left = server.accept()) {
        assertThat(disconnect(connection)).isEqualTo("OTHER: the session did not end");
        assertThat(left.getInputStream().read()).as("the end").isEqualTo(-1);
      }
    }
  }

  @Test
  void whatIsInFlightEndsWithTheConnectionAndWithTheEventLoop() throws Exception {
    Pocket connection = new Pocket(Duration.ZERO);
    connection.ready = false;
    try (ServerSocket server = server()) {
      assertThat(connect(connection, address(server))).isEqualTo("OK");
      Answer handshake = new Answer();
      connection.handshake(false, handshake);
      connection.close();
      assertThat(handshake.status()).isEqualTo(ErrorKind.CONNECTION_LOST);
      loops.end();
      assertThat(connect(connection, address(server))).startsWith("CONNECTION_LOST");
      assertThat(handshake.calls()).isEqualTo(1);
    }
  }

  /** Nothing answers at an address reserved for documentation, or there is no route to it. */
  @Test
  void anAttemptThatWasGivenUpDoesNotEndTheNext() throws Exception {
    Pocket connection = new Pocket(Duration.ZERO);
    try (ServerSocket server = server()) {
      Answer given = new Answer();
      connection.connect(new InetSocketAddress("192.0.2.1", 9), given);
      assertThat(connect(connection, address(server))).isEqualTo("OK");
      assertThat(given.status()).isInstanceOf(ErrorKind.class);
      assertThat(given.calls()).isEqualTo(1);
      assertThat(handshake(connection)).isEqualTo("OK");
      assertThat(disconnect(connection)).isEqualTo("OK");
    }
  }

  @Test
  void aRefusedConnectionIsLost() throws Exception {
    Pocket connection = new Pocket(Duration.ZERO);
    ServerSocket closed = server();
    closed.close();
    assertThat(connect(connection, address(closed)))
        .isEqualTo("CONNECTION_LOST: the server refuses connections");
    assertThat(connect(connection, InetSocketAddress.createUnresolved("kvbench.invalid", 1)))
        .isEqualTo("CONNECTION_LOST: the server's host is unknown");
  }
}
