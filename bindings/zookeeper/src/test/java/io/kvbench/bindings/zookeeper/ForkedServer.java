package io.kvbench.bindings.zookeeper;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real server in its own JVM, which ends with this one. */
final class ForkedServer implements AutoCloseable {
  private static final String PORT = "port ";

  private final Process process;
  private final int port;

  /**
   * Starts it and waits until it listens.
   *
   * @param directory for all its files, including {@code server.log}
   * @param properties system properties, each {@code -Dname=value}
   */
  ForkedServer(Path directory, String... properties) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.add("-Dkvbench.test.log=" + log(directory));
    command.addAll(List.of(properties));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ForkedServer.class.getName(), directory.resolve("store").toString()));
    process =
        new ProcessBuilder(command).redirectError(directory.resolve("server.err").toFile()).start();
    port = readPort(process.inputReader());
  }

  static Path log(Path directory) {
    return directory.resolve("server.log");
  }

  private static int readPort(BufferedReader output) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(PORT)) {
        return Integer.parseInt(line.substring(PORT.length()));
      }
    }
    throw new IOException("the server ended before it listened");
  }

  /** The main method of the process: it serves until its standard input is closed. */
  public static void main(String[] arguments) throws Exception {
    try (TestServer server = new TestServer(Path.of(arguments[0]), false)) {
      System.out.println(PORT + server.port());
      while (System.in.read() != -1) {
        // Nothing is ever sent.
      }
    }
  }

  List<String> endpoints() {
    return List.of("127.0.0.1:" + port);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
