package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.SuspendedProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One server of the installed {@code consul}, as a process that ends with the test. */
final class ConsulServer implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final Path directory;
  private final String address;
  private final ServerPorts ports;
  private final List<String> command;
  private Process process;

  private ConsulServer(Path directory, String address, ServerPorts ports, int servers, String extra)
      throws IOException {
    this.directory = directory;
    this.address = address;
    this.ports = ports;
    Files.createDirectories(directory);
    Path configuration = directory.resolve("server.json");
    Files.writeString(
        configuration, ports.configuration(address, directory.resolve("store"), servers, extra));
    command =
        List.of(
            RealServers.require("consul").toString(),
            "agent",
            "-config-file",
            configuration.toString());
  }

  /** Starts a server that is its own cluster, and waits until it serves. */
  static ConsulServer start(Path directory) throws Exception {
    return start(directory, "");
  }

  /**
   * @param extra further configuration, in JSON, each setting followed by a comma
   */
  static ConsulServer start(Path directory, String extra) throws Exception {
    ConsulServer server =
        new ConsulServer(directory, "127.0.0.1", ServerPorts.choose("127.0.0.1"), 1, extra);
    server.start();
    server.awaitLeader();
    return server;
  }

  /** Starts a server with HTTPS only; the client waits until it serves. */
  static ConsulServer startWithTls(Path directory, String extra) throws Exception {
    ServerPorts ports = ServerPorts.choose("127.0.0.1").withTls();
    ConsulServer server = new ConsulServer(directory, "127.0.0.1", ports, 1, extra);
    server.start();
    return server;
  }

  void start() throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
  }

  private Path log() {
    return directory.resolve("server.log");
  }

  String endpoint() {
    return address + ":" + ports.http();
  }

  List<String> endpoints() {
    return List.of(endpoint());
  }

  /** Waits until the server has a leader. */
  void awaitLeader() throws Exception {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    String leader = "";
    while (leader.length() < 4) {
      assertThat(process.isAlive()).describedAs(Files.readString(log())).isTrue();
      assertThat(System.nanoTime()).describedAs(Files.readString(log())).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(100);
      leader = get("/v1/status/leader");
    }
  }

  /** Returns the server's answer; empty if it does not answer. */
  String get(String path) throws InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("http://" + endpoint() + path))
                  .timeout(Duration.ofSeconds(10))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    }
  }

  void kill() {
    process.destroyForcibly().onExit().join();
  }

  void freeze() throws Exception {
    SuspendedProcess.freeze(process);
  }

  void thaw() throws Exception {
    SuspendedProcess.thaw(process);
  }

  @Override
  public void close() {
    kill();
  }
}
