package io.kvbench.runner.cluster.embedded;

import io.kvbench.runner.cluster.ClusterNode;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A server in a JVM of its own. Its standard input is the line of life: while this process holds it
 * open the server goes on, and when it ends, for whatever reason, so does the server. A server that
 * is to be kept has none.
 */
final class NodeProcess implements ClusterNode {
  private static final String LOGGING = "kvbench-zookeeper-node-logback.xml";
  private static final int TAIL_LINES = 15;

  private final NodePlan plan;
  private final Process process;

  private NodeProcess(NodePlan plan, Process process) {
    this.plan = plan;
    this.process = process;
  }

  /** Starts the server; it does not answer yet when this returns. */
  static NodeProcess start(NodePlan plan, List<String> jvmOptions, boolean keep)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-Dlogback.configurationFile=" + LOGGING);
    command.add("-cp");
    command.add(classPath());
    command.add(ZooKeeperNode.class.getName());
    command.add(plan.directory().toString());
    command.add(keep ? ZooKeeperNode.KEPT : ZooKeeperNode.ATTACHED);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(plan.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(plan.log().toFile());
    if (keep) {
      builder.redirectInput(nothing());
    }
    return new NodeProcess(plan, builder.start());
  }

  /** The server's directory is another one, so relative entries have to be resolved here. */
  private static String classPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static File nothing() {
    return new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public String endpoint() {
    return plan.endpoint();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }

  @Override
  public Optional<Path> log() {
    return Optional.of(plan.log());
  }

  @Override
  public OptionalLong diskBytes() {
    try {
      return OptionalLong.of(Directories.size(plan.store()));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public String role() {
    return FourLetterWord.role(plan.clientPort()).orElse("unknown");
  }

  @Override
  public void kill() {
    process.destroyForcibly();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Returns whether the server answers as a member of a working cluster. */
  boolean isServing() {
    return process.isAlive() && FourLetterWord.role(plan.clientPort()).isPresent();
  }

  /** Asks the server to end and to leave its files. */
  void askToStop() {
    try {
      OutputStream line = process.getOutputStream();
      line.write(ZooKeeperNode.STOP);
      line.flush();
    } catch (IOException e) {
      // It has ended already.
    }
  }

  /** Waits for the end; returns whether it came. */
  boolean awaitEnd(long nanos) throws InterruptedException {
    return process.waitFor(nanos, TimeUnit.NANOSECONDS);
  }

  /** Returns the last lines of the log, for a message. */
  String logTail() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(plan.log()), StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns whether the server says that somebody else has one of its ports. */
  boolean lostItsPort() {
    try {
      String log = new String(Files.readAllBytes(plan.log()), StandardCharsets.UTF_8);
      return log.contains("java.net.BindException");
    } catch (IOException e) {
      return false;
    }
  }
}
