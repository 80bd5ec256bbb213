package io.kvbench.docker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DockerEngineTest {
  @TempDir Path home;

  private ServerSocketChannel listen(Path socket) throws IOException {
    Files.createDirectories(socket.getParent());
    return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(socket));
  }

  private void answerOnce(ServerSocketChannel server, String answer) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (SocketChannel channel = server.accept()) {
                channel.read(ByteBuffer.allocate(1000));
                channel.write(ByteBuffer.wrap(answer.getBytes(US_ASCII)));
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
  }

  private String obstacle(String dockerHost) {
    return DockerEngine.obstacle(Map.of("DOCKER_HOST", dockerHost), home).orElse("none");
  }

  @Test
  void findsAnEngineThatAnswers() throws Exception {
    Path socket = home.resolve("engine.sock");
    try (ServerSocketChannel server = listen(socket)) {
      answerOnce(server, "HTTP/1.1 200 OK\r\n\r\nOK");
      assertThat(obstacle("unix://" + socket)).isEqualTo("none");
    }
  }

  @Test
  void saysThatSomethingElseListens() throws Exception {
    Path socket = home.resolve("engine.sock");
    try (ServerSocketChannel server = listen(socket)) {
      answerOnce(server, "HTTP/1.1 500 Internal Server Error\r\n\r\n");
      assertThat(obstacle("unix://" + socket))
          .contains(socket.toString(), "does not answer as a Docker engine does")
          .contains("start Docker there, or unset DOCKER_HOST");
    }
  }

  @Test
  void doesNotWaitLongForSilence() throws Exception {
    Path socket = home.resolve("engine.sock");
    try (ServerSocketChannel server = listen(socket)) {
      assertThat(server.isOpen()).isTrue();
      assertThat(obstacle("unix://" + socket)).contains("does not answer within 5 s");
    }
  }

  @Test
  void saysThatNobodyListens() throws Exception {
    Path socket = home.resolve("engine.sock");
    listen(socket).close();
    assertThat(obstacle("unix://" + socket)).contains("cannot be used (Connection refused)");
    assertThat(obstacle("unix://" + home.resolve("nothing"))).contains("cannot be used");
  }

  @ParameterizedTest
  @CsvSource({
    "tcp://build.example.com:2375, is another machine",
    "ssh://somebody@here, is not the address of a Docker engine",
    "'not an address', is not the address of a Docker engine",
  })
  void refusesOtherPlaces(String place, String expected) {
    assertThat(obstacle(place)).contains("DOCKER_HOST=" + place, expected);
  }

  @Test
  void asksPortsOfThisMachine() throws Exception {
    int port;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = server.getLocalPort();
      assertThat(obstacle("tcp://127.0.0.1:" + port)).isEqualTo("none");
    }
    assertThat(obstacle("tcp://127.0.0.1:" + port)).contains("does not answer (");
  }

  @Test
  void looksInTheUsersHome() throws Exception {
    Path socket = home.resolve(".docker/run/docker.sock");
    try (ServerSocketChannel server = listen(socket)) {
      answerOnce(server, "HTTP/1.1 200 OK\r\n\r\nOK");
      assertThat(DockerEngine.ping(socket)).isEmpty();
    }
    assertThat(DockerEngine.socket(Map.of("DOCKER_HOST", "unix:///a/b"), home))
        .contains(Path.of("/a/b"));
    assertThat(DockerEngine.socket(Map.of("DOCKER_HOST", "tcp://127.0.0.1:1"), home)).isEmpty();
  }
}
