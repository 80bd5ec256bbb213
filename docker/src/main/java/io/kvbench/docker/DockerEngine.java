package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DefaultDockerClientConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientConfig;

/** The Docker engine of this machine. */
final class DockerEngine {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_MILLIS = 20;
  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]", "::1");
  private static final byte[] PING =
      "GET /_ping HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private static final Map<TransportConfig, DockerClient> CLIENTS = new ConcurrentHashMap<>();
  private static final Path HOME = Path.of(System.getProperty("user.home", "/"));

  private DockerEngine() {}

  static Optional<String> obstacle() {
    return obstacle(System.getenv(), HOME);
  }

  /**
   * Returns why no engine is usable, without starting anything or loading a library. Takes two
   * seconds at most for each possible location of an engine.
   */
  static Optional<String> obstacle(Map<String, String> environment, Path home) {
    String given = environment.getOrDefault("DOCKER_HOST", "");
    if (!given.isBlank()) {
      return atGivenPlace(given);
    }
    List<String> tried = new ArrayList<>();
    for (Path socket : usualPlaces(environment, home)) {
      if (Files.exists(socket)) {
        Optional<String> trouble = ping(socket);
        if (trouble.isEmpty()) {
          return Optional.empty();
        }
        tried.add(socket + " " + trouble.get());
      }
    }
    return Optional.of(
        (tried.isEmpty()
                ? "no Docker engine runs on this machine"
                : "no Docker engine answers: " + String.join(", ", tried))
            + "; start Docker, or set DOCKER_HOST to where it listens");
  }

  /** Returns the socket of the engine, if it has one. */
  static Optional<Path> socket(Map<String, String> environment, Path home) {
    String given = environment.getOrDefault("DOCKER_HOST", "");
    if (given.startsWith("unix://")) {
      return Optional.of(Path.of(given.substring("unix://".length())));
    }
    return given.isBlank()
        ? usualPlaces(environment, home).stream()
            .filter(socket -> !isPipe(socket) && Files.exists(socket) && ping(socket).isEmpty())
            .findFirst()
        : Optional.empty();
  }

  private static Optional<String> atGivenPlace(String given) {
    try {
      URI place = URI.create(given);
      Optional<String> trouble =
          switch (String.valueOf(place.getScheme())) {
            case "unix" -> ping(Path.of(place.getPath()));
            case "npipe" -> Optional.<String>empty();
            case "tcp", "http", "https" -> connect(place);
            default -> Optional.of("is not the address of a Docker engine");
          };
      return trouble.map(
          what ->
              "DOCKER_HOST=" + given + " " + what + "; start Docker there, or unset DOCKER_HOST");
    } catch (IllegalArgumentException e) {
      return Optional.of("DOCKER_HOST=" + given + " is not the address of a Docker engine");
    }
  }

  private static Optional<String> connect(URI place) {
    String host = String.valueOf(place.getHost());
    if (!HERE.contains(host)) {
      return Optional.of(
          "is another machine, but the servers' ports are published on its loopback address only");
    }
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(host, place.getPort()),
          (int) TimeUnit.NANOSECONDS.toMillis(LIMIT_NANOS));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("does not answer (" + FileReason.of(e) + ")");
    }
  }

  private static List<Path> usualPlaces(Map<String, String> environment, Path home) {
    List<Path> places = new ArrayList<>();
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      places.add(Path.of("\\\\.\\pipe\\docker_engine"));
      return places;
    }
    places.add(Path.of("/var/run/docker.sock"));
    Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
        .ifPresent(directory -> places.add(Path.of(directory, "docker.sock")));
    places.add(home.resolve(".docker/run/docker.sock"));
    places.add(home.resolve(".docker/desktop/docker.sock"));
    return places;
  }

  /** Returns what is wrong with the engine of a socket. */
  static Optional<String> ping(Path socket) {
    if (isPipe(socket)) {
      return Optional.empty();
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      channel.connect(UnixDomainSocketAddress.of(socket));
      long deadline = System.nanoTime() + LIMIT_NANOS;
      ByteBuffer request = ByteBuffer.wrap(PING);
      ByteBuffer answer = ByteBuffer.allocate(4096);
      while (System.nanoTime() - deadline < 0) {
        if (channel.finishConnect() && request.hasRemaining()) {
          channel.write(request);
        }
        if (channel.isConnected() && (channel.read(answer) < 0 || answer.position() > 11)) {
          return verdict(new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8));
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
      return Optional.of("does not answer within 5 s");
    } catch (IOException e) {
      return Optional.of("cannot be used (" + FileReason.of(e) + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("was not waited for");
    }
  }

  /** On Windows the engine has a named pipe, which only the library supports. */
  private static boolean isPipe(Path socket) {
    return socket.toString().startsWith("\\\\.\\pipe");
  }

  private static Optional<String> verdict(String answer) {
    return answer.startsWith("HTTP/1.") && answer.contains(" 200 ")
        ? Optional.empty()
        : Optional.of("does not answer as a Docker engine does");
  }

  /**
   * Returns the client of the engine, which all callers share.
   *
   * @throws ClusterException if there is none
   */
  static DockerClient client() throws ClusterException {
    try {
      return CLIENTS.computeIfAbsent(transport(), DockerClientProviderStrategy::getClientForConfig);
    } catch (RuntimeException e) {
      throw new ClusterException("the Docker engine cannot be used: " + Failures.text(e) + ".", e);
    }
  }

  /** One that is no socket is given in the environment, possibly with certificates. */
  private static TransportConfig transport() {
    return socket(System.getenv(), HOME)
        .map(socket -> TransportConfig.builder().dockerHost(URI.create("unix://" + socket)).build())
        .orElseGet(
            () -> {
              DockerClientConfig given =
                  DefaultDockerClientConfig.createDefaultConfigBuilder().build();
              return TransportConfig.builder()
                  .dockerHost(given.getDockerHost())
                  .sslConfig(given.getSSLConfig())
                  .build();
            });
  }
}
