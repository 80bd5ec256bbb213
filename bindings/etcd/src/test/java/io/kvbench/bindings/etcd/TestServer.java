package io.kvbench.bindings.etcd;

import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.ServerProcess;
import io.kvbench.testkit.SuspendedProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real etcd in a process of its own, on loopback, which ends with this one. */
final class TestServer implements AutoCloseable {
  private static final int START_SECONDS = 60;

  private final Path directory;
  private final Path binary;
  private final String name;
  private final int port;
  private final int peerPort;
  private final List<String> flags;
  private final Thread end = new Thread(this::kill);
  private Process process;

  private TestServer(Path directory, Path binary, String name, String... flags) throws IOException {
    this.directory = directory;
    this.binary = binary;
    this.name = name;
    this.port = freePort();
    this.peerPort = freePort();
    this.flags = new ArrayList<>(List.of(flags));
  }

  /** Starts a server without TLS. */
  static TestServer start(Path directory, String binary, String... flags) throws Exception {
    return start(directory, binary, "http", flags);
  }

  static TestServer start(Path directory, String binary, String scheme, String[] flags)
      throws Exception {
    TestServer server = new TestServer(directory, RealServers.require(binary), "n0", flags);
    server.listen(scheme);
    server.join(List.of(server));
    server.start();
    Runtime.getRuntime().addShutdownHook(server.end);
    server.awaitListening();
    return server;
  }

  /** Starts a cluster; each member has a directory of its own. */
  static List<TestServer> startCluster(Path directory, int nodes) throws Exception {
    List<TestServer> servers = new ArrayList<>();
    for (int index = 0; index < nodes; index++) {
      String name = "n" + index;
      Path own = Files.createDirectories(directory.resolve(name));
      servers.add(
          new TestServer(
              own,
              RealServers.require("etcd"),
              name,
              "--heartbeat-interval=100",
              "--election-timeout=1500"));
    }
    for (TestServer server : servers) {
      server.listen("http");
      server.join(servers);
      server.start();
      Runtime.getRuntime().addShutdownHook(server.end);
    }
    for (TestServer server : servers) {
      server.awaitListening();
    }
    return servers;
  }

  static int freePort() throws IOException {
    return ServerProcess.freePorts(1).getFirst();
  }

  private void listen(String scheme) {
    String url = scheme + "://127.0.0.1:" + port;
    flags.addAll(
        List.of(
            "--name=" + name,
            "--data-dir=" + directory.resolve("store"),
            "--listen-client-urls=" + url,
            "--advertise-client-urls=" + url,
            "--listen-peer-urls=" + peerUrl(),
            "--initial-advertise-peer-urls=" + peerUrl()));
  }

  private void join(List<TestServer> members) {
    flags.add(
        "--initial-cluster="
            + String.join(
                ",", members.stream().map(each -> each.name + "=" + each.peerUrl()).toList()));
  }

  private String peerUrl() {
    return "http://127.0.0.1:" + peerPort;
  }

  String endpoint() {
    return "127.0.0.1:" + port;
  }

  List<String> endpoints() {
    return List.of(endpoint());
  }

  /** Starts the process, again after it was killed. */
  void start() throws IOException {
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(flags);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(directory.resolve("server.log").toFile()))
            .start();
  }

  void awaitListening() throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (System.nanoTime() < until && process.isAlive()) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return;
      } catch (IOException e) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
    throw new IOException(
        "etcd does not listen: " + Files.readString(directory.resolve("server.log")));
  }

  /** Ends the process at once, as a power cut would. */
  void kill() {
    process.destroyForcibly();
    boolean interrupted = false;
    while (process.isAlive()) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
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
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // The process is ending: the hook is at work.
    }
  }
}
