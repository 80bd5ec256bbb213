package io.kvbench.bindings.zookeeper.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.support.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FourLetterWordTest {

  @Test
  @Timeout(120)
  void anAnswerWithoutEndIsCutOff() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> talk(server));

      String answer =
          FourLetterWord.ask(
              new Endpoint("127.0.0.1", server.getLocalPort()),
              "srvr",
              Optional.empty(),
              Duration.ofSeconds(60));

      assertThat(answer.length()).isBetween(1, 2 << 20);
    }
  }

  /** Sends until the other side closes the connection. */
  private static void talk(ServerSocket server) {
    try (Socket client = server.accept()) {
      byte[] words = new byte[4096];
      while (true) {
        client.getOutputStream().write(words);
      }
    } catch (IOException e) {
      // The other side has closed the connection.
    }
  }
}
