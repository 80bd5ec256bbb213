package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.local.Directories;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A watchdog: a small process that removes a cluster's containers and their logs when kvbench exits
 * without having done so, even on kill -9. Its standard input is the liveness pipe, which kvbench
 * holds open, and on which it sends a word before closing it.
 */
final class DockerWatchdog implements AutoCloseable {
  private static final int LET_GO = '.';

  private final Process process;

  private DockerWatchdog(Process process) {
    this.process = process;
  }

  /**
   * Starts the watchdog.
   *
   * @param logs the directory with the logs that this process keeps of the containers
   */
  static DockerWatchdog over(String cluster, Path logs) throws ClusterException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath(),
            DockerWatchdog.class.getName(),
            cluster,
            logs.toString());
    try {
      return new DockerWatchdog(
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      throw new ClusterException("the cleanup process cannot be started: " + FileReason.of(e), e);
    }
  }

  private static String classPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  long pid() {
    return process.pid();
  }

  /** Stops the watchdog, and leaves the containers unchanged. */
  @Override
  public void close() {
    try (OutputStream line = process.getOutputStream()) {
      line.write(LET_GO);
    } catch (IOException e) {
      // It has already ended, which is the purpose.
    }
  }

  /** The main method of the process. Signals such as Ctrl-C wait for the clean-up. */
  public static void main(String[] arguments) throws Exception {
    Thread main = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> await(main)));
    if (System.in.read() == LET_GO) {
      return;
    }
    DockerClient client = DockerEngine.client();
    ContainerCleanup.ofCluster(client, arguments[0]);
    Directories.delete(Path.of(arguments[1]));
  }

  private static void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
