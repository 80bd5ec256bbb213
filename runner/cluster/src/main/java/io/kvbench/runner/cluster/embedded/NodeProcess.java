package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.local.Directories;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.ProcessMark;
import io.kvbench.runner.cluster.server.FourLetterWord;
import io.kvbench.runner.cluster.server.ZooKeeperJvm;
import io.kvbench.runner.cluster.server.ZooKeeperPlan;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A server in a JVM of its own. Its standard input is the line of life: while this process holds it
 * open the server goes on, and when it ends, for whatever reason, so does the server.
 */
final class NodeProcess implements LocalNode {
  private static final String LOGGING = "kvbench-zookeeper-node-logback.xml";
  private static final long END_SECONDS = 5;

  private final ZooKeeperPlan plan;
  private final ProcessBuilder builder;
  private volatile Process process;

  /** Set when the end has come: nothing is started after it. */
  private boolean over;

  private NodeProcess(ZooKeeperPlan plan, ProcessBuilder builder) throws IOException {
    this.plan = plan;
    this.builder = builder;
    process = builder.start();
  }

  /** Starts the server; it does not answer yet when this returns. */
  static NodeProcess start(ZooKeeperPlan plan, List<String> jvmOptions) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ZooKeeperJvm.program());
    command.addAll(jvmOptions);
    command.add("-Dlogback.configurationFile=" + LOGGING);
    command.add("-cp");
    command.add(classPath());
    command.add(ZooKeeperNode.class.getName());
    command.add(plan.directory().toString());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(plan.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(plan.log().toFile());
    return new NodeProcess(plan, builder);
  }

  /** The server's directory is another one, so relative entries have to be resolved here. */
  private static String classPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
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
  public Path logFile() {
    return plan.log();
  }

  @Override
  public Optional<Path> dataDirectory() {
    return Optional.of(plan.store());
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

  @Override
  public boolean canRestart() {
    return true;
  }

  @Override
  public void restart() throws ClusterException, InterruptedException {
    if (!awaitEnd(TimeUnit.SECONDS.toNanos(END_SECONDS))) {
      throw new ClusterException(name() + " is still running");
    }
    synchronized (this) {
      if (over) {
        throw new ClusterException("the servers are being stopped");
      }
      try {
        process = builder.redirectOutput(Redirect.appendTo(plan.log().toFile())).start();
      } catch (IOException e) {
        throw new ClusterException(name() + " was not started again: " + FileReason.of(e), e);
      }
    }
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public boolean isServing() {
    return process.isAlive() && FourLetterWord.role(plan.clientPort()).isPresent();
  }

  @Override
  public List<ProcessMark> processes() {
    return ProcessMark.of(process.pid()).stream().toList();
  }

  @Override
  public synchronized void askToStop() {
    over = true;
    say(ZooKeeperNode.STOP);
  }

  /** Lets the server go on when kvbench ends. */
  void release() {
    say(ZooKeeperNode.KEEP);
  }

  private void say(byte word) {
    try {
      OutputStream line = process.getOutputStream();
      line.write(word);
      line.flush();
    } catch (IOException e) {
      // It has ended already.
    }
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return process.waitFor(nanos, TimeUnit.NANOSECONDS);
  }
}
