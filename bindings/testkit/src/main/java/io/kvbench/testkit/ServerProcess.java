package io.kvbench.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server that is a separate process, which ends with this one. */
public final class ServerProcess implements RunningServers {
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final Duration STEP = Duration.ofMillis(20);

  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private final int port;
  private Process process;
  private String question = "";
  private String answer = "";

  private ServerProcess(
      List<String> command, Map<String, String> environment, Path log, int port, Process process) {
    this.command = command;
    this.environment = environment;
    this.log = log;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts a server and waits until it listens on a port of 127.0.0.1.
   *
   * @param log a file for its output
   */
  public static ServerProcess start(List<String> command, Path log, int port)
      throws IOException, InterruptedException {
    return start(command, Map.of(), log, port);
  }

  /** Starts a server with variables in its environment, in the same way. */
  public static ServerProcess start(
      List<String> command, Map<String, String> environment, Path log, int port)
      throws IOException, InterruptedException {
    ServerProcess server = begin(command, environment, log, port);
    server.awaitListening();
    return server;
  }

  /** Starts a server without waiting: a cluster's member may need the others to listen. */
  public static ServerProcess begin(
      List<String> command, Map<String, String> environment, Path log, int port)
      throws IOException {
    return new ServerProcess(
        List.copyOf(command),
        Map.copyOf(environment),
        log,
        port,
        launch(command, environment, log));
  }

  /**
   * Waits for more than an open port: until the server answers a plain-text request.
   *
   * @param answer the prefix of its answer
   */
  public ServerProcess awaitAnswer(String question, String answer)
      throws IOException, InterruptedException {
    this.question = question;
    this.answer = answer;
    awaitListening();
    return this;
  }

  /** Returns different ports of 127.0.0.1 that are free, see {@link PortBlock}. */
  public static List<Integer> freePorts(int count) throws IOException {
    return PortBlock.own().free(count);
  }

  private static Process launch(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  /** Waits until the server listens. */
  public void awaitListening() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!listens()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw silent();
      }
      Thread.sleep(STEP);
    }
    if (!process.isAlive()) {
      throw silent(); // another program listens there
    }
  }

  private IOException silent() throws IOException {
    process.destroyForcibly();
    return new IOException(
        command.getFirst() + " does not listen on port " + port + ": " + Files.readString(log));
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      socket.setSoTimeout(1000);
      socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
      byte[] begin = socket.getInputStream().readNBytes(answer.length());
      return answer.equals(new String(begin, StandardCharsets.US_ASCII));
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public List<String> endpoints() {
    return List.of("127.0.0.1:" + port);
  }

  @Override
  public void kill() throws IOException, InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IOException(command.getFirst() + " cannot be killed");
    }
  }

  /** Starts the process unless it runs, without waiting for it to listen. */
  void relaunch() throws IOException {
    if (!process.isAlive()) {
      process = launch(command, environment, log);
    }
  }

  @Override
  public void restart() throws IOException, InterruptedException {
    relaunch();
    awaitListening();
  }

  @Override
  public void freeze() throws IOException, InterruptedException {
    SuspendedProcess.freeze(process);
  }

  @Override
  public void thaw() throws IOException, InterruptedException {
    SuspendedProcess.thaw(process);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
